import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { verifySignature } from "../github/signature.ts";
import { keepDelivery, processDelivery, type Processed } from "./actions.ts";
import { outcomes } from "./outcome.ts";
import { createBodyReader } from "./raw-body.ts";

// Of the deliveries that GitHub sends hardly one has more than a megabyte; it gives up on any after 30 s at most.
const limits = { mostBytes: 25 * 1024 * 1024, smallBytes: 1024 * 1024, largeAtOnce: 8 };
const bodyMs = 30_000;
// GitHub gives up after 10 s; what takes longer than this goes on without it.
const patienceMs = 5_000;

/** What GitHub delivers (D28): verified over the raw bytes, kept, then processed at once. 200 with the outcome, 202 where it goes on. */
export function webhook(deps: Deps) {
  const readBody = createBodyReader(limits);
  return new Elysia().post(
    "/webhooks/github",
    async ({ request }) => {
      const arrival = await verified(deps, request, readBody);
      const { delivery, jobId } = await keepDelivery(deps, arrival);
      deps.connection.heard();
      const result = await withinPatience(processDelivery(deps, delivery), (error) =>
        deps.log.warn({ delivery: arrival.guid, err: String(error) }, "delivery stays pending"),
      );
      if (result?.outcome && jobId) deps.jobs.drop("process-delivery", jobId);
      return answer(result);
    },
    { parse: "none" },
  );
}

async function verified({ config }: Deps, request: Request, readBody: ReturnType<typeof createBodyReader>) {
  const header = (name: string) => request.headers.get(name);
  if (config.github.webhookSecret === undefined) {
    throw new AppError(
      "unavailable",
      "webhook_not_configured",
      "There is no webhook secret: connect GitHub in Set-up, or set GITHUB_WEBHOOK_SECRET and start svc again.",
    );
  }
  if (!/^application\/json\b/i.test(header("content-type") ?? "")) {
    throw new AppError(
      "unsupportedMediaType",
      "unsupported_media_type",
      "Set the webhook's content type to application/json.",
    );
  }
  const [guid, event] = [header("x-github-delivery") ?? "", header("x-github-event") ?? ""];
  if (!/^[0-9A-Za-z-]{1,64}$/.test(guid) || !/^[a-z_]{1,64}$/.test(event)) {
    throw new AppError(
      "malformed",
      "missing_header",
      "X-GitHub-Delivery and X-GitHub-Event are missing or odd.",
    );
  }
  const signature = header("x-hub-signature-256");
  if (signature === null)
    throw unsigned("The delivery has no X-Hub-Signature-256: set a secret on the webhook.");
  const payload = await readBody(request, AbortSignal.timeout(bodyMs));
  if (!verifySignature([config.github.webhookSecret], payload, signature)) {
    throw unsigned(
      "The signature does not fit the body: the webhook's secret at GitHub is not the one that svc knows.",
    );
  }
  return { guid, event, payload };
}

const unsigned = (message: string) => new AppError("unauthenticated", "bad_signature", message);

/** The result, or null where it takes too long or cannot be had now: the job queue goes on with it. */
async function withinPatience(
  work: Promise<Processed>,
  failed: (error: unknown) => void,
): Promise<Processed | null> {
  let timer: Timer | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const result = work.catch((error: unknown) => {
    failed(error);
    return null;
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

function answer(result: Processed | null): Response {
  if (!result?.outcome) {
    return Response.json(
      { outcome: "pending", detail: "Kept; it is processed as soon as it can be." },
      { status: 202 },
    );
  }
  return Response.json({
    outcome: result.outcome,
    detail: [outcomes[result.outcome], result.detail].filter(Boolean).join(" "),
  });
}

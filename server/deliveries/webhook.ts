import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { verifySignature } from "../github/signature.ts";
import { keepDelivery, type Processed, processDelivery } from "./actions.ts";
import { outcomes } from "./outcome.ts";

const mostBytes = 25 * 1024 * 1024;
// GitHub gives up after 10 s; what takes longer than this goes on without it.
const patienceMs = 5_000;

/** What GitHub delivers (D28): verified over the raw bytes, kept, then processed at once. 200 with the outcome, 202 where it goes on. */
export function webhook(deps: Deps) {
  return new Elysia().post(
    "/webhooks/github",
    async ({ request }) => {
      const arrival = await verified(deps, request);
      const deliveryId = await keepDelivery(deps, arrival);
      const result = await withinPatience(processDelivery(deps, deliveryId), (error) =>
        deps.log.warn({ delivery: arrival.guid, err: String(error) }, "delivery stays pending"),
      );
      return answer(result);
    },
    { parse: "none" },
  );
}

async function verified({ config }: Deps, request: Request) {
  const header = (name: string) => request.headers.get(name);
  if (config.github.webhookSecret === undefined) {
    throw new AppError(
      "unavailable",
      "webhook_not_configured",
      "No webhook secret is set: set GITHUB_WEBHOOK_SECRET and restart svc.",
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
  const payload = await rawBody(request);
  if (!verifySignature([config.github.webhookSecret], payload, signature)) {
    throw unsigned(
      "The signature does not fit the body: the webhook's secret and GITHUB_WEBHOOK_SECRET differ.",
    );
  }
  return { guid, event, payload };
}

async function rawBody(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new AppError("tooLarge", "body_too_large", "A delivery has at most 25 MiB.");
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge();
  const body = new Uint8Array(await request.arrayBuffer());
  if (body.length > mostBytes) throw tooLarge();
  return body;
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

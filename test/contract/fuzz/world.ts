import type { OpenApi } from "../../../server/openapi/shape.ts";
import { tokens } from "../../../db/schema/people.ts";
import { eq } from "drizzle-orm";
import { deactivateClient } from "../../../server/clients/actions.ts";
import { startApp } from "../../support/app.ts";
import { aClient, anEntry } from "../../support/factories.ts";
import type { Fuzzed } from "./requests.ts";
import type { Known } from "./values.ts";

const labels = [
  "client:acme",
  "client:globex",
  "wbso:dev",
  "type:bugfix",
  "needs review, please",
  "100%",
  "[x]",
];

/** svc with something in it: clients, mappings and some hundred entries, and tokens of all sorts. */
export async function startWorld() {
  const svc = await startApp({ config: { apiRequestsPerMinute: 1_000_000 } });
  svc.github.member("acme", "root", { role: "admin" });
  const [admin, member, revoked] = [
    await svc.tokenFor("root"),
    await svc.tokenFor("ada"),
    await svc.tokenFor("ada"),
  ];
  await svc.db
    .update(tokens)
    .set({ revokedAt: new Date(), revokedById: 1 })
    .where(eq(tokens.prefix, revoked.slice(4, 12)));
  const { id: acme } = await aClient(svc.db, "Acme", "client:acme");
  const { id: globex } = await aClient(svc.db, "Globex", "client:globex");
  const actor = { userId: 1, via: "token", viaId: 1 } as const;
  await deactivateClient(svc.deps, { id: globex, actor, requestId: "the world" });
  for (let place = 0; place < 300; place++) {
    const own = labels.filter((_, at) => (place + at) % 3 === 0);
    const isAcmes = own.includes("client:acme");
    await anEntry(svc.db, {
      kind: place % 4 === 0 ? "plan" : "time",
      workedOn: `2026-${String(1 + (place % 11)).padStart(2, "0")}-${String(1 + (place % 28)).padStart(2, "0")}`,
      minutes: 1 + (place % 600),
      labels: own,
      issueNumber: 1 + (place % 9),
      ...(isAcmes && {
        clientId: acme,
        attribution: {
          winner: { mappingId: 1, label: "client:acme", clientId: acme },
          runnersUp: [],
          deactivated: [],
        },
      }),
    });
  }
  const served = await svc.app.handle(new Request(`${svc.config.publicUrl}/openapi.json`));
  const document = (await served.json()) as OpenApi;

  /** Sends it and drains the answer. Throws where the answer is not as documented. */
  async function send({
    method,
    path,
    query,
    headers,
    body,
    token,
  }: Fuzzed): Promise<{ status: number; code: string }> {
    const secret = { admin, member, revoked, mangled: "svc_short", none: undefined }[token];
    const request = new Request(`${svc.config.publicUrl}${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: { ...headers, ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
      ...(body !== undefined && { body }),
    });
    const response = await svc.send(request);
    const text = await response.text();
    const isProblem = response.headers.get("content-type") === "application/problem+json" && text !== "";
    return { status: response.status, code: isProblem ? (JSON.parse(text) as { code: string }).code : "" };
  }

  return { document, known, send, stop: svc.stop, svc };
}

/** What the world has, where a value made up would be found nowhere. */
const known: Known = {
  id: ["1", "2", "3", "7", "40"],
  client_id: ["1", "2", "none"],
  label: labels,
  labels,
  label_prefix: ["client:", "wbso:", "needs"],
  label_pattern: labels,
  repository: ["acme/web", "ACME/Web", "acme/api"],
  issue: ["acme/web#1", "acme/web#3"],
  user: ["ada", "root"],
  owner: ["acme"],
  repo: ["web"],
  number: ["1", "2"],
  name: ["Acme", "Initech", "Umbrella"],
};

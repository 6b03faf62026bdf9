import { expect, test } from "bun:test";
import { startApp } from "../support/app.ts";

test("without its database svc answers 503 with when to come back, and says no more", async () => {
  const svc = await startApp();
  const token = await svc.tokenFor("ada");
  const issue = svc.github.issue("acme/web");
  expect((await svc.api("/time-entries", token)).status).toBe(200);
  expect((await svc.send(new Request("http://localhost/readyz"))).status).toBe(200);
  await svc.jobs.stop(1);
  await svc.database.close();

  const answers = [
    await svc.api("/time-entries", token),
    await svc.api("/time-entries", `svc_${"A".repeat(43)}`),
    await svc.send(new Request("http://localhost/readyz")),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      code: "database_unavailable",
      detail: "The database cannot be reached just now. Try again in some seconds.",
    });
  }
  // GitHub counts it as failed and can be asked for it again; nothing was accepted that is then lost.
  expect((await svc.github.comment(issue, "ada", "/log 2h")).status).toBe(503);
  expect((await svc.send(new Request("http://localhost/healthz"))).status).toBe(200);
  await svc.github.stop();
});

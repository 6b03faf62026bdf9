import { expect, test } from "bun:test";
import { json } from "../server/json-answer.ts";

test("an answer is JSON that nobody keeps, and that no page can take for markup", async () => {
  const answer = json({ name: "<script>" }, { status: 201, headers: { location: "/api/v1/clients/1" } });
  expect(answer.status).toBe(201);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "application/json",
    "cache-control": "no-store",
    location: "/api/v1/clients/1",
  });
  const text = await answer.text();
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toEqual({ name: "<script>" });
});

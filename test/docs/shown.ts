import { STATUS_CODES } from "node:http";
import type { Answer } from "./transcripts.ts";

/** The headers that tell a reader something; the others are on every answer. */
const telling = [
  "location",
  "link",
  "allow",
  "www-authenticate",
  "content-type",
  "content-disposition",
  "x-total-count",
  "x-total-minutes",
];

/** An answer as the document shows it: what is different each time stands there as it did when it was written. */
export function shown({ status, headers, body }: Answer): string {
  const type = headers.get("content-type") ?? "";
  const lines = telling
    .filter((name) => headers.has(name) && !(name === "content-type" && type === "application/json"))
    .map((name) => `${name}: ${headers.get(name)}`);
  const text =
    type.endsWith("json") && body !== ""
      ? JSON.stringify(JSON.parse(body), null, 2)
      : body.replaceAll("\r\n", "\n").trimEnd();
  return settled(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, ...(text === "" ? [] : ["", text])].join("\n"),
  );
}

/** Moments of today, days counted from today, and what is drawn by chance. */
function settled(text: string): string {
  const today = new Date();
  const since = new Date(today.getTime() - 89 * 86_400_000);
  const days = [since, new Date(since.getTime() - 86_400_000), new Date(since.getTime() + 86_400_000)];
  return days
    .map((day) => day.toISOString().slice(0, 10))
    .reduce((made, day) => made.replaceAll(`"since": "${day}"`, '"since": "2026-08-06"'), text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) =>
      Math.abs(Date.parse(instant) - today.getTime()) < 600_000 ? "2026-11-03T09:00:00.000Z" : instant,
    )
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11")
    .replaceAll(/"last_used_at": null/g, '"last_used_at": "2026-11-03T09:00:00.000Z"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://github.com")
    .replaceAll(/"prefix": "[\w-]{8}"/g, '"prefix": "Zk3v9QpL"');
}

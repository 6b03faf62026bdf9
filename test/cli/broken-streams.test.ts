import { describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { csvHeader, csvLine } from "../../server/entries/csv/csv.ts";
import { anEntry, type Answers, csvAnswer, svc } from "./running.ts";

/** A whole list comes as CSV, with its totals in the headers: what does not fit them is no list. */
const host = "http://localhost:3000";
const two = [anEntry({ id: 2 }), anEntry({ id: 1 })];
const unknownForm = `error: ${host} answered in a form that this svc does not know
  Check the address (--host or SVC_HOST); if it is right, install the svc that belongs to that server\n`;

const csv = csvHeader + two.map(csvLine).join("");
const ofTwo = { entries: 2, minutes: 180 };
const again = "  Nothing was printed. Run the command again\n";
const endless = () =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(csv));
      controller.error(Object.assign(new TypeError("reset"), { code: "ECONNRESET" }));
    },
  });
const ofStreams: Record<string, [answers: Answers, code: number, stderr: string]> = {
  "fewer rows than the server counts": [
    [csvAnswer(csv, { entries: 3, minutes: 180 })],
    3,
    `error: the list is not whole: 2 of 3 entries came\n${again}`,
  ],
  "more rows than the server counts": [
    [csvAnswer(csv, { entries: 1, minutes: 180 })],
    3,
    `error: the list is not whole: 2 of 1 entries came\n${again}`,
  ],
  "rows that add up to something else": [
    [csvAnswer(csv, { entries: 2, minutes: 200 })],
    3,
    `error: the list is not whole: the entries add up to 180 minutes, where the server counts 200\n${again}`,
  ],
  "a text that ends within a row": [
    [csvAnswer(csv.slice(0, -1), ofTwo)],
    3,
    `error: the list is not whole: it is damaged: the text ends within a row\n${again}`,
  ],
  "nothing at all": [
    [csvAnswer("", { entries: 0, minutes: 0 })],
    3,
    `error: the list is not whole: nothing came, not even its header\n${again}`,
  ],
  "a row with a cell too few": [
    [csvAnswer(`${csv}1,time\r\n`, ofTwo)],
    3,
    `error: the list is not whole: it is damaged: a row has 2 cells\n${again}`,
  ],
  "a row with something else in place of its labels": [
    [csvAnswer(csv.replace('"[""', '"{""'), ofTwo)],
    3,
    `error: the list is not whole: it is damaged: labels cannot be read\n${again}`,
  ],
  "a connection that breaks": [
    [() => csvAnswer(endless(), ofTwo)],
    3,
    `error: the answer of ${host} broke off\n${again}`,
  ],
  "text that is not UTF-8": [
    [() => csvAnswer(new Response(new Uint8Array([0xff, 0xfe])).body!, ofTwo)],
    3,
    `error: the answer of ${host} broke off\n${again}`,
  ],
  "a header of other columns": [[csvAnswer("id,hours\r\n", { entries: 0, minutes: 0 })], 1, unknownForm],
  "no totals": [[new Response(csv, { headers: { "content-type": "text/csv" } })], 1, unknownForm],
};

describe.each(Object.entries(ofStreams))("in a stream: %s", (_name, [answers, code, stderr]) => {
  test.each([["--csv"], ["--json"], ["--tsv"], ["--group-by=client"]])(
    "%s prints nothing but what is wrong",
    async (format) => {
      const ran = await svc(["entries", format], answers);
      expect({ code: ran.code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
        code,
        stdout: "",
        stderr,
      });
    },
  );

  test("no file is left", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-test-"));
    const ran = await svc(["entries", "-o", join(folder, "all.csv")], answers);
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

test("lines that were printed while they came are told not to be all", async () => {
  const ran = await svc(["entries", "--ndjson", "id"], [csvAnswer(csv, { entries: 3, minutes: 180 })]);
  expect(ran).toMatchObject({
    code: 3,
    stdout: '{"id":2}\n{"id":1}\n',
    stderr:
      "error: the list is not whole: 2 of 3 entries came\n  The 2 lines that were printed are not the whole of it. Run the command again\n",
  });
});

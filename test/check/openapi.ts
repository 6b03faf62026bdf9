import { Document, Spectral } from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { Json } from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openApi } from "../../server/openapi/document.ts";

/** As a server in production has it: on a machine of one's own the linters mind the address. */
export const documentToLint = () => openApi({ publicUrl: "https://hours.acme.test", version: "0.1.0" });

/**
 * What is wrong with an OpenAPI document by the rules that Redocly and Spectral recommend and by Spectral's OWASP API rules,
 * a line each. Nothing is asked of the network.
 */
export async function openApiProblems(document: unknown = documentToLint()): Promise<string[]> {
  const text = JSON.stringify(document, null, 1);
  return (await Promise.all([spectral(text), redocly(text)])).flat();
}

async function spectral(text: string): Promise<string[]> {
  const linter = new Spectral();
  type Rules = Parameters<typeof linter.setRuleset>[0];
  // The rules' own types are of another copy of Spectral's.
  linter.setRuleset({ extends: [oas, owasp] } as unknown as Rules);
  const found = await linter.run(new Document(text, Json, "openapi.json"));
  return found.map(({ code, path, message }) => `${path.join(".")}: ${message} [${code}]`);
}

type Found = { ruleId: string; message: string; location: { pointer?: string }[] };

async function redocly(text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "svc-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    await Bun.write(file, text);
    const command = [
      resolve("node_modules/.bin/redocly"),
      "lint",
      file,
      "--format=json",
      "--max-problems=200",
    ];
    const child = Bun.spawn([process.execPath, ...command, "--extends=recommended"], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (!out.trim().startsWith("{")) return [`Redocly said: ${out}${err}`];
    const { problems } = JSON.parse(out) as { problems: Found[] };
    return problems.map(
      ({ ruleId, message, location: [place] }) => `${place?.pointer}: ${message} [${ruleId}]`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

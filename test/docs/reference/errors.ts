import { statusOf, titleOf } from "../../../server/errors.ts";
import type { Code } from "../../../server/openapi/codes/code.ts";
import { codeGroups, fieldCodes } from "../../../server/openapi/codes/codes.ts";
import { pageOf } from "./markdown.ts";

/** docs/reference/errors.md: every `code` of a problem, in the order of `/docs/errors`. */
export function errorsPage(): string {
  return pageOf("Errors", [
    introduction,
    ...codeGroups.flatMap(({ name, codes }) => [
      `## ${name}`,
      ...Object.entries(codes).flatMap(([code, meaning]) => section(code, meaning)),
    ]),
    "## Codes of one field",
    "Where a field is to blame, `errors` has an entry for it with a `code` of its own.",
    Object.entries(fieldCodes)
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
      .join("\n"),
  ]);
}

const introduction =
  `Every error is \`application/problem+json\` with a \`code\`, a \`detail\` that says what to do, and a \`request_id\` by which
svc's log knows the request. Programs go by the \`code\`: it stays, while the words of the \`detail\` may change. The server shows this page
at \`/docs/errors\`, where the \`type\` of each error leads.`.replaceAll("\n", " ");

function section(code: string, { kinds, when, advice, detail }: Code): string[] {
  const status = kinds.map((kind) => `${statusOf[kind]} ${titleOf[kind]}`).join(", or ");
  return [
    `### ${code}`,
    `**${status}.** ${when}`,
    `- What to do: ${advice}\n- It reads, e.g.: “${detail.replaceAll("`", "")}”`,
  ];
}

import { accessCodes } from "./access.ts";
import type { Code } from "./code.ts";
import { connectionCodes } from "./connection.ts";
import { pageCodes } from "./pages.ts";
import { requestCodes } from "./requests.ts";
import { thingCodes } from "./things.ts";

/** Every `code` that an error can have (D26), by what it is about, in the order in which /docs/errors shows them. */
export const codeGroups: { name: string; codes: Record<string, Code> }[] = [
  { name: "Who asks, and when", codes: accessCodes },
  { name: "How the request is written", codes: requestCodes },
  { name: "What there is", codes: thingCodes },
  { name: "The panel and the webhook", codes: pageCodes },
  { name: "Connecting a GitHub App", codes: connectionCodes },
];

const all = { ...accessCodes, ...requestCodes, ...thingCodes, ...pageCodes, ...connectionCodes };

export type CodeName = keyof typeof all;

export const codes: Record<CodeName, Code> = all;

/** What the `code` of one field in `errors` says, for programs that tell people in words of their own. */
export const fieldCodes = {
  unknown: "The name is not one of those accepted; or, of `client_id`, there is no such client.",
  required: "It is missing.",
  repeated: "It is given twice.",
  empty: "It is empty.",
  too_short: "It has too few characters.",
  too_long: "It has too many characters.",
  wrong_type: "It is of another type than is accepted.",
  wrong_form: "It is not of the form that is accepted, such as `owner/repo`.",
  out_of_range: "It is a number, or a count, outside the range that is accepted.",
  unknown_word: "It is none of the words that are accepted.",
  unreadable: "It holds NUL or half a character; or it is a cursor that was not made here.",
  unprintable: "It holds line breaks or invisible characters.",
  not_utf8: "The query's percent codes are not UTF-8.",
  not_a_day: "It is no day of the calendar of the form `YYYY-MM-DD`.",
  after_to: "`from` lies after `to`.",
  not_an_instant: "It is no instant with an offset, such as `2026-11-03T09:00:00Z`.",
  in_the_future: "It lies in the future.",
  beyond_the_last: "There is no change of that number yet; after a restored backup, not any more.",
  cursor_mismatch: "The cursor belongs to a list with other filters.",
  not_for_csv: "It is for pages, and CSV is always the whole list.",
  not_acceptable: "The `Accept` header takes nothing that is there.",
  invalid: "The part of the path is not of the form it has.",
  several_lines: "It has more than one line, or control characters.",
  no_change: "Nothing would be different.",
  taken: "Another active client has that name.",
  deactivated: "The client is deactivated, so nothing new can be attributed to it.",
} satisfies Record<string, string>;

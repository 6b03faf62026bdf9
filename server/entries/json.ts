import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** The schema or null, as JSON Schema and OpenAPI 3.1 say it. */
export const nullable = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const id = (description: string, example: number) =>
  Type.Integer({ minimum: 1, description, examples: [example] });

export const EntryId = (description: string) => id(description, 1041);
export const instant = (description: string, example = "2026-10-05T15:00:12.345Z") =>
  Type.String({ format: "date-time", description, examples: [example] });
export const minutes = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const Kind = Type.Union([Type.Literal("time"), Type.Literal("plan")], {
  description: "`time` for hours that were worked, `plan` for hours that are planned.",
  examples: ["time"],
});

export const WorkedOn = Type.String({
  format: "date",
  description: "The day the work was done, or is planned for, in the organisation's time zone.",
  examples: ["2026-10-05"],
});

export const Labels = Type.Array(Type.String(), {
  description:
    "Every label of the issue when the entry was made, in the issue's order; frozen, and never null (spec 2.1).",
  examples: [["client:globex", "wbso:dev", "needs review, please"]],
});

export const UserJson = Type.Object(
  {
    id: id("Stays when the login changes.", 4),
    login: Type.String({ description: "The login the person has now.", examples: ["ada"] }),
  },
  { additionalProperties: false, description: "A person." },
);
export type UserJson = Static<typeof UserJson>;

export const ClientOfEntryJson = Type.Object(
  {
    id: id("The client's id.", 3),
    name: Type.String({ description: "The name it has now.", examples: ["Globex"] }),
  },
  { additionalProperties: false, description: "A client, as it is called now." },
);

export const IssueJson = Type.Object(
  {
    number: id("Its number in the repository.", 12),
    title: Type.String({
      description: "As it was when the comment was made.",
      examples: ["Checkout fails on Safari"],
    }),
    url: Type.String({
      format: "uri",
      description: "Where it can be read.",
      examples: ["https://github.com/acme/web/issues/12"],
    }),
  },
  { additionalProperties: false, description: "An issue or pull request." },
);

/** The wire form of entries: snake_case, dates as `YYYY-MM-DD`, instants as RFC 3339 in UTC. Used by the API and the CLI. */
export const EntryJson = Type.Object(
  {
    id: EntryId("The entry's id."),
    kind: Kind,
    worked_on: WorkedOn,
    minutes: minutes("Whole minutes.", 120),
    note: nullable(
      Type.String({ examples: ["fixed the Safari checkout"] }),
      "What stood after the duration; null for nothing.",
    ),
    user: UserJson,
    repository: Type.String({
      description: "`owner/repo`, as it was called when the comment was made.",
      examples: ["acme/web"],
    }),
    issue: IssueJson,
    labels: Labels,
    client_id: nullable(
      id("The client's id.", 3),
      "The client the entry is attributed to; null where no label led to one (spec 2.1).",
    ),
    client: nullable(ClientOfEntryJson, "The same client with its name."),
    comment_url: Type.String({
      format: "uri",
      description: "The comment that made it.",
      examples: ["https://github.com/acme/web/issues/12#issuecomment-9000001"],
    }),
    commented_at: instant("When the comment was made.", "2026-10-05T15:00:00.000Z"),
    created_at: instant("When svc recorded it."),
    supersedes_id: nullable(EntryId("An entry's id."), "The entry that this one corrects, if any (D8)."),
    superseded_by_id: nullable(
      EntryId("An entry's id."),
      "The entry that corrects this one; null while this one stands.",
    ),
  },
  { additionalProperties: false, description: "Hours worked on an issue, or planned for it." },
);
export type EntryJson = Static<typeof EntryJson>;

export const TotalsJson = Type.Object(
  {
    entries: Type.Integer({ description: "How many.", examples: [214] }),
    minutes: minutes("What they add up to.", 38_520),
  },
  { additionalProperties: false, description: "Of the whole filter, not of the page." },
);

/** One page of a list (D23). */
export const EntryListJson = Type.Object(
  {
    data: Type.Array(EntryJson, { description: "The entries of this page, newest first." }),
    next_cursor: nullable(
      Type.String({ examples: ["WyIxazM0eCIsIjIwMjYtMTAtMDUiLDEwNDFd"] }),
      "Opaque; pass it back as `cursor`. Null on the last page.",
    ),
    totals: TotalsJson,
  },
  { additionalProperties: false, description: "One page of entries, newest first." },
);
export type EntryListJson = Static<typeof EntryListJson>;

/** What the wire form is made of; rows of the store fit it by structure. */
export type EntryFacts = {
  id: number;
  kind: "time" | "plan";
  workedOn: string;
  minutes: number;
  note: string | null;
  labels: string[];
  user: { id: number; login: string };
  repository: string;
  issueNumber: number;
  issueTitle: string;
  clientId: number | null;
  clientName: string | null;
  commentId: number;
  commentedAt: Date;
  createdAt: Date;
  supersedesId: number | null;
  supersededById: number | null;
};

/** @param site the code host people see, e.g. `https://github.com`. */
export function entryJson(entry: EntryFacts, site: string): EntryJson {
  const issueUrl = issueAddress(entry.repository, entry.issueNumber, site);
  return {
    id: entry.id,
    kind: entry.kind,
    worked_on: entry.workedOn,
    minutes: entry.minutes,
    note: entry.note,
    user: entry.user,
    repository: entry.repository,
    issue: { number: entry.issueNumber, title: entry.issueTitle, url: issueUrl },
    labels: entry.labels,
    client_id: entry.clientId,
    client: entry.clientId === null ? null : { id: entry.clientId, name: entry.clientName ?? "" },
    comment_url: `${issueUrl}#issuecomment-${entry.commentId}`,
    commented_at: entry.commentedAt.toISOString(),
    created_at: entry.createdAt.toISOString(),
    supersedes_id: entry.supersedesId,
    superseded_by_id: entry.supersededById,
  };
}

/** Where an issue or pull request can be read. */
export function issueAddress(repository: string, number: number, site: string): string {
  return `${site}/${repository}/issues/${number}`;
}

import { shownBy } from "../harness/shown-by.ts";

// What tests of the whole, or of a rule by itself, show already. Each of these runs exactly those.

export const days = shownBy(
  28,
  "from and to at the ends of summer time, on a leap day, reversed; 2026-02-30",
  { file: "entries/filters.test.ts" },
  { file: "entries/filter-query.test.ts" },
  { file: "entries/command.test.ts", name: "the day of an entry" },
  { file: "contract/addresses.test.ts" },
);

export const poison = shownBy(
  29,
  "payloads that are poison: 25 MB, deep, __proto__, parts missing, NUL, lone surrogates, huge numbers",
  { file: "deliveries/hostile.test.ts" },
  { file: "deliveries/examples.test.ts" },
);

export const labels = shownBy(
  30,
  "storms of labels, and labels of any characters",
  { file: "entries/lists.test.ts" },
  { file: "entries/list-model.test.ts" },
  { file: "entries/labels-and-parse.test.ts" },
);

export const abuse = shownBy(
  32,
  "/log abuse: absurd durations, commands in quotations and code, 65,536 characters, 1,000 commands",
  { file: "entries/duration.test.ts" },
  { file: "entries/comment-commands.test.ts" },
  { file: "entries/comment-passages.test.ts" },
);

export const tokens = shownBy(
  33,
  "a token revoked in a request, its hash changed, prefixes that collide, a flood",
  { file: "tokens/revocation.test.ts" },
  { file: "tokens/verification.test.ts" },
  { file: "tokens/flood.test.ts" },
);

export const hosts = shownBy(
  37,
  "paths behind a short Host, no Host, one with a port or a user, HTTP/1.0",
  { file: "contract/hosts.test.ts" },
  { file: "contract/guards.test.ts" },
);

export const deactivation = shownBy(40, "a client deactivated while 100 entries are being made", {
  file: "clients/deactivation.test.ts",
});

export const mappings = shownBy(41, "the same mapping made at once", { file: "clients/races.test.ts" });

export const twoOnOne = shownBy(
  25,
  "two svc on one data directory; a stale postmaster.pid; svc killed with its PostgreSQL running",
  { file: "db/embedded.test.ts", name: "a second svc is refused within a second" },
  { file: "db/embedded.test.ts", name: "lock files that name a process of another kind" },
  { file: "db/embedded.test.ts", name: "a server that a killed svc left running" },
  { file: "db/embedded/lock.test.ts" },
);

import { clientJson } from "../clients/json.ts";
import { mappingJson } from "../clients/mappings/json.ts";
import { type EntryFacts, entryJson } from "../entries/json.ts";
import { type VersionFacts, entryDetailJson } from "../entries/history/json.ts";

/** One small world for all examples: ada logs hours for Globex on an issue of acme/web. */
const site = "https://github.com";

const facts: EntryFacts = {
  id: 1041,
  kind: "time",
  workedOn: "2026-10-05",
  minutes: 120,
  note: "fixed the Safari checkout",
  labels: ["client:globex", "wbso:dev", "needs review, please"],
  user: { id: 4, login: "ada" },
  repository: "acme/web",
  issueNumber: 12,
  issueTitle: "Checkout fails on Safari",
  clientId: 3,
  clientName: "Globex",
  commentId: 9_000_001,
  commentedAt: new Date("2026-10-05T15:00:00Z"),
  createdAt: new Date("2026-10-05T15:00:12.345Z"),
  supersedesId: null,
  supersededById: null,
};

const planFacts: EntryFacts = {
  ...facts,
  id: 1040,
  kind: "plan",
  minutes: 480,
  note: null,
  commentId: 9_000_000,
};

export const entryExample = entryJson(facts, site);
export const planExample = entryJson(planFacts, site);

const attribution = {
  winner: { mappingId: 7, label: "client:globex", clientId: 3 },
  runnersUp: [],
  deactivated: [],
};

const asLogged = { attribution, backfilledAt: null, correctedBy: null, reason: null };
const original: VersionFacts = { ...facts, ...asLogged };
const originalPlan: VersionFacts = { ...planFacts, ...asLogged };
const names = new Map([[3, "Globex"]]);

export const entryDetailExample = entryDetailJson(original, [original], names, site);
export const planDetailExample = entryDetailJson(originalPlan, [originalPlan], names, site);

export const correctedEntryExample = corrected(original, 1057, {
  labels: ["client:globex", "wbso:dev"],
  minutes: 90,
  reason: "The issue had the label of another client.",
});
export const correctedPlanExample = corrected(originalPlan, 1058, {
  minutes: 240,
  reason: "Planned twice as much as was meant.",
});

/** The entry that takes the place of an old one. */
function corrected(old: VersionFacts, id: number, changes: Partial<VersionFacts>) {
  const correction: VersionFacts = {
    ...old,
    ...changes,
    id,
    supersedesId: old.id,
    correctedBy: { id: 2, login: "grace" },
    createdAt: new Date("2026-10-07T09:12:30.500Z"),
  };
  return entryDetailJson(correction, [{ ...old, supersededById: id }, correction], names, site);
}

export const clientExample = clientJson({
  id: 3,
  name: "Globex",
  createdAt: new Date("2026-09-01T08:00:00Z"),
  deactivatedAt: null,
});

export const deactivatedClientExample = clientJson({
  id: 3,
  name: "Globex",
  createdAt: new Date("2026-09-01T08:00:00Z"),
  deactivatedAt: new Date("2026-11-01T09:30:00Z"),
});

export const mappingExample = mappingJson({
  id: 7,
  labelPattern: "client:globex",
  clientId: 3,
  clientName: "Globex",
  clientActive: true,
  repository: null,
  createdAt: new Date("2026-09-01T08:05:00Z"),
});

/** Opaque, and long as cursors are. */
export const cursorExample = "WyIxazM0eCIsIjIwMjYtMTAtMDUiLDEwNDFd";

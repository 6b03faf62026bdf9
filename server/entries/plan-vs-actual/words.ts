import { formatDuration } from "../duration.ts";

const en = {
  total: "Plan and actual",
  planned: "Planned",
  actual: "Logged",
  hours: "Hours",
  difference: "Difference",
  /** @param minutes actual less planned. */
  outcome: (planned: number, minutes: number) =>
    planned === 0
      ? "Nothing is planned for it."
      : minutes > 0
        ? `${formatDuration(minutes)} more than planned.`
        : minutes < 0
          ? `${formatDuration(-minutes)} of the plan are left.`
          : "Exactly as planned.",
  people: "By person",
  person: "Person",
  atGitHub: "At GitHub",
  entries: "Time entries of this issue",
  plans: "Plans of this issue",
  latest: "Latest",
  columns: { day: "Day", who: "Person", kind: "Kind", client: "Client", hours: "Hours" },
  kind: { time: "time entry", plan: "plan" },
  none: "none",
  empty: {
    title: "Nothing is planned or logged on this issue",
    next: "Begin a line of a comment on it with one of these:",
  },
  command: "The same report in a terminal:",
};

const nl: typeof en = {
  total: "Plan en werkelijk",
  planned: "Gepland",
  actual: "Geschreven",
  hours: "Uren",
  difference: "Verschil",
  outcome: (planned, minutes) =>
    planned === 0
      ? "Er is niets voor gepland."
      : minutes > 0
        ? `${formatDuration(minutes)} meer dan gepland.`
        : minutes < 0
          ? `Van het plan is nog ${formatDuration(-minutes)} over.`
          : "Precies zoals gepland.",
  people: "Per persoon",
  person: "Persoon",
  atGitHub: "Bij GitHub",
  entries: "Urenregels van dit issue",
  plans: "Plannen van dit issue",
  latest: "Nieuwste",
  columns: { day: "Dag", who: "Persoon", kind: "Soort", client: "Klant", hours: "Uren" },
  kind: { time: "urenregel", plan: "plan" },
  none: "geen",
  empty: {
    title: "Op dit issue is niets gepland of geschreven",
    next: "Begin een regel van een reactie erop met een van deze:",
  },
  command: "Hetzelfde overzicht in een terminal:",
};

export const words = { en, nl };

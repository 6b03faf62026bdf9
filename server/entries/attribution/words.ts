/** Where a mapping applies: undefined once it is deleted. */
type Scope = string | null | undefined;

const en = {
  because: "because the label",
  matched: (scope: Scope) =>
    scope === undefined
      ? "matched a mapping that was deleted since,"
      : scope === null
        ? "matched the global mapping"
        : `matched the mapping of ${scope},`,
  by: "by the label",
  others: (count: number) =>
    `Ambiguous: ${count === 1 ? "1 other client" : `${count} other clients`} matched too, and came later:`,
  deactivated: "Passed over, because deactivated then:",
  noClient: "No client",
  unmapped: "because none of its labels was mapped to one.",
  unlabelled: "because it has no labels.",
  onlyDeactivated: "because the clients that its labels lead to were deactivated.",
  tryNow: "See where these labels lead now",
};

const nl: typeof en = {
  because: "omdat het label",
  matched: (scope) =>
    scope === undefined
      ? "paste bij een koppeling die intussen verwijderd is,"
      : scope === null
        ? "paste bij de algemene koppeling"
        : `paste bij de koppeling van ${scope},`,
  by: "door het label",
  others: (count) =>
    `Dubbelzinnig: ${count === 1 ? "er paste nog 1 andere klant, die later kwam" : `er pasten nog ${count} andere klanten, die later kwamen`}:`,
  deactivated: "Overgeslagen, want toen gedeactiveerd:",
  noClient: "Geen klant",
  unmapped: "omdat geen van de labels aan een klant gekoppeld was.",
  unlabelled: "omdat er geen labels zijn.",
  onlyDeactivated: "omdat de klanten waar de labels heen leiden, gedeactiveerd waren.",
  tryNow: "Kijk waar deze labels nu heen leiden",
};

export const words = { en, nl };

/** A small firm of three people, small enough to be read at a glance. Ids never change: the playground's database remembers them. */
export const sample = {
  org: { id: 610_000_001, login: "acme" },
  people: [
    { id: 610_000_011, login: "ada", role: "admin" },
    { id: 610_000_012, login: "linus", role: "member" },
    { id: 610_000_013, login: "grace", role: "member" },
  ],
  repositories: [
    { id: 610_000_101, name: "acme/web", private: true },
    { id: 610_000_102, name: "acme/internal", private: true },
    { id: 610_000_103, name: "acme/toolkit", private: false },
  ],
  /** In the order of their numbers. */
  issues: [
    issue(
      "acme/web",
      "Checkout fails on Safari",
      "client:globex",
      "type:bugfix",
      "strippenkaart:globex-2026",
    ),
    issue("acme/web", "Search that understands typos", "client:initech", "type:development", "wbso:speur"),
    // Two clients: the first one counts, and the reply says so.
    issue("acme/web", "Shared login for both shops", "client:globex", "client:initech", "type:development"),
    issue("acme/web", "Tidy the README"),
    issue("acme/web", "Newsletter goes out twice", "client:initech", "type:bugfix"),
    issue("acme/web", "Invoices as PDF", "client:globex", "type:development", "strippenkaart:globex-2026"),
    issue("acme/internal", "Leave", "internal:verlof"),
    issue("acme/internal", "Sick leave", "internal:ziek"),
    issue("acme/internal", "Training", "internal:scholing"),
    issue("acme/internal", "Server updates", "client:initech", "type:beheer"),
    issue("acme/toolkit", "Parse faster", "client:globex", "wbso:speur"),
    issue("acme/toolkit", "Write the guide", "type:development", "wbso:dev"),
  ],
  clients: [
    { name: "Globex Corporation", labels: ["client:globex", "strippenkaart:globex-2026"] },
    { name: "Initech", labels: ["client:initech"] },
  ],
} as const;

/** Who sits at the simulated GitHub. */
export const visitor = "ada";

/** Where the first hours are logged. */
export const firstIssue = { repository: "acme/web", number: 1 } as const;

/** From here on ids are given out, and remembered. */
export const firstId = 620_000_000;

/** Every label that an issue of the sample has, for the label editor. */
export const sampleLabels: string[] = [...new Set(sample.issues.flatMap(({ labels }) => labels))].sort();

function issue(repository: string, title: string, ...labels: string[]) {
  return { repository, title, labels };
}

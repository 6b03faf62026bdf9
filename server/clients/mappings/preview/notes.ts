import type { WantedMapping } from "../mapping.ts";

/** Something to know about a wanted mapping. */
export type Note = {
  code:
    "exact_match" | "new_entries_only" | "label_never_seen" | "repository_never_seen" | "client_deactivated";
  message: string;
};

/** What to know before a mapping is made. @param known whether any entry ever had its label, and is of its repository. */
export function notesOf(
  { labelPattern, repository }: WantedMapping,
  client: { name: string; active: boolean },
  known: { label: boolean; repository: boolean; closest: string | null },
): Note[] {
  const notes: (Note | false)[] = [
    { code: "exact_match", message: exactness(labelPattern) },
    {
      code: "new_entries_only",
      message: "Entries that were made already keep their client: a mapping counts for new ones.",
    },
    !client.active && {
      code: "client_deactivated",
      message: `${client.name} is deactivated, so nothing new can be attributed to it. Reactivate it first.`,
    },
    !known.label && { code: "label_never_seen", message: neverSeen(known.closest) },
    repository !== null &&
      !known.repository && {
        code: "repository_never_seen",
        message: `No entry is of ${repository} yet. Check how it is written.`,
      },
  ];
  return notes.filter((note) => note !== false);
}

function exactness(label: string): string {
  const shown = JSON.stringify(label);
  if (/[*?%]/.test(label)) return `Only the label ${shown} itself matches: there are no wildcards.`;
  if (label !== label.trim()) return `Only the label ${shown} itself matches, with the space around it.`;
  return `Only the label ${shown} itself matches: case counts, and there are no wildcards.`;
}

function neverSeen(closest: string | null): string {
  const hint = closest === null ? "" : ` The closest label that has been is ${JSON.stringify(closest)}.`;
  return `This label has never been on an entry.${hint}`;
}

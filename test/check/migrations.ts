type Journal = { entries: { idx: number; when: number; tag: string }[] };

/**
 * What is wrong with the migrations' journal. One whose time is before its predecessor's is passed over without a word
 * on every database that has the later one.
 */
export function migrationProblems(journal: Journal, sqlFiles: string[]): string[] {
  const { entries } = journal;
  const tags = entries.map((entry) => entry.tag);
  const files = sqlFiles.map((file) => file.replace(/\.sql$/, ""));
  return [
    ...entries.flatMap((entry, i) => {
      const before = entries[i - 1];
      return before && entry.when <= before.when
        ? [`${entry.tag} is not later than ${before.tag}: it would never be applied. Generate it again.`]
        : [];
    }),
    ...entries.flatMap((entry, i) =>
      entry.idx === i ? [] : [`${entry.tag} has number ${entry.idx} at place ${i} of the journal`],
    ),
    ...tags.filter((tag, i) => tags.indexOf(tag) !== i).map((tag) => `${tag} is in the journal twice`),
    ...files.filter((file) => !tags.includes(file)).map((file) => `${file}.sql is not in the journal`),
    ...tags
      .filter((tag) => !files.includes(tag))
      .map((tag) => `${tag} is in the journal, its file is missing`),
  ];
}

export type Waiting = { id: number; body: string };

/** So many answers that wait for one issue are a storm; fewer are given one by one (D6). */
const storm = 5;
// GitHub takes 65,536.
const longest = 60_000;
const between = "\n\n---\n\n";

/**
 * Which of the answers that wait for one issue go into its next comment, and that comment's text: `first` alone, or in a
 * storm as many as fit, in the order of their commands. Each keeps its marker, by which a retry finds it (D6, D29).
 */
export function gather<W extends Waiting>(first: W, others: W[]): { answered: W[]; body: string } {
  if (others.length + 1 < storm) return { answered: [first], body: first.body };
  const answered = [first];
  // Room for the heading.
  let length = first.body.length + 200;
  for (const other of others) {
    const longer = length + between.length + other.body.length;
    if (longer > longest) continue;
    length = longer;
    answered.push(other);
  }
  if (answered.length === 1) return { answered, body: first.body };
  answered.sort((a, b) => a.id - b.id);
  const heading = `**${answered.length} answers in one comment**, since so many commands came in together.`;
  return { answered, body: [heading, ...answered.map(({ body }) => body)].join(between) };
}

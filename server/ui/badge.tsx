/** @jsxImportSource @kitajs/html */
export type Tone = "plain" | "good" | "bad" | "warn";

/** A state in a word. The word says it; the colour only helps. */
export function Badge({ text, tone = "plain" }: { text: string; tone?: Tone }) {
  return (
    <span class={["badge", tone]} safe>
      {text}
    </span>
  );
}

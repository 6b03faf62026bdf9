/** @jsxImportSource @kitajs/html */

/** The texts of the document: paragraphs with `code` and **strong** words, which is all of Markdown that they use. */
export function Prose({ text, lead }: { text: string; lead?: boolean }) {
  return (
    <>
      {text.split("\n\n").map((paragraph) => (
        <p class={lead ? "lead" : undefined}>
          <Words text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** One line of the same. */
export function Words({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter((part) => part !== "");
  return (
    <>
      {parts.map((part) => (
        <Part text={part} />
      ))}
    </>
  );
}

function Part({ text }: { text: string }) {
  if (text.startsWith("`")) return <code safe>{text.slice(1, -1)}</code>;
  if (text.startsWith("**")) return <b safe>{text.slice(2, -2)}</b>;
  return <span safe>{text}</span>;
}

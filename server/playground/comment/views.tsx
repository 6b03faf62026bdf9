/** @jsxImportSource @kitajs/html */
import { type Href, webAddress } from "../../ui/href.ts";
import { type Block, blocksOf, type Piece } from "./markdown.ts";

/** A comment as GitHub would show it, from what somebody typed: nothing of it becomes markup but what blocksOf knows. */
export function CommentText({ body }: { body: string }) {
  return (
    <>
      {blocksOf(body).map((block) => (
        <TextBlock block={block} />
      ))}
    </>
  );
}

function TextBlock({ block: { kind, lines } }: { block: Block }) {
  if (kind === "list") {
    return (
      <ul>
        {lines.map((line) => (
          <li>
            <Line pieces={line} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      {lines.map((line, place) => (
        <>
          {place > 0 && <br />}
          <Line pieces={line} />
        </>
      ))}
    </p>
  );
}

function Line({ pieces }: { pieces: Piece[] }) {
  return (
    <>
      {pieces.map((piece) => (
        <OnePiece piece={piece} />
      ))}
    </>
  );
}

function OnePiece({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === "code") return <code safe>{text}</code>;
  if (kind === "strong") return <b safe>{text}</b>;
  const href: Href | undefined = kind === "link" ? webAddress(text) : undefined;
  if (href === undefined) return <span safe>{text}</span>;
  return (
    <a href={href} rel="nofollow noreferrer" safe>
      {text}
    </a>
  );
}

/** Lines of a comment that a parser reads on their own as it would read them in their place. */
export type Passage = { text: string; candidates: Candidate[] };

/** A line that may be a command. */
export type Candidate = {
  /** From 1, in the comment. */
  line: number;
  source: string;
  /** Where its slash stands in the passage. */
  offset: number;
};

/**
 * Cuts a comment down to the passages that may hold commands (D2), in one pass over its lines. A CommonMark parser takes
 * minutes for some comments of 65,536 characters, and this leaves it a few lines of an ordinary one.
 *
 * A passage begins at a line that no quotation or list reaches, since a blank line or the end of a top-level block stands before
 * it and it is not indented. Fenced code and HTML comments at the top level are skipped: nothing in them is a command.
 * Where it takes the whole of CommonMark to tell, the passage goes on and the parser decides.
 */
export function passagesOf(markdown: string): Passage[] {
  const lines = markdown.split(/\r\n|[\n\r]/);
  const passages: Passage[] = [];
  let start = 0;
  let state = fresh;
  lines.forEach((line, place) => {
    const step = read(line, state);
    if (step.cut === "before") {
      addPassage(passages, lines, start, place);
      start = place;
    }
    if (step.cut === "skip") {
      if (!isSkipping(state)) addPassage(passages, lines, start, place);
      start = place + 1;
    }
    state = step.state;
  });
  addPassage(passages, lines, start, lines.length);
  return passages;
}

type State = {
  /** What ends the block whose lines are skipped; null outside of one. */
  until: RegExp | null;
  /** The line before was blank, or the end of a skipped block. */
  isFree: boolean;
  listMayBeOpen: boolean;
  htmlMayBeOpen: boolean;
  /** From here on only the parser can tell. */
  isUnclear: boolean;
};
type Step = { state: State; cut: "before" | "skip" | "none" };

const fresh: State = {
  until: null,
  isFree: true,
  listMayBeOpen: false,
  htmlMayBeOpen: false,
  isUnclear: false,
};
const isSkipping = (state: State) => state.until !== null;

/** Whether a CommonMark parser reads the passage at once: what takes it long is beyond what anybody writes around a command. */
export function isReadable({ text }: Passage): boolean {
  if (text.length > 4096 || (text.match(/[*_`<[\]!]/g) ?? []).length > 400) return false;
  const lines = text.split("\n");
  return lines.length <= 200 && lines.every((line) => isThematicBreak.test(line) || depthOf(line) <= 12);
}

const isThematicBreak = /^ {0,3}(?:[-\t ]+|[*\t ]+)$/;

/** How many quotations and lists a line opens or goes on with. */
function depthOf(line: string): number {
  const marks = /^(?:[\s>*+-]|\d{1,9}[.)])*/.exec(line)![0];
  return marks.match(/[>*+-]|\d+/g)?.length ?? 0;
}

function read(line: string, state: State): Step {
  if (state.until) return { state: state.until.test(line) ? fresh : state, cut: "skip" };
  if (state.isUnclear) return { state, cut: "none" };
  if (blank.test(line)) return { state: { ...state, isFree: true, htmlMayBeOpen: false }, cut: "none" };

  // A list's content is indented by two columns at least.
  const isOutsideLists = /^ ?[^ \t]/.test(line);
  const begins = state.isFree && isOutsideLists;
  const { listMayBeOpen, htmlMayBeOpen } = begins ? fresh : state;
  const block = openingOf(line);
  if (block !== null) {
    const isClear = block !== "unclear" && !htmlMayBeOpen && (isOutsideLists || !listMayBeOpen);
    if (!isClear) return { state: { ...state, isUnclear: true }, cut: begins ? "before" : "none" };
    return { state: block.endsAtOnce ? fresh : { ...fresh, until: block.until }, cut: "skip" };
  }
  return {
    state: {
      ...fresh,
      isFree: false,
      listMayBeOpen: listMayBeOpen || /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line),
      htmlMayBeOpen: htmlMayBeOpen || /^ {0,3}</.test(line),
    },
    cut: begins ? "before" : "none",
  };
}

/** The block that a line opens if it stands at the top level, of the kinds that blank lines do not end. */
function openingOf(line: string): { until: RegExp; endsAtOnce: boolean } | "unclear" | null {
  const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(line);
  if (fence) {
    const [mark, size] = fence[1] ? ["`", fence[1].length] : ["~", fence[2]!.length];
    return { until: new RegExp(`^ {0,3}${mark}{${size},}[ \\t]*$`), endsAtOnce: false };
  }
  const comment = /^ {0,3}<!--/.exec(line);
  // `<!-->` is a whole comment.
  if (comment) return { until: /-->/, endsAtOnce: line.includes("-->", comment[0].length - 2) };
  return /^ {0,3}<(?:[?!]|(?:script|pre|style|textarea)(?:[\s>]|$))/i.test(line) ? "unclear" : null;
}

const blank = /^[ \t]*$/;
const candidate = /^\s*(?=\/(?:log|plan)(?:\s|$))/i;

function addPassage(passages: Passage[], lines: string[], start: number, end: number): void {
  const places: number[] = [];
  for (let place = start; place < end; place += 1) if (candidate.test(lines[place]!)) places.push(place);
  if (places.length === 0) return;
  const own = lines.slice(start, endOfParagraph(lines, places.at(-1)!, end));
  const candidates: Candidate[] = [];
  let offset = 0;
  own.forEach((text, index) => {
    const indentation = candidate.exec(text)?.[0].length;
    if (indentation !== undefined) {
      candidates.push({ line: start + index + 1, source: text.trim(), offset: offset + indentation });
    }
    offset += text.length + 1;
  });
  passages.push({ text: own.join("\n"), candidates });
}

/** The lines up to the next blank one may still turn a paragraph into a heading; what follows them decides nothing about it. */
function endOfParagraph(lines: string[], from: number, end: number): number {
  let place = from;
  while (place < end && !blank.test(lines[place]!)) place += 1;
  return place;
}

import { CliError } from "./errors.ts";
import type { Input } from "./world.ts";

/**
 * What is typed on a terminal or piped in; questions appear on `screen`, so that stdout stays what was asked for.
 * @param open gives the stream, which is touched by commands that read it only.
 */
export function inputFrom(
  open: () => NodeJS.ReadStream,
  screen: { write: (text: string) => Promise<void> },
): Input {
  return {
    get isTTY() {
      return open().isTTY ?? false;
    },
    async readAll() {
      const stream = open();
      let text = "";
      stream.setEncoding("utf8");
      for await (const piece of stream) text += piece as string;
      return text;
    },
    async ask(question, { hidden } = { hidden: false }) {
      const stream = open();
      // Before the question, or the terminal would show what somebody quick pastes as soon as it is there.
      stream.setRawMode(true);
      await screen.write(question);
      const line = await lineFrom(stream, hidden ? undefined : (text) => void screen.write(text));
      await screen.write("\n");
      if (line === undefined) throw new CliError("interrupted", "ended before an answer was given");
      return line;
    },
  };
}

/** One line of a stream in raw mode, where nothing appears but what `echo` shows. Undefined at Ctrl-C. */
function lineFrom(stream: NodeJS.ReadStream, echo: ((text: string) => void) | undefined) {
  let line: string[] = [];
  return new Promise<string | undefined>((settle) => {
    const end = (answer: string | undefined) => {
      stream.off("data", read).off("end", ended);
      stream.setRawMode(false);
      stream.pause();
      settle(answer);
    };
    const ended = () => end(line.join(""));
    const read = (piece: string) => {
      for (const key of visible(piece)) {
        if (key === "\x03") return end(undefined);
        // Return, or Ctrl-D.
        if (key === "\r" || key === "\n" || key === "\x04") return end(line.join(""));
        if (key === "\x7f" || key === "\b") {
          if (line.pop() !== undefined) echo?.("\b \b");
        } else if (key === "\x15") {
          echo?.("\b \b".repeat(line.length));
          line = [];
        } else if (key >= " ") {
          line.push(key);
          echo?.(key);
        }
      }
    };
    stream.setEncoding("utf8");
    stream.on("data", read).on("end", ended).resume();
  });
}

/** Without the sequences of arrow keys, and those in which some terminals wrap what is pasted. */
function visible(text: string): string {
  return text.replace(new RegExp(String.raw`\x1b\[[0-9;?]*[ -/]*[@-~]`, "g"), "");
}

import { createInterface, type Interface } from "node:readline";
import type { Surroundings } from "../surroundings.js";

/** What came of asking for one line. */
export type Line =
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl-d on an empty line, or the end of the input. */
  | { readonly kind: "end" }
  /** Ctrl-c. */
  | { readonly kind: "interrupt" }
  /** What was asked needs no answer any more. */
  | { readonly kind: "withdrawn" };

/** Talks with the person at the terminal, a line at a time. Lines that were pasted at once are answers in turn. */
export interface Dialogue {
  ask(prompt: string, signal: AbortSignal): Promise<Line>;
  say(lines: readonly string[]): void;
}

/**
 * A dialogue over the given streams. The terminal is in raw mode only while a line is being asked for, so that ctrl-c
 * is a signal at any other time.
 */
export function openDialogue(surroundings: Surroundings): Dialogue {
  const ahead: string[] = [];
  return {
    say(lines) {
      if (lines.length > 0) surroundings.err.stream.write(`${lines.join("\n")}\n`);
    },
    async ask(prompt, signal) {
      if (signal.aborted) return { kind: "withdrawn" };
      const waiting = ahead.shift();
      if (waiting !== undefined) {
        surroundings.err.stream.write(`${prompt}${waiting}\n`);
        return { kind: "line", text: waiting };
      }
      if (surroundings.in.stream.readableEnded) return { kind: "end" };
      return askLine(prompt, signal, surroundings, ahead);
    },
  };
}

function askLine(
  prompt: string,
  signal: AbortSignal,
  surroundings: Surroundings,
  ahead: string[],
): Promise<Line> {
  const terminal = createInterface({
    input: surroundings.in.stream,
    output: surroundings.err.stream,
    terminal: true,
    historySize: 0,
  });
  return new Promise((resolve) => {
    let outcome: Line | undefined;
    const settle = (line: Line): void => {
      if (outcome !== undefined) return;
      outcome = line;
      signal.removeEventListener("abort", withdraw);
      // What was pasted with this line is read before the terminal is let go.
      setImmediate(() => {
        letGo(terminal, line, surroundings);
        resolve(line);
      });
    };
    const withdraw = (): void => {
      settle({ kind: "withdrawn" });
    };
    signal.addEventListener("abort", withdraw, { once: true });
    terminal.on("line", (text) => {
      if (outcome === undefined) settle({ kind: "line", text });
      else ahead.push(text);
    });
    terminal.on("SIGINT", () => {
      settle({ kind: "interrupt" });
    });
    terminal.on("close", () => {
      settle({ kind: "end" });
    });
    terminal.setPrompt(prompt);
    terminal.prompt();
  });
}

function letGo(terminal: Interface, line: Line, surroundings: Surroundings): void {
  terminal.close();
  // The cursor still stands behind what was typed.
  if (line.kind !== "line") surroundings.err.stream.write("\n");
}

import type { Readable, Writable } from "node:stream";
import type { Clock } from "../runtime/ports.js";

/** Where text goes. */
export interface Output {
  /** Whether a person sees it as it comes; only then is anything redrawn. */
  readonly terminal: boolean;
  /** Width in columns as it is now. */
  columns(): number;
  readonly stream: Writable;
}

/**
 * All that a command knows of the world around it, so that tests give their own. What a command was asked to show goes to
 * `out`, what is told on the way (how a run goes and ends, questions, what is wrong) to `err`.
 */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly in: { readonly terminal: boolean; readonly stream: Readable };
  readonly out: Output;
  readonly err: Output;
  readonly clock: Clock;
  /** Who is at the keyboard: the owner of what is started, and who answers. */
  readonly user: string;
  /** Calls `changed` after something below a folder has changed, until what it gives back is called. */
  watch(folder: string, changed: () => void): Promise<() => void>;
  /** Calls `handler` at every interrupt (ctrl-c, SIGTERM, SIGHUP) until what it gives back is called. */
  onInterrupt(handler: () => void): () => void;
}

/** Whether there is somebody who can be asked (`[R-48]`). */
export function someoneIsThere(surroundings: Surroundings): boolean {
  return surroundings.in.terminal && surroundings.err.terminal;
}

/** No colour where there is no terminal or `NO_COLOR` is set and not empty. */
export function hasColour(output: Output, env: Surroundings["env"]): boolean {
  return output.terminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** Shows lines that were asked for. */
export function show(surroundings: Surroundings, lines: readonly string[]): void {
  if (lines.length > 0) surroundings.out.stream.write(`${lines.join("\n")}\n`);
}

/** Tells a person what goes on. */
export function say(surroundings: Surroundings, lines: readonly string[]): void {
  if (lines.length > 0) surroundings.err.stream.write(`${lines.join("\n")}\n`);
}

/** Writes a value for a program: JSON, indented, one document. */
export function emit(surroundings: Surroundings, value: unknown): void {
  surroundings.out.stream.write(`${JSON.stringify(value, null, 2)}\n`);
}

import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { ExitCode } from "../../cli/exit-code.js";
import { runProgram, type Registered } from "../../cli/program.js";
import type { Output, Surroundings } from "../../cli/surroundings.js";
import type { Clock } from "../../runtime/ports.js";

export interface Ended {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SessionOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Somebody at a terminal, who types one of these lines whenever something is asked. `^D` and `^C` are those keys. */
  readonly typed?: readonly string[];
  readonly columns?: number;
  readonly clock?: Clock;
  /** Ctrl-c, once this was written for a person. */
  readonly interruptAt?: RegExp;
  /** Hears what is written for a person, and may interrupt. */
  readonly heard?: (text: string, interrupt: () => void) => void;
  /** Watches folders; without, nothing ever changes. */
  readonly watch?: Surroundings["watch"];
  /** Other commands than Laban's own. */
  readonly commands?: readonly Registered[];
}

/** A clock that stands still: no moment that is waited for ever comes. */
export function frozenClock(now = Date.UTC(2026, 10, 30, 12)): Clock {
  return {
    now: () => now,
    until: (_at, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          resolve();
        });
      }),
  };
}

/** Runs one command line in this process, with streams of its own. */
export async function laban(words: readonly string[], options: SessionOptions): Promise<Ended> {
  const terminal = options.typed !== undefined;
  const typed = [...(options.typed ?? [])];
  const input = new PassThrough();
  const interrupts = new Set<() => void>();
  const type = (): void => {
    const next = typed.shift();
    setImmediate(() => {
      if (next === "^D" || next === undefined) input.write("\u0004");
      else if (next === "^C") input.write("\u0003");
      else input.write(`${next}\n`);
    });
  };
  const out = capture(terminal, options.columns, () => undefined);
  const err = capture(terminal, options.columns, (text) => {
    if (/[›…] $/.test(stripVTControlCharacters(text))) type();
    const interrupt = (): void => {
      for (const each of interrupts) each();
    };
    if (options.interruptAt?.test(text) === true) interrupt();
    options.heard?.(text, interrupt);
  });
  const surroundings: Surroundings = {
    cwd: options.cwd,
    env: options.env ?? {},
    in: { terminal, stream: input },
    out: out.output,
    err: err.output,
    clock: options.clock ?? frozenClock(),
    user: "tester",
    watch: options.watch ?? (async () => () => undefined),
    onInterrupt(handler) {
      interrupts.add(handler);
      return () => {
        interrupts.delete(handler);
      };
    },
  };
  const code = await runProgram(words, surroundings, options.commands);
  return { code, stdout: out.text(), stderr: err.text() };
}

function capture(
  terminal: boolean,
  columns: number | undefined,
  watch: (text: string) => void,
): { readonly output: Output; text(): string } {
  let text = "";
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      text += chunk.toString();
      watch(chunk.toString());
      done();
    },
  });
  return { output: { terminal, columns: () => columns ?? 100, stream }, text: () => text };
}

/** The whole of what came of a command, as a golden file keeps it. */
export function transcript(words: readonly string[], ended: Ended): string {
  const part = (title: string, text: string): string => (text === "" ? "" : `--- ${title}\n${text}`);
  return `$ laban ${words.join(" ")}\n${part("stdout", ended.stdout)}${part("stderr", ended.stderr)}--- exit ${String(ended.code)}\n`;
}

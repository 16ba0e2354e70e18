/** A tool that is a program: its input on the standard input as JSON, its output on the standard output as JSON. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Json } from "../../ir/index.js";
import type { Clock, Tool, ToolResult } from "../ports.js";

export interface CommandOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  /** Where it runs. */
  readonly folder: string;
  readonly clock: Clock;
  /** What it may be given of; only `PATH` and the names in `allowed` are. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly allowed?: readonly string[];
  /** ms. Default 60 000. */
  readonly timeoutMs?: number;
  /** The most that it may write. Default 1 000 000. */
  readonly outputBytes?: number;
}

/** How much of what it complained of is told. */
const tailLength = 2_000;

/** How long its output may stay open after its end, in ms. */
const closingMs = 1_000;

/**
 * Whatever goes wrong (it is not there, fails, takes too long, writes too much or no JSON) is the tool's error, with the end
 * of what it wrote to standard error. It and all that it started end with the call.
 */
export function commandTool(options: CommandOptions): Tool {
  return { call: (input, { signal }) => runCommand(options, input, signal) };
}

async function runCommand(options: CommandOptions, input: Json, signal: AbortSignal): Promise<ToolResult> {
  const { command, folder, clock, timeoutMs = 60_000, outputBytes = 1_000_000 } = options;
  const [program, ...args] = command;
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd: folder,
    env: environment(options),
    stdio: ["pipe", "pipe", "pipe"],
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const output: Buffer[] = [];
  let size = 0;
  let complaint = "";
  let problem: string | undefined;
  const end = (why: string | undefined): void => {
    problem ??= why;
    killGroup(child);
  };
  const abort = (): void => end(undefined);
  signal.addEventListener("abort", abort, { once: true });
  const over = new AbortController();
  void clock.until(clock.now() + timeoutMs, over.signal).finally(() => {
    if (!over.signal.aborted) end(`\`${program}\` took longer than ${timeoutMs / 1_000} seconds`);
  });
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > outputBytes) end(`\`${program}\` wrote more than ${outputBytes} bytes`);
    else output.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-tailLength);
  });
  // It need not read what it is told.
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify(input));
  try {
    const { code, killedBy, failure } = await ended(child, clock);
    signal.throwIfAborted();
    if (failure !== undefined) return { error: startWords(program, folder, failure) };
    if (problem !== undefined) return { error: withComplaint(problem, complaint) };
    if (code !== 0)
      return { error: withComplaint(`\`${program}\` ended with ${killedBy ?? `code ${code}`}`, complaint) };
    return readOutput(program, Buffer.concat(output).toString("utf8"), complaint);
  } finally {
    over.abort();
    signal.removeEventListener("abort", abort);
  }
}

interface Ended {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  readonly failure: Error | undefined;
}

/** Until it has ended and what it wrote was read. What it left behind may hold its output open: that is not waited for. */
function ended(child: ChildProcess, clock: Clock): Promise<Ended> {
  return new Promise((resolve) => {
    child.once("error", (failure) => resolve({ code: null, killedBy: null, failure }));
    child.once("exit", (code, killedBy) => {
      killGroup(child);
      const closed = new AbortController();
      child.once("close", () => closed.abort());
      void clock.until(clock.now() + closingMs, closed.signal).finally(() => {
        child.stdout?.destroy();
        resolve({ code, killedBy, failure: undefined });
      });
    });
  });
}

function readOutput(program: string, text: string, complaint: string): ToolResult {
  try {
    const output: Json = JSON.parse(text);
    return { output };
  } catch {
    const said = text.trim() === "" ? "wrote nothing" : `did not write JSON: ${text.trim().slice(0, 200)}`;
    return { error: withComplaint(`\`${program}\` ${said}`, complaint) };
  }
}

function environment({ env, allowed = [] }: CommandOptions): NodeJS.ProcessEnv {
  const given: NodeJS.ProcessEnv = {};
  for (const name of ["PATH", ...allowed]) {
    const value = env[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function startWords(program: string, folder: string, failure: Error): string {
  const code = "code" in failure ? failure.code : undefined;
  if (code === "ENOENT")
    return `\`${program}\` cannot be started: it, or the folder \`${folder}\`, is not there`;
  if (code === "EACCES") return `\`${program}\` cannot be started: this user may not run it`;
  return `\`${program}\` cannot be started: ${failure.message}`;
}

function withComplaint(problem: string, complaint: string): string {
  const said = complaint.trim();
  return said === "" ? problem : `${problem}: ${said}`;
}

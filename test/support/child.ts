import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../..");

/** Bundles a TypeScript program of the tests, so that a process of its own can run it (and be killed). */
export async function bundleProgram(file: string): Promise<string> {
  const folder = join(root, "node_modules/.cache/laban-test");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${basename(file, ".ts")}-${process.pid}.mjs`);
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["@photostructure/sqlite", "ai", "@ai-sdk/openai-compatible"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    logLevel: "silent",
  });
  return outfile;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of the tests that runs in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves with the first line of its output that begins with `start`; rejects when it ends before. */
  line(start: string): Promise<string>;
  readonly ended: Promise<Ended>;
}

export function runProgram(program: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const watch of watchers) watch();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((done) => {
    child.on("close", (code, signal) => done({ code, signal, stdout, stderr }));
  });
  return {
    child,
    ended,
    line: (start) =>
      new Promise((found, failed) => {
        const watch = (): void => {
          const line = stdout.split("\n").find((text) => text.startsWith(start));
          if (line === undefined) return;
          watchers.delete(watch);
          found(line);
        };
        watchers.add(watch);
        watch();
        child.on("close", () => {
          watchers.delete(watch);
          failed(new Error(`it ended before it said \`${start}\`: ${stdout}${stderr}`));
        });
      }),
  };
}

// Times what it is given and quotes medians: a single figure from a busy machine says little.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Parts of the sources that no package export gives, bundled as the published ones are.
 *
 * @param {string} contents what a file at the root would say
 * @returns {Promise<any>} its exports
 */
export async function bundled(contents) {
  const folder = mkdtempSync(join(tmpdir(), "laban-bench-"));
  try {
    const outfile = join(folder, "bundle.mjs");
    await build({
      stdin: { contents, resolveDir: dirname(dirname(fileURLToPath(import.meta.url))), loader: "ts" },
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Median milliseconds of one call of `work`, after a warm-up.
 *
 * @param {() => unknown} work
 * @param {{ warmup?: number, runs?: number }} [options]
 */
export function time(work, { warmup = 3, runs = 11 } = {}) {
  for (let i = 0; i < warmup; i += 1) work();
  const times = [];
  for (let i = 0; i < runs; i += 1) {
    globalThis.gc?.();
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/**
 * Milliseconds from start to end of whole processes, in turn (A B A B …), so that a ratio holds when the machine's speed
 * drifts. Each command is `[file, ...arguments]`.
 *
 * @param {Record<string, string[]>} commands
 * @param {{ runs?: number, cwd?: string, expect?: number[] }} [options]
 * @returns {Record<string, number[]>}
 */
export function processes(commands, { runs = 15, cwd, expect = [0] } = {}) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let i = -1; i < runs; i += 1) {
    for (const [name, [file, ...words]] of Object.entries(commands)) {
      const start = performance.now();
      const done = spawnSync(file, words, { cwd, stdio: ["ignore", "pipe", "pipe"] });
      const took = performance.now() - start;
      if (!expect.includes(done.status ?? -1)) {
        throw new Error(`${name} ended with ${done.status}:\n${done.stderr.toString()}`);
      }
      if (i >= 0) times[name].push(took);
    }
  }
  return times;
}

/** The median of the ratios of two series, pair by pair. @param {number[]} a @param {number[]} b */
export function ratio(a, b) {
  return median(a.map((value, i) => value / b[i]));
}

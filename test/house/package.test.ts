import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../scripts/bundle.mjs";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

type Outputs = Awaited<ReturnType<typeof bundle>>["node"]["outputs"];

/** What is read to start an entry: the files that it imports as it loads, and the bytes of all of them. */
function staticClosure(
  outputs: Outputs,
  entry: string,
): { readonly inputs: readonly string[]; readonly bytes: number } {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { path: imported, kind } of output.imports) if (kind === "import-statement") visit(imported);
  };
  visit(entry);
  const read = [...seen].flatMap((path) => outputs[path] ?? []);
  return {
    inputs: read.flatMap((output) => Object.keys(output.inputs)),
    bytes: read.reduce((sum, output) => sum + output.bytes, 0),
  };
}

describe("the package", () => {
  // Below node_modules, so that the packages which stay outside of the bundle are found from it.
  const caches = join(root, "node_modules/.cache");
  let outdir = "";
  let outputs: Awaited<ReturnType<typeof bundle>>;

  beforeAll(async () => {
    mkdirSync(caches, { recursive: true });
    outdir = mkdtempSync(join(caches, "laban-"));
    outputs = await bundle(outdir);
  });

  afterAll(() => rmSync(outdir, { recursive: true }));

  const built = (path: string) => relative(root, join(outdir, path)).replaceAll("\\", "/");

  it("starts the command line, which tells its version", async () => {
    const { stdout, stderr } = await run(process.execPath, [join(outdir, "cli/main.js"), "--version"]);
    expect(manifest).toMatchObject({ version: stdout.trim() });
    expect(stderr).toBe("");
  });

  it("reads little to start the command line: no command, no package, and of the other rooms the leaf at most", () => {
    const { inputs, bytes } = staticClosure(outputs.node.outputs, built("cli/main.js"));
    const expected = /^(?:cli\/(?!commands\/)|cli\/commands\/index\.gen\.ts$|ir\/)/;
    expect(inputs.filter((path) => !expected.test(path))).toEqual([]);
    expect(bytes).toBeLessThan(64 * 1024);
  });

  it("leaves outside of the bundle SQLite and the optional AI SDK alone", () => {
    const external = [...Object.values(outputs.node.outputs), ...Object.values(outputs.browser.outputs)]
      .flatMap((output) => output.imports)
      .filter((imported) => imported.external === true && !isBuiltin(imported.path))
      .map((imported) => imported.path);
    const allowed = ["@ai-sdk/openai-compatible", "@photostructure/sqlite", "ai"];
    expect(external.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it("imports nothing from outside in the libraries that run in a browser", () => {
    const imports = Object.values(outputs.browser.outputs).flatMap((output) => output.imports);
    expect(imports.filter((imported) => imported.external === true)).toEqual([]);
  });
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { makeReadonly } from "../../scripts/generate/readonly.mjs";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

describe("generated files", () => {
  it("are what `npm run generate` writes from the rest", async () => {
    const outcome = await run(process.execPath, [join(root, "scripts/generate.mjs"), "--check"]).catch(
      (failure: { stderr: string }) => failure,
    );
    expect(outcome.stderr).toBe("");
  });

  it("validate without anything of Node, in an empty global scope", async () => {
    const source = readFileSync(join(root, "ir/validate.gen.js"), "utf8");
    const script = await transform(source, { format: "iife", globalName: "validators" });
    const empty = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
    runInContext(script.code, empty);
    expect(
      runInContext('validators.validateEvent({ kind: "timer.due", timer: "run:deadline" })', empty),
    ).toBe(true);
    expect(runInContext('validators.validateEvent({ kind: "timer.due" })', empty)).toBe(false);
    expect(
      runInContext("validators.validateEvent.errors.map((e) => e.params.missingProperty).join()", empty),
    ).toBe("timer");
  });
});

describe("makeReadonly", () => {
  it("makes properties, index signatures, arrays of whatever and tuples readonly", () => {
    const text = `/** what is [] in a: comment */
export interface Playbook {
  /**
   * a: string[]
   */
  "odd key"?: ("a" | "b[]")[];
  matrix: string[][];
  rows: {
    x?: number;
  }[];
  pair: [string, ...Row[]];
  map: {
    [k: string]: Row;
  };
}
export type Row = "z"[] | null;
`;
    expect(makeReadonly(text)).toBe(`/** what is [] in a: comment */
export interface Playbook {
  /**
   * a: string[]
   */
  readonly "odd key"?: readonly ("a" | "b[]")[];
  readonly matrix: readonly (readonly string[])[];
  readonly rows: readonly {
    readonly x?: number;
  }[];
  readonly pair: readonly [string, ...readonly Row[]];
  readonly map: {
    readonly [k: string]: Row;
  };
}
export type Row = readonly "z"[] | null;
`);
  });
});

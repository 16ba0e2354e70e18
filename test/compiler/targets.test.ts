import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Bundle } from "../../ir/index.js";
import { targets } from "../../compiler/index.js";
import { compiled } from "./compiled.js";

const run = promisify(execFile);
const tsc = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

async function built(
  name: string,
  source: string | Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const target = targets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`no target ${name}`);
  return target.build(await compiled(source));
}

const source = `namespace n
/// A line */ of an order.
type Line { sku: string  n: integer = 1 }
/// Old.
type Tree { name: string  children: Tree[]  old?: string @deprecated }
artifact line at "line.json" : Line
artifact doc at "doc.json" { "odd key": Line  more: map<integer>  any: json  tags: ("a" | "b")[]  at: date | null }
verdict state: "ok" | 3 | null
wait Ok { class intervention answer boolean }
tool look { input { q?: string } output { found: Tree[] } }
effect send { input { to: email } }
playbook p {
  intent "i"
  input who: string
  input level: "low" | "high" = "low"
  interview { sure: boolean ask "Sure?" }
  outputs doc, line
  returns state
  prompt "{{ who }} {{ level }} {{ sure }}"
}
`;

describe("[L-10] the types target", () => {
  it("is TypeScript that says what the schemas say", async () => {
    const files = await built("types", source);
    const folder = mkdtempSync(join(tmpdir(), "laban-types-"));
    try {
      writeFileSync(join(folder, "playbooks.ts"), files.get("playbooks.ts") ?? "");
      writeFileSync(
        join(folder, "use.ts"),
        `import type { Doc, Effects, Line, PInputs, Playbooks, State, Tools, Waits } from "./playbooks.js";
export const line: Line = { sku: "a" };
export const doc: Doc = { "odd key": line, more: { x: 1 }, any: [null], tags: ["a"], at: null };
export const inputs: PInputs = { who: "me" };
export const state: State = 3;
export const answer: Waits["n.Ok"] = true;
export const found: Tools["n.look"]["output"] = { found: [{ name: "a", children: [] }] };
export const sent: Effects["n.send"]["input"] = { to: "a@b.org" };
export const run: Playbooks["n.p"] = { inputs, interview: { sure: true }, outputs: { "n.doc": doc, "n.line": line }, returns: { "n.state": state } };
// @ts-expect-error a level that there is not
export const wrongLevel: PInputs = { who: "me", level: "middle" };
// @ts-expect-error a closed object takes no more
export const wrongLine: Line = { sku: "a", x: 1 };
// @ts-expect-error a field is missing
export const wrongInputs: PInputs = {};
`,
      );
      const arguments_ = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--exactOptionalPropertyTypes",
        "--module",
        "nodenext",
        "--types",
        "",
        join(folder, "use.ts"),
      ];
      const { stdout } = await run(process.execPath, [tsc, ...arguments_]).catch(
        (failure: { stdout: string }) => failure,
      );
      expect(stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("gives each a name of its own", async () => {
    const files = await built("types", {
      "a.playbook": 'namespace a\ntype Order = string\nartifact order at "a.json" : Order\n',
      "b.playbook": 'namespace b\ntype Order = integer\nartifact other at "b.json" : Order\n',
    });
    const names = [...(files.get("playbooks.ts") ?? "").matchAll(/export (?:type|interface) (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(["AOrder", "BOrder", "Order", "Other", "Artifacts"]);
  });

  it("never ends its own comments, and marks what is deprecated", async () => {
    const text = (await built("types", source)).get("playbooks.ts") ?? "";
    expect(text).toContain("/** A line *\\/ of an order. */");
    expect(text).toContain("/** @deprecated */\n  old?: string;");
  });
});

describe("[L-10] the schemas target", () => {
  it("gives schemas that stand alone and are valid", async () => {
    const files = await built("schemas", source);
    const ajv = new Ajv2020({ strict: true, strictRequired: false });
    formats.default(ajv);
    for (const text of files.values()) {
      const schema: object = JSON.parse(text) as object;
      expect(ajv.compile(schema)).toBeTypeOf("function");
    }
    expect([...files.keys()]).toEqual([
      "types/n.Line.schema.json",
      "types/n.Tree.schema.json",
      "artifacts/n.doc.schema.json",
      "artifacts/n.line.schema.json",
      "verdicts/n.state.schema.json",
      "inputs/n.p.schema.json",
      "interviews/n.p.schema.json",
      "waits/n.Ok.schema.json",
      "tools/n.look.input.schema.json",
      "tools/n.look.output.schema.json",
      "effects/n.send.input.schema.json",
      "effects/n.send.output.schema.json",
    ]);
  });

  it("hold what they are for", async () => {
    const files = await built("schemas", source);
    expect(JSON.parse(files.get("inputs/n.p.schema.json") ?? "")).toMatchObject({
      title: "n.p",
      properties: { who: { type: "string" }, level: { enum: ["low", "high"] } },
      required: ["who"],
    });
    expect(JSON.parse(files.get("types/n.Tree.schema.json") ?? "")).toMatchObject({
      description: "Old.",
      $defs: { "n.Tree": { type: "object" } },
    });
  });
});

describe("the ir target", () => {
  it("is the bundle, the program with its digest, and the source map", async () => {
    const files = await built("ir", source);
    const bundle = JSON.parse(files.get("bundle.json") ?? "") as Bundle;
    expect(bundle).toEqual(JSON.parse(JSON.stringify(await compiled(source))));
    expect(JSON.parse(files.get("program.json") ?? "")).toEqual({
      digest: bundle.digest,
      program: bundle.program,
    });
    expect(JSON.parse(files.get("source-map.json") ?? "")).toEqual(bundle.sourceMap);
  });
});

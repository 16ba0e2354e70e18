import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInputs, type Given } from "../../cli/inputs.js";
import type { Input, Json, Schema } from "../../ir/index.js";

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "laban-inputs-"));
  writeFileSync(join(cwd, "brief.md"), "Two\nlines\n");
  writeFileSync(join(cwd, "inputs.json"), `{ "brief": "from the file", "count": 2 }`);
  writeFileSync(join(cwd, "list.json"), `[1]`);
  writeFileSync(join(cwd, "wrong.json"), `{ "breif": "x" }`);
  writeFileSync(join(cwd, "latin"), Buffer.from([0xe9]));
});
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

function input(schema: Schema, required = false): Input {
  return { schema, required, secret: false };
}

const inputs: Readonly<Record<string, Input>> = {
  brief: input({ type: "string" }, true),
  count: input({ type: "integer" }),
  fast: input({ type: "boolean" }),
  tags: input({ type: "array", items: { type: "string" } }),
  level: input({ enum: ["low", "high", 3] }),
  either: input({ anyOf: [{ type: "string" }, { type: "number" }] }),
  named: input({ $ref: "#/$defs/shop.Size" }),
  anything: input(true),
};

function given(more: Partial<Given>): Given {
  return {
    cwd,
    ref: "shop.order",
    playbook: {
      intent: "",
      inputs,
      inputOrder: Object.keys(inputs),
      interview: [],
      reads: [],
      judgedFrom: [],
      needsAbsent: [],
      outputs: [],
      returns: [],
      writes: [],
      once: false,
      limits: { lanes: 1, attempts: 3, failures: 3 },
      suspendsForClarification: false,
      needsElicitation: false,
      uses: [],
      performs: [],
      mode: "reject",
      steps: [],
    },
    types: { "shop.Size": { type: "number" } },
    doc: (name) => (name === "brief" ? "What to look into." : undefined),
    pairs: [],
    ...more,
  };
}

function values(...pairs: readonly string[]): Json | undefined {
  const read = readInputs(given({ pairs: ["brief=b", ...pairs] }));
  if (read.kind === "problem") throw new Error([read.what, ...read.details].join("\n"));
  const { brief, ...others } = read.value;
  expect(brief).toBe("b");
  return others;
}

describe("the inputs of a run", () => {
  it("are read by their types: text stays text, everything else is JSON", () => {
    expect(values("count=10_000", "fast=yes", 'tags=["a","b"]', "level=high")).toEqual({
      count: 10_000,
      fast: true,
      tags: ["a", "b"],
      level: "high",
    });
    expect(values("level=3", "either=12", "named=1.5")).toEqual({ level: 3, either: 12, named: 1.5 });
    expect(values("either=twelve", "anything={}")).toEqual({ either: "twelve", anything: {} });
    expect(values("anything=text = text")).toEqual({ anything: "text = text" });
  });

  it("text that looks like JSON is text where text is wanted", () => {
    expect(readInputs(given({ pairs: ["brief=12"] }))).toMatchObject({ value: { brief: "12" } });
    expect(readInputs(given({ pairs: ["brief="] }))).toMatchObject({ value: { brief: "" } });
  });

  it("come from a file with `@`, which is doubled where it is meant", () => {
    expect(readInputs(given({ pairs: ["brief=@brief.md"] }))).toMatchObject({
      value: { brief: "Two\nlines\n" },
    });
    expect(readInputs(given({ pairs: ["brief=@@home"] }))).toMatchObject({ value: { brief: "@home" } });
  });

  it("come all from one file, and a pair comes before it", () => {
    expect(readInputs(given({ file: "inputs.json", pairs: ["count=5"] }))).toMatchObject({
      value: { brief: "from the file", count: 5 },
    });
  });

  it("a missing one is named with its type and its doc", () => {
    expect(readInputs(given({}))).toMatchObject({
      what: "input `brief` (text) is missing: What to look into.",
      hint: "--input brief=…",
      exit: 2,
    });
  });

  it("an unknown one is told from the nearest known, on every path by which it comes in", () => {
    expect(readInputs(given({ pairs: ["brief=x", "breif=x"] }))).toMatchObject({
      what: "`shop.order` has no input `breif`; did you mean `brief`?",
    });
    expect(readInputs(given({ pairs: ["brief=x"], file: "wrong.json" }))).toMatchObject({
      what: "`shop.order` has no input `breif`; did you mean `brief`?",
    });
    expect(readInputs(given({ pairs: ["brief=x", "__proto__=1"] }))).toMatchObject({
      what: "`shop.order` has no input `__proto__`; it takes brief, count, fast, tags, level, either, named, anything",
    });
  });

  it("every fault is named at once", () => {
    expect(
      readInputs(given({ pairs: ["count=ten", "fast=maybe", "level=hihg", "tags={", "oops", "brief=@no"] })),
    ).toMatchObject({
      what: "the inputs of `shop.order` are not right",
      details: [
        "input `count` is `integer`, and `ten` is not that",
        "input `fast` is `boolean`, and `maybe` is not that",
        "input `level` is none of its choices: `hihg`; did you mean `high`?",
        "input `tags` is `text[]`, and `{` is not that",
        "`--input oops` is not written as name=value",
        "the file for input `brief`, `no` does not exist",
      ],
    });
  });

  it("a file that is no JSON object, no UTF-8 or not there is refused", () => {
    expect(readInputs(given({ file: "list.json" }))).toMatchObject({
      what: "the inputs' file `list.json` is not a JSON object",
    });
    expect(readInputs(given({ pairs: ["brief=@latin"] }))).toMatchObject({
      what: "the file for input `brief`, `latin` is not UTF-8",
    });
    expect(readInputs(given({ file: "none.json" }))).toMatchObject({
      what: "the inputs' file `none.json` does not exist",
    });
  });
});

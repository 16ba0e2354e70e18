import { execFile } from "node:child_process";
import {
  mkdtempSync,
  mkdirSync,
  rmSync,
  writeFileSync,
  copyFileSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

/** One file of a scratch project that has the real lint configuration, and the rule that has to report it. */
interface Trespass {
  readonly file: string;
  readonly text: string;
  readonly rule: string;
}

const ambient: readonly (readonly [text: string, rule: string])[] = [
  ["export const at = Date.now();", "no-restricted-properties"],
  ["export const at = new Date();", "laban(no-current-time)"],
  ["export const at = Date();", "laban(no-current-time)"],
  ['export const p = new Intl.DateTimeFormat("en").formatToParts();', "laban(no-current-time)"],
  ["export const at = performance.now();", "no-restricted-globals"],
  ["export const r = Math.random();", "no-restricted-properties"],
  ["export const r = crypto.randomUUID();", "no-restricted-globals"],
  ["export const t = setTimeout(() => 1, 1);", "no-restricted-globals"],
  ["export const p = process.env;", "no-restricted-globals"],
  ['export const r = fetch("x");', "no-restricted-globals"],
  ["export const g = globalThis;", "no-restricted-globals"],
  ['export const order = "a".localeCompare("b");', "no-restricted-properties"],
  ['export { readFileSync } from "node:fs";', "no-restricted-imports"],
  ['export const load = () => import("node:fs");', "no-restricted-imports"],
];

const pureRooms = ["ir", "grammar", "compiler", "stdlib", "runtime/core", "runtime/scenario"];

const trespasses: readonly Trespass[] = [
  ...pureRooms.flatMap((room) =>
    ambient.map(([text, rule], index) => ({ file: `${room}/ambient-${index}.ts`, text: `${text}\n`, rule })),
  ),
  {
    file: "compiler/parse.ts",
    text: 'export { CstParser } from "chevrotain";\n',
    rule: "no-restricted-imports",
  },
  {
    file: "runtime/parse.ts",
    text: 'export { CstParser } from "chevrotain";\n',
    rule: "no-restricted-imports",
  },
  { file: "compiler/self.ts", text: 'export * from "laban/runtime";\n', rule: "no-restricted-imports" },
  { file: "runtime/self.ts", text: 'export * from "laban";\n', rule: "no-restricted-imports" },
  { file: "cli/self.ts", text: 'export * from "laban/node";\n', rule: "no-restricted-imports" },
  {
    file: "cli/one.ts",
    text: 'import { two } from "./two.js";\nexport const one = () => two;\n',
    rule: "import(no-cycle)",
  },
  {
    file: "cli/two.ts",
    text: 'import { one } from "./one.js";\nexport const two = () => one;\n',
    rule: "import(no-cycle)",
  },
  { file: "cli/any.ts", text: "export const value: any = 1;\n", rule: "no-explicit-any" },
  { file: "cli/default.ts", text: "export default 1;\n", rule: "import(no-default-export)" },
  {
    file: "cli/bang.ts",
    text: "export const first = (xs: string[]) => xs[0]!;\n",
    rule: "no-non-null-assertion",
  },
  { file: "cli/long.ts", text: "export const x = [\n" + "  1,\n".repeat(600) + "];\n", rule: "max-lines" },
  {
    file: "test/focused.test.ts",
    text: 'import { expect, it } from "vitest";\nit.only("is alone", () => expect(1).toBe(1));\n',
    rule: "no-focused-tests",
  },
  {
    file: "test/skipped.test.ts",
    text: 'import { expect, it } from "vitest";\nit.skip("is off", () => expect(1).toBe(1));\n',
    rule: "no-disabled-tests",
  },
  {
    file: "test/empty.test.ts",
    text: 'import { it } from "vitest";\nit("asserts nothing", () => {});\n',
    rule: "expect-expect",
  },
];

const allowed: readonly Omit<Trespass, "rule">[] = [
  {
    file: "runtime/core/allowed.ts",
    text: "export const iso = (ms: number) => new Date(ms).toISOString();\n",
  },
  {
    file: "runtime/allowed.ts",
    text: 'import { now } from "node:fs";\nexport const at = [Date.now(), now];\n',
  },
  { file: "grammar/allowed.ts", text: 'export { CstParser } from "chevrotain";\n' },
];

describe("the walls that the linter keeps", () => {
  const project = mkdtempSync(join(tmpdir(), "laban-walls-"));
  const reported = new Map<string, string[]>();

  beforeAll(async () => {
    copyFileSync(join(root, ".oxlintrc.json"), join(project, ".oxlintrc.json"));
    mkdirSync(join(project, "scripts/lint"), { recursive: true });
    copyFileSync(join(root, "scripts/lint/laban.mjs"), join(project, "scripts/lint/laban.mjs"));
    for (const { file, text } of [...trespasses, ...allowed]) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
    }
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = await run(process.execPath, [oxlint, "--format", "json"], {
      cwd: project,
      maxBuffer: 32 * 1024 * 1024,
    }).catch((failure: { stdout: string }) => failure);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
    for (const { filename, code } of diagnostics) {
      const file = filename.replaceAll("\\", "/");
      reported.set(file, [...(reported.get(file) ?? []), code]);
    }
  });

  afterAll(() => rmSync(project, { recursive: true }));

  it.each(trespasses)("reports $file: $rule", ({ file, rule }) => {
    expect(reported.get(file)?.join(" ")).toContain(rule);
  });

  it.each(allowed)("lets $file be", ({ file }) => {
    expect(reported.get(file)).toBeUndefined();
  });
});

/** An import across a wall, or one of Node where there is none; each is the only line of its file. */
const forbiddenImports: readonly Omit<Trespass, "rule">[] = [
  { file: "ir/up.ts", text: 'export * from "../runtime/core/index.js";\n' },
  { file: "grammar/up.ts", text: 'export * from "../compiler/index.js";\n' },
  { file: "stdlib/up.ts", text: 'export * from "../ir/index.js";\n' },
  { file: "runtime/core/up.ts", text: 'export * from "../index.js";\n' },
  { file: "runtime/core/across.ts", text: 'export * from "../scenario/index.js";\n' },
  { file: "runtime/scenario/up.ts", text: 'export * from "../index.js";\n' },
  { file: "runtime/scenario/across.ts", text: 'export * from "../../compiler/index.js";\n' },
  { file: "runtime/compile.ts", text: 'export * from "../compiler/index.js";\n' },
  { file: "runtime/parse.ts", text: 'export * from "../grammar/index.js";\n' },
  { file: "compiler/run.ts", text: 'export * from "../runtime/index.js";\n' },
  { file: "compiler/script.ts", text: 'export * from "../runtime/scenario/index.js";\n' },
  { file: "compiler/up.ts", text: 'export * from "../cli/main.js";\n' },
  { file: "compiler/aside.ts", text: 'export * from "../node/index.js";\n' },
  { file: "node/run.ts", text: 'export * from "../runtime/index.js";\n' },
  ...pureRooms.map((room) => ({ file: `${room}/node.ts`, text: 'export * from "node:fs";\n' })),
  ...pureRooms.map((room) => ({
    file: `${room}/browser.ts`,
    text: "export const title = document.title;\n",
  })),
];

const rooms = [...pureRooms, "runtime", "node", "cli"];

describe("the walls that the compiler keeps", () => {
  const project = mkdtempSync(join(tmpdir(), "laban-rooms-"));
  let output = "";

  beforeAll(async () => {
    copyFileSync(join(root, "tsconfig.base.json"), join(project, "tsconfig.base.json"));
    writeFileSync(join(project, "package.json"), '{ "name": "rooms", "type": "module" }\n');
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ files: [], references: rooms.map((path) => ({ path })) }),
    );
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "junction");
    for (const room of rooms) {
      mkdirSync(join(project, room), { recursive: true });
      copyFileSync(join(root, room, "tsconfig.json"), join(project, room, "tsconfig.json"));
      writeFileSync(join(project, room, room === "cli" ? "main.ts" : "index.ts"), "export const here = 1;\n");
    }
    for (const { file, text } of forbiddenImports) writeFileSync(join(project, file), text);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const outcome = await run(process.execPath, [tsc, "-b", "--pretty", "false"], { cwd: project }).catch(
      (failure: { stdout: string }) => failure,
    );
    output = outcome.stdout;
  });

  afterAll(() => rmSync(project, { recursive: true }));

  it.each(forbiddenImports)("refuses in $file: $text", ({ file }) => {
    expect(output).toContain(`${file}(1,`);
  });

  it("lets through what each room may import", () => {
    expect(output).not.toMatch(/(?:index|main)\.ts\(/);
  });

  const references: Readonly<Record<string, readonly string[]>> = {
    ir: [],
    grammar: ["ir"],
    "runtime/core": ["ir"],
    "runtime/scenario": ["ir", "runtime/core"],
    runtime: ["ir", "runtime/core", "runtime/scenario"],
    stdlib: [],
    compiler: ["ir", "grammar", "runtime/core", "stdlib"],
    node: ["ir", "compiler"],
  };

  it.each(Object.entries(references))("%s sees only its own rooms", (room, expected) => {
    const config = JSON.parse(readFileSync(join(root, room, "tsconfig.json"), "utf8")) as {
      compilerOptions: { types?: readonly string[] };
      references: readonly { path: string }[];
    };
    const seen = config.references.map(({ path }) => path.replace(/^(\.\.\/)+/, ""));
    expect(seen.toSorted()).toEqual(expected.toSorted());
    expect(config.compilerOptions.types).toEqual(pureRooms.includes(room) ? undefined : ["node"]);
  });
});

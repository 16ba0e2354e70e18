/**
 * What a project has been accepted with: `laban check --baseline FILE` reports what is new alone (`[L-32]`).
 *
 * Invariants
 * 1. A finding is accepted as often as the file says, wherever in its declaration it has moved.
 * 2. Errors of the text, of names and of types are never accepted: nothing can be made of such a program.
 * 3. That an entry accepts nothing is told only where nothing else is wrong: an error may have kept a check from looking.
 * 4. The same findings give the same file, to the byte.
 */
import { existsSync, writeFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { acceptsNothing } from "../compiler/checks/lb8004.js";
import { type Identified, identified, type Identity, keyOf } from "../compiler/identity.js";
import { byCodeUnits } from "../compiler/types/schema.js";
import { type Diagnostic, isJsonObject, type JsonObject, type Span } from "../ir/index.js";
import { conform } from "../runtime/config/conform.js";
import type { Located } from "../runtime/config/located.js";
import { readJson } from "../runtime/config/read-json.js";
import type { Checked } from "./compile-project.js";
import { readNamedFile } from "./files.js";
import { found, misuse, refusal, type Found } from "./problem.js";
import { countWords, staysError, weighed } from "./severities.js";
import { writeFault } from "./write-files.js";

const version = 1;

interface Accepted extends Identity {
  readonly count: number;
}

export interface Baseline {
  /** As it was named. */
  readonly name: string;
  /** Its way from the project's root, which places in it have. */
  readonly file: string;
  readonly text: string;
  readonly entries: readonly (Accepted & { readonly span: Span })[];
}

const schema: JsonObject = {
  type: "object",
  required: ["version", "findings"],
  properties: {
    version: { type: "integer" },
    findings: {
      type: "array",
      items: {
        type: "object",
        required: ["file", "code", "message", "count"],
        properties: {
          file: { type: "string", minLength: 1 },
          within: { type: "string" },
          code: { type: "string", minLength: 1 },
          message: { type: "string" },
          count: { type: "integer", minimum: 1 },
        },
      },
    },
  },
};

/** Reads the file, which has to be there unless it `mayBeMissing`; what is wrong in it is shown at its place. */
export function readBaseline(
  cwd: string,
  root: string,
  name: string,
  mayBeMissing: boolean,
): Found<Baseline> {
  const target = resolve(cwd, name);
  const file = relative(root, target).split(sep).join("/");
  if (!existsSync(target)) {
    if (mayBeMissing) return found({ name, file, text: "", entries: [] });
    return misuse(`the baseline \`${name}\` does not exist`, {
      hint: `\`laban check --baseline ${name} --write-baseline\` writes it, with all that is found now`,
    });
  }
  const text = readNamedFile(cwd, name, "the baseline");
  if (text.kind === "problem") return text;
  const read = readJson(text.value, file);
  const faults = read.kind === "broken" ? read.diagnostics : faultsOf(read.located, file);
  if (read.kind === "broken" || faults.length > 0) {
    return misuse(`the baseline \`${name}\` is not right`, {
      code: "configuration",
      faults: { diagnostics: faults, files: new Map([[file, text.value]]) },
    });
  }
  return found({ name, file, text: text.value, entries: entriesOf(read.located) });
}

function faultsOf(located: Located, file: string): readonly Diagnostic[] {
  const given = located.fields?.find(({ name }) => name === "version")?.value;
  if (typeof given?.value !== "number" || given.value === version) return conform(located, schema, file);
  return [
    {
      code: "LB2006",
      severity: "error",
      message: `the baseline is of version ${String(given.value)}, and this Laban reads version ${String(version)}`,
      place: { file, span: given.span },
      related: [],
      hint: "use the Laban that wrote it, or delete it and write it again with `--write-baseline`",
    },
  ];
}

function entriesOf(located: Located): Baseline["entries"] {
  const findings = located.fields?.find(({ name }) => name === "findings")?.value.items ?? [];
  return findings.flatMap(({ value, span }) => {
    if (!isJsonObject(value)) return [];
    const text = (key: string): string => String(value[key] ?? "");
    const identity = {
      file: text("file"),
      within: text("within"),
      code: text("code"),
      message: text("message"),
    };
    return [{ ...identity, count: Number(value["count"]), span }];
  });
}

/** What is not accepted, and the entries that accept nothing. `isWhole`: the whole project was checked. */
export function notAccepted(
  { entries, file }: Baseline,
  checked: Checked,
  isWhole: boolean,
): readonly Diagnostic[] {
  const left = new Map<string, number>();
  for (const each of entries) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + each.count);
  const open = identified(checked.diagnostics, checked.files)
    .filter(({ diagnostic, identity }) => {
      const key = keyOf(identity);
      const count = left.get(key) ?? 0;
      if (count === 0 || staysError(diagnostic)) return true;
      left.set(key, count - 1);
      return false;
    })
    .map(({ diagnostic }) => diagnostic);
  if (open.some(({ severity }) => severity === "error")) return open;
  const idle = entries
    .filter((each) => isWhole || checked.files.has(each.file))
    .filter((each) => (left.get(keyOf(each)) ?? 0) > 0)
    .map((each) => acceptsNothing({ file, span: each.span }, each, left.get(keyOf(each)) ?? 0));
  return [...open, ...weighed(idle, checked.workplace.config.rules)];
}

/**
 * Writes the file anew with all that is found, and gives the baseline that it is now. Entries of files that were not
 * checked are kept. Where there is an error that cannot be accepted, nothing is written.
 */
export function writeBaseline(
  cwd: string,
  before: Baseline,
  { diagnostics, files }: Checked,
  isWhole: boolean,
): Found<Baseline> {
  const errors = diagnostics.filter(staysError);
  if (errors.length > 0) {
    return refusal(
      `\`${before.name}\` is not written: ${countWords(errors)} of the text, of names or of types cannot be accepted`,
      { code: "findings", faults: { diagnostics: errors, files }, hint: "mend what is shown first" },
    );
  }
  const kept = isWhole ? [] : before.entries.filter(({ file }) => !files.has(file));
  const accepted = [...counted(identified(diagnostics, files)), ...kept];
  const text = textOf(accepted);
  try {
    writeFileSync(resolve(cwd, before.name), text);
  } catch (error) {
    return refusal(`the baseline \`${before.name}\` ${writeFault(error)}`);
  }
  return found({
    ...before,
    text,
    entries: accepted.map((each) => ({ ...each, span: { start: 0, end: 0 } })),
  });
}

function counted(all: readonly Identified[]): readonly Accepted[] {
  const counts = new Map<string, Accepted>();
  for (const { identity } of all) {
    const key = keyOf(identity);
    counts.set(key, { ...identity, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** A line for each, so that what comes and goes is seen in a diff. */
function textOf(accepted: readonly Accepted[]): string {
  const lines = accepted
    .toSorted(
      (a, b) =>
        byCodeUnits(a.file, b.file) ||
        byCodeUnits(a.within, b.within) ||
        byCodeUnits(a.code, b.code) ||
        byCodeUnits(a.message, b.message),
    )
    .map(({ file, within, code, message, count }) => {
      const parts = Object.entries({ file, ...(within === "" ? {} : { within }), code, message, count });
      return `    { ${parts.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(", ")} }`;
    });
  const findings = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "version": ${String(version)},\n  "findings": ${findings}\n}\n`;
}

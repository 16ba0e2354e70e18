import { isJsonObject, type Json, type Playbook } from "../ir/index.js";
import { readNamedFile } from "./files.js";
import { suggestion } from "../ir/nearest.js";
import { found, misuse, type Found } from "./problem.js";
import { oneLine } from "./rendering/text.js";
import { typeWords, type Types } from "./rendering/schema.js";
import { parseJson, readWord } from "./value-words.js";

/** What was given for a run's inputs, and what is known of them. */
export interface Given {
  readonly cwd: string;
  readonly ref: string;
  readonly playbook: Playbook;
  readonly types: Types;
  /** The doc of an input, if it has one. */
  readonly doc: (input: string) => string | undefined;
  /** `--input name=value`, in order. */
  readonly pairs: readonly string[];
  /** `--inputs file.json`. */
  readonly file?: string | undefined;
}

/**
 * The inputs of a run. A pair's value is read by the input's type; `name=@file` reads it from a file
 * (`name=@@…` is the text that begins with `@`). A pair comes
 * before the file, the later of two pairs before the earlier. Every fault is named at once.
 */
export function readInputs(given: Given): Found<Readonly<Record<string, Json>>> {
  const values = new Map<string, Json>();
  const faults: string[] = [];
  const blamed = new Set<string>();
  let hint: string | undefined;
  const blame = (what: string, how?: string): void => {
    faults.push(what);
    hint ??= how;
  };

  if (given.file !== undefined) {
    const file = readInputsFile(given.cwd, given.file);
    if (file.kind === "problem") return file;
    for (const [name, value] of file.value) {
      if (isInput(given, name)) values.set(name, value);
      else blame(unknownInput(given, name));
    }
  }
  for (const pair of given.pairs) {
    const name = pair.split("=", 1)[0] ?? "";
    if (name === "" || name === pair) {
      blame(`\`--input ${pair}\` is not written as name=value`);
      continue;
    }
    const input = isInput(given, name) ? given.playbook.inputs[name] : undefined;
    if (input === undefined) {
      blame(unknownInput(given, name));
      continue;
    }
    blamed.add(name);
    const written = pair.slice(name.length + 1);
    const word = written.startsWith("@@")
      ? found(written.slice(1))
      : written.startsWith("@")
        ? readNamedFile(given.cwd, written.slice(1), `the file for input \`${name}\`,`)
        : found(written);
    const value =
      word.kind === "problem" ? word : readWord(word.value, input.schema, given.types, `input \`${name}\``);
    if (value.kind === "problem") blame(value.what, value.hint);
    else values.set(name, value.value);
  }
  for (const name of given.playbook.inputOrder) {
    const input = given.playbook.inputs[name];
    if (input?.required === true && !values.has(name) && !blamed.has(name)) {
      const doc = given.doc(name);
      blame(
        `input \`${name}\` (${typeWords(input.schema, given.ref)}) is missing${doc === undefined ? "" : `: ${oneLine(doc)}`}`,
        `--input ${name}=${input.secret ? "env:NAME" : "…"}`,
      );
    }
  }
  const [only, ...others] = faults;
  if (only === undefined) return found(Object.fromEntries(values));
  return others.length === 0
    ? misuse(only, { hint })
    : misuse(`the inputs of \`${given.ref}\` are not right`, { details: faults });
}

function isInput(given: Given, name: string): boolean {
  return Object.hasOwn(given.playbook.inputs, name);
}

function unknownInput({ ref, playbook }: Given, name: string): string {
  const known = playbook.inputOrder;
  const list =
    known.length === 0 ? "; it takes none" : suggestion(name, known) || `; it takes ${known.join(", ")}`;
  return `\`${ref}\` has no input \`${name}\`${list}`;
}

function readInputsFile(cwd: string, name: string): Found<readonly (readonly [string, Json])[]> {
  const text = readNamedFile(cwd, name, "the inputs' file");
  if (text.kind === "problem") return text;
  const json = parseJson(text.value);
  if (json === undefined || !isJsonObject(json.value)) {
    return misuse(`the inputs' file \`${name}\` is not a JSON object`, { hint: `{ "name": value, … }` });
  }
  return found(Object.entries(json.value));
}

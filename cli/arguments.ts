import { parseArgs } from "node:util";
import { invariant } from "../ir/invariant.js";
import { suggestion } from "../ir/nearest.js";
import type { Option } from "./option.js";
import { found, misuse, type Found } from "./problem.js";

/** What a command takes beside its options; `RUN [WAIT] [VALUE]` in help. */
export interface Operand {
  readonly name: string;
  readonly optional?: boolean;
  /** Any number of them; only the last. */
  readonly many?: boolean;
}

/** What was given to a command, once it is known to be right. */
export interface Arguments {
  readonly operands: readonly string[];
  /** The value of one of the command's own options. */
  get<T>(option: Option<T>): T;
}

export interface Syntax {
  readonly name: string;
  readonly operands: readonly Operand[];
  readonly options: readonly Option<unknown>[];
}

/** Reads what stands behind the command's name. The first thing that is not right is the problem. */
export function readArguments(words: readonly string[], syntax: Syntax): Found<Arguments> {
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      syntax.options.map((option) => [
        option.name,
        {
          type: option.value === undefined ? ("boolean" as const) : ("string" as const),
          ...(option.short === undefined ? {} : { short: option.short }),
        },
      ]),
    ),
  });

  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      operands.push(token.value);
      continue;
    }
    const option = syntax.options.find((one) => one.name === token.name);
    if (option === undefined) return unknownOption(token.rawName, syntax);
    if (option.value === undefined && token.value !== undefined) {
      return misuse(`\`${token.rawName}\` takes no value, and \`${token.value}\` was given`);
    }
    const swallowed = token.inlineValue === false && token.value.startsWith("--");
    if (option.value !== undefined && (token.value === undefined || swallowed)) {
      return misuse(`\`${token.rawName}\` needs a value (${option.value})`);
    }
    given.set(option.name, [...(given.get(option.name) ?? []), token.value ?? ""]);
  }

  for (const option of syntax.options) {
    const reading = option.read(given.get(option.name) ?? []);
    if (reading.kind === "problem") return reading;
  }
  const required = syntax.operands.filter((one) => one.optional !== true);
  const missing = required[operands.length];
  if (missing !== undefined) {
    return misuse(`\`laban ${syntax.name}\` needs ${missing.name}`, { hint: `laban ${usage(syntax)}` });
  }
  const extra = operands[syntax.operands.length];
  if (extra !== undefined && syntax.operands.at(-1)?.many !== true) {
    return misuse(`\`laban ${syntax.name}\` does not take \`${extra}\``, { hint: `laban ${usage(syntax)}` });
  }
  return found({
    operands,
    get(option) {
      invariant(
        syntax.options.some((one) => one.name === option.name),
        `\`${syntax.name}\` has an option \`${option.name}\``,
      );
      const reading = option.read(given.get(option.name) ?? []);
      invariant(reading.kind === "found", `\`--${option.name}\` was read before`);
      return reading.value;
    },
  });
}

/** `run REF [options]`: how a command is called. */
export function usage(syntax: Syntax): string {
  const operands = syntax.operands.map((operand) => {
    const name = operand.many === true ? `${operand.name}…` : operand.name;
    return operand.optional === true ? `[${name}]` : name;
  });
  return [syntax.name, ...operands, ...(syntax.options.length > 0 ? ["[options]"] : [])].join(" ");
}

function unknownOption(raw: string, syntax: Syntax): Found<never> {
  const known = syntax.options.flatMap((option) => [
    `--${option.name}`,
    ...(option.short === undefined ? [] : [`-${option.short}`]),
  ]);
  const name = raw.split("=")[0] ?? raw;
  return misuse(`\`laban ${syntax.name}\` has no option \`${name}\`${suggestion(name, known)}`, {
    hint: `\`laban ${syntax.name} --help\` lists them`,
  });
}

/** `@minimum(1)` and the like (`[L-8]`): which types each fits, what it takes, and what contradicts what. */
import { type Diagnostic, type Json, nearest } from "../../ir/index.js";
import type { Decorator, TypeUse } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { declaredTwice } from "../checks/lb2002.js";
import {
  decoratorArgument,
  decoratorDoesNotFit,
  decoratorsContradict,
  patternDoesNotCompile,
} from "../checks/lb2008.js";
import { constantOf } from "../expressions/expected.js";
import { elaborationOf } from "../expressions/elaborate.js";
import { type Module, placeIn } from "../names.js";
import { alternatives, type Constraints, type Type } from "./type.js";

interface Keyword {
  readonly fits: (type: Type) => boolean;
  /** `numbers`, for the message. */
  readonly on: string;
  readonly takes: string;
  /** The keyword's value, or `undefined` where the arguments do not fit. */
  readonly read: (values: readonly Json[]) => Json | undefined;
}

const isNumeric = (type: Type): boolean =>
  type.kind === "number" || (type.kind === "enum" && type.values.some((value) => typeof value === "number"));
const isText = (type: Type): boolean =>
  type.kind === "string" ||
  type.kind === "secret" ||
  (type.kind === "enum" && type.values.some((value) => typeof value === "string"));
const isArray = ({ kind }: Type): boolean => kind === "array";

const oneNumber = ([value, ...more]: readonly Json[]): Json | undefined =>
  typeof value === "number" && more.length === 0 ? value : undefined;
const oneCount = (values: readonly Json[]): Json | undefined => {
  const value = oneNumber(values);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
};
const onNumbers = { fits: isNumeric, on: "numbers", takes: "one number", read: oneNumber };
const onTexts = { fits: isText, on: "strings", takes: "one whole number", read: oneCount };
const onArrays = { fits: isArray, on: "arrays", takes: "one whole number", read: oneCount };
const nothing = (values: readonly Json[]): Json | undefined => (values.length === 0 ? true : undefined);

const keywords: Readonly<Record<string, Keyword>> = {
  minimum: onNumbers,
  maximum: onNumbers,
  exclusiveMinimum: onNumbers,
  exclusiveMaximum: onNumbers,
  multipleOf: {
    ...onNumbers,
    takes: "one number over 0",
    read: (values) => (Number(oneNumber(values)) > 0 ? oneNumber(values) : undefined),
  },
  minLength: onTexts,
  maxLength: onTexts,
  pattern: {
    fits: isText,
    on: "strings",
    takes: "one string",
    read: ([value, ...more]) => (typeof value === "string" && more.length === 0 ? value : undefined),
  },
  minItems: onArrays,
  maxItems: onArrays,
  uniqueItems: { fits: isArray, on: "arrays", takes: "nothing", read: nothing },
  examples: {
    fits: () => true,
    on: "anything",
    takes: "the examples",
    read: (values) => (values.length > 0 ? [...values] : undefined),
  },
  deprecated: { fits: () => true, on: "anything", takes: "nothing", read: nothing },
};

/** The JSON Schema keywords that the decorators of a use add; `undefined` where there are none. */
export function readDecorators(
  checking: Checking,
  module: Module,
  use: TypeUse,
  type: Type,
): Constraints | undefined {
  const read = new Map<string, { readonly value: Json; readonly decorator: Decorator }>();
  for (const decorator of use.decorators) {
    const name = decorator.name.text;
    const place = placeIn(module, decorator.name.span);
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (keyword === undefined) {
      const names = Object.keys(keywords);
      checking.report(unknownWord(place, name, "decorator", names, nearest(name, names)));
      continue;
    }
    const before = read.get(name);
    if (before !== undefined) {
      checking.report(declaredTwice(place, `@${name}`, placeIn(module, before.decorator.span), "decorator"));
      continue;
    }
    const value = readArguments(checking, module, decorator, keyword, type);
    if (value !== undefined) read.set(name, { value, decorator });
    checking.later.push(() => expectFit(checking, module, decorator, keyword, type));
  }
  expectConsistent(checking, module, read);
  const constraints = Object.fromEntries([...read].map(([name, { value }]) => [name, value]));
  return read.size === 0 ? undefined : constraints;
}

function readArguments(
  checking: Checking,
  module: Module,
  decorator: Decorator,
  keyword: Keyword,
  type: Type,
): Json | undefined {
  const name = decorator.name.text;
  const environment = {
    module,
    locals: new Map(),
    fans: new Set<string>(),
    constant: "what a decorator takes",
  };
  let isTold = false;
  const report = (diagnostic: Diagnostic): void => {
    isTold = true;
    checking.report(diagnostic);
  };
  const elaboration = elaborationOf({ ...checking, report }, environment);
  const isExamples = name === "examples";
  const values: Json[] = [];
  for (const argument of decorator.arguments) {
    const value = constantOf((isExamples ? elaboration.trial(() => 0) : elaboration).value(argument).ir);
    if (value === undefined) return undefined;
    values.push(value);
    if (isExamples) checking.later.push(() => elaboration.value(argument, type));
  }
  // What is no value at all was told where it stands.
  if (isTold) return undefined;
  const result = keyword.read(values);
  if (result === undefined)
    checking.report(decoratorArgument(placeIn(module, decorator.span), name, keyword.takes));
  if (name === "pattern" && typeof result === "string") {
    const made = checking.pattern?.(result);
    if (made !== undefined && "fault" in made) {
      const span = decorator.arguments[0]?.span ?? decorator.span;
      checking.report(patternDoesNotCompile(placeIn(module, span), result, made.fault));
    }
  }
  return result;
}

function expectFit(
  checking: Checking,
  module: Module,
  { name }: Decorator,
  keyword: Keyword,
  type: Type,
): void {
  const all = alternatives(type);
  if (all.some((each) => each.kind === "unknown" || keyword.fits(each))) return;
  checking.report(decoratorDoesNotFit(placeIn(module, name.span), name.text, type, keyword.on));
}

/** Lower and upper bounds; `strict`: equal ones exclude each other too. */
const bounds = [
  { low: "minimum", high: "maximum", strict: false },
  { low: "exclusiveMinimum", high: "maximum", strict: true },
  { low: "minimum", high: "exclusiveMaximum", strict: true },
  { low: "exclusiveMinimum", high: "exclusiveMaximum", strict: true },
  { low: "minLength", high: "maxLength", strict: false },
  { low: "minItems", high: "maxItems", strict: false },
] as const;

function expectConsistent(
  checking: Checking,
  module: Module,
  read: ReadonlyMap<string, { readonly value: Json; readonly decorator: Decorator }>,
): void {
  for (const { low, high, strict } of bounds) {
    const least = read.get(low);
    const most = read.get(high);
    if (least === undefined || most === undefined) continue;
    const [a, b] = [Number(least.value), Number(most.value)];
    if (a < b || (a === b && !strict)) continue;
    const message = `no value is ${a === b ? "both" : "within"} \`@${low}(${a})\` and \`@${high}(${b})\``;
    const related = [{ place: placeIn(module, least.decorator.span), message: "the lower bound is here" }];
    checking.report(decoratorsContradict(placeIn(module, most.decorator.span), message, related));
    return;
  }
}

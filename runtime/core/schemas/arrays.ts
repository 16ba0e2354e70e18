import { isJsonObject, type Json, type JsonObject } from "../../../ir/index.js";
import { misfit, type Node } from "./node.js";
import { count } from "./words.js";

export function arrayNodes(schema: JsonObject, compile: (schema: Json) => Node): readonly Node[] {
  const nodes: Node[] = [];
  const { minItems, maxItems, uniqueItems, prefixItems, items, contains } = schema;
  const add = (node: (value: readonly Json[], ...rest: RestOf<Node>) => boolean): void => {
    nodes.push((value, ...rest) => !Array.isArray(value) || node(value, ...rest));
  };
  if (typeof minItems === "number") {
    add(
      (value, at, found) =>
        value.length >= minItems || misfit(found, at, `must have at least ${count(minItems, "item")}`),
    );
  }
  if (typeof maxItems === "number") {
    add(
      (value, at, found) =>
        value.length <= maxItems || misfit(found, at, `must have at most ${count(maxItems, "item")}`),
    );
  }
  if (uniqueItems === true) {
    add((value, at, found) => {
      const twice = repeated(value);
      return (
        twice === undefined || misfit(found, at, `has the same item twice, at ${twice[0]} and ${twice[1]}`)
      );
    });
  }
  const firsts = Array.isArray(prefixItems) ? prefixItems.map(compile) : [];
  const rest = items === undefined ? undefined : compile(items);
  if (firsts.length > 0 || rest !== undefined) {
    add((value, at, found, seen) => {
      let fit = true;
      for (let index = 0; index < value.length; index++) {
        const node = firsts[index] ?? rest;
        if (node === undefined) break;
        seen?.items.add(index);
        if (node(value[index] ?? null, found === undefined ? "" : `${at}/${index}`, found, undefined))
          continue;
        fit = false;
        if (found === undefined) return false;
      }
      return fit;
    });
  }
  if (contains !== undefined) {
    const node = compile(contains);
    const least = typeof schema["minContains"] === "number" ? schema["minContains"] : 1;
    const most = typeof schema["maxContains"] === "number" ? schema["maxContains"] : Number.POSITIVE_INFINITY;
    add((value, at, found, seen) => {
      let fitting = 0;
      for (let index = 0; index < value.length; index++) {
        if (!node(value[index] ?? null, "", undefined, undefined)) continue;
        fitting++;
        seen?.items.add(index);
      }
      if (fitting < least)
        return misfit(found, at, `must have at least ${count(least, "item")} of the kind that it needs`);
      return fitting <= most || misfit(found, at, `must have at most ${count(most, "item")} of that kind`);
    });
  }
  return nodes;
}

export type RestOf<F> = F extends (first: Json, ...rest: infer R) => boolean ? R : never;

/** The first two places with the same item. */
function repeated(items: readonly Json[]): readonly [number, number] | undefined {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = textOf(item);
    const before = places.get(text);
    if (before !== undefined) return [before, index];
    places.set(text, index);
  }
  return undefined;
}

/** The same text for the same value, whatever the order of its keys. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isJsonObject(value)) return value === 0 ? "0" : JSON.stringify(value);
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key] ?? null)}`);
  return `{${entries.join(",")}}`;
}

import { isJsonObject, suggestion, pointer, type Json, type JsonObject } from "../../../ir/index.js";
import type { RestOf } from "./arrays.js";
import { both, type Matches, misfit, type Node } from "./node.js";
import { count } from "./words.js";

export function objectNodes(
  schema: JsonObject,
  compile: (schema: Json) => Node,
  matches: Matches,
): readonly Node[] {
  const nodes: Node[] = [];
  const add = (node: (value: JsonObject, ...rest: RestOf<Node>) => boolean): void => {
    nodes.push((value, ...rest) => !isJsonObject(value) || node(value, ...rest));
  };
  const { required, minProperties, maxProperties, propertyNames, dependentRequired, dependentSchemas } =
    schema;
  if (Array.isArray(required)) {
    const names = required.filter((name) => typeof name === "string");
    add((value, at, found) => lacksNone(value, names, at, found));
  }
  if (typeof minProperties === "number") {
    add(
      (value, at, found) =>
        Object.keys(value).length >= minProperties ||
        misfit(found, at, `must have at least ${count(minProperties, "field")}`),
    );
  }
  if (typeof maxProperties === "number") {
    add(
      (value, at, found) =>
        Object.keys(value).length <= maxProperties ||
        misfit(found, at, `must have at most ${count(maxProperties, "field")}`),
    );
  }
  if (propertyNames !== undefined) {
    const node = compile(propertyNames);
    add((value, at, found) =>
      eachOf(
        Object.keys(value),
        found,
        (name) =>
          node(name, "", undefined, undefined) ||
          misfit(found, at + pointer(name), "has a name that is not allowed"),
      ),
    );
  }
  if (isJsonObject(dependentRequired)) {
    for (const [name, others] of Object.entries(dependentRequired)) {
      if (!Array.isArray(others)) continue;
      const names = others.filter((other) => typeof other === "string");
      add((value, at, found) => !Object.hasOwn(value, name) || lacksNone(value, names, at, found));
    }
  }
  if (isJsonObject(dependentSchemas)) {
    for (const [name, dependent] of Object.entries(dependentSchemas)) {
      const node = compile(dependent);
      add((value, at, found, seen) => !Object.hasOwn(value, name) || node(value, at, found, seen));
    }
  }
  const fields = fieldsNode(schema, compile, matches);
  if (fields !== undefined) add(fields);
  return nodes;
}

function lacksNone(
  value: JsonObject,
  names: readonly string[],
  at: string,
  found: Parameters<Node>[2],
): boolean {
  return eachOf(names, found, (name) => Object.hasOwn(value, name) || misfit(found, at, `lacks \`${name}\``));
}

function eachOf<T>(items: readonly T[], found: Parameters<Node>[2], fits: (item: T) => boolean): boolean {
  let fit = true;
  for (const item of items) {
    if (fits(item)) continue;
    fit = false;
    if (found === undefined) return false;
  }
  return fit;
}

/** `properties`, `patternProperties` and `additionalProperties`, which have to know of each other. */
function fieldsNode(
  schema: JsonObject,
  compile: (schema: Json) => Node,
  matches: Matches,
): ((value: JsonObject, ...rest: RestOf<Node>) => boolean) | undefined {
  const { properties, patternProperties, additionalProperties } = schema;
  const named = new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, field]) => [name, compile(field)]),
  );
  const patterned = Object.entries(isJsonObject(patternProperties) ? patternProperties : {}).map(
    ([source, field]) => ({ source, node: compile(field) }),
  );
  const others = additionalProperties === undefined ? undefined : compile(additionalProperties);
  const isClosed = additionalProperties === false;
  if (named.size === 0 && patterned.length === 0 && others === undefined) return undefined;
  const nodesOf =
    patterned.length === 0 ? (name: string) => named.get(name) : matching(named, patterned, matches);
  return (value, at, found, seen) => {
    const names = Object.keys(value);
    const where = (name: string): string => (found === undefined ? "" : at + pointer(name));
    let fit = true;
    // What does not belong is told before what does not fit.
    if (others !== undefined || seen !== undefined) {
      for (const name of names) {
        const isKnown = nodesOf(name) !== undefined;
        if (isKnown || others !== undefined) seen?.properties.add(name);
        if (isKnown || others === undefined) continue;
        const fits = isClosed
          ? misfit(found, where(name), found === undefined ? "" : unknownField(name, named))
          : others(value[name] ?? null, where(name), found, undefined);
        fit = fits && fit;
        if (!fit && found === undefined) return false;
      }
    }
    for (const name of names) {
      const node = nodesOf(name);
      if (node === undefined) continue;
      fit = node(value[name] ?? null, where(name), found, undefined) && fit;
      if (!fit && found === undefined) return false;
    }
    return fit;
  };
}

/** The node of a name: its own, and those of every pattern that it matches. */
function matching(
  named: ReadonlyMap<string, Node>,
  patterned: readonly { readonly source: string; readonly node: Node }[],
  matches: Matches,
): (name: string) => Node | undefined {
  return (name) => {
    const own = named.get(name);
    const nodes = patterned.filter(({ source }) => matches(name, source)).map(({ node }) => node);
    if (nodes.length === 0) return own;
    return both(own === undefined ? nodes : [own, ...nodes]);
  };
}

function unknownField(name: string, named: ReadonlyMap<string, Node>): string {
  return `has no \`${name}\`${suggestion(name, named.keys())}`;
}

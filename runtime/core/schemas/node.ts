import type { Finding, Json } from "../../../ir/index.js";

/**
 * A compiled part of a schema. It says whether a value fits and, where `found` is given, adds all that does not, by `at`,
 * the JSON Pointer of the value; without `found` it may stop at the first misfit. `seen` notes what was looked at of an
 * object or array, where somebody around asks for that.
 */
export type Node = (value: Json, at: string, found: Found | undefined, seen: Seen | undefined) => boolean;

/** What is wrong. `kind` tells branches of a choice apart. */
export type Found = (Finding & { readonly kind: "type" | "value" | "other"; readonly at: string })[];

/** What of one object or array was evaluated by the keywords around (`unevaluatedProperties`, `unevaluatedItems`). */
export interface Seen {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

export function nothingSeen(): Seen {
  return { properties: new Set(), items: new Set() };
}

export function alsoSeen(into: Seen | undefined, from: Seen): void {
  if (into === undefined) return;
  for (const name of from.properties) into.properties.add(name);
  for (const index of from.items) into.items.add(index);
}

/** Notes a misfit, where misfits are asked for; always `false`. */
export function misfit(
  found: Found | undefined,
  at: string,
  message: string,
  kind: Found[number]["kind"] = "other",
): false {
  found?.push({ ...(at === "" ? {} : { pointer: at }), message, kind, at });
  return false;
}

/** Fits where every node does; all are asked where misfits or what was seen are wanted. */
export function both(nodes: readonly Node[]): Node {
  const [first, second] = nodes;
  if (first === undefined) return fits;
  if (second === undefined) return first;
  return (value, at, found, seen) => {
    let fit = true;
    for (const node of nodes) {
      if (node(value, at, found, seen)) continue;
      fit = false;
      if (found === undefined) return false;
    }
    return fit;
  };
}

export const fits: Node = () => true;

/** Whether a pattern is found in a text, in linear time (`[L-41]`). */
export type Matches = (text: string, pattern: string) => boolean;

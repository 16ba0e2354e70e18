import { isJsonObject, pointer, type Json, type JsonObject } from "../../../ir/index.js";
import { alsoSeen, misfit, nothingSeen, type Node } from "./node.js";

/** Puts `unevaluatedProperties` and `unevaluatedItems` behind all the other keywords of a schema. */
export function withUnevaluated(schema: JsonObject, others: Node, compile: (schema: Json) => Node): Node {
  const { unevaluatedProperties, unevaluatedItems } = schema;
  if (unevaluatedProperties === undefined && unevaluatedItems === undefined) return others;
  const fields = unevaluatedProperties === undefined ? undefined : compile(unevaluatedProperties);
  const items = unevaluatedItems === undefined ? undefined : compile(unevaluatedItems);
  return (value, at, found, around) => {
    const seen = nothingSeen();
    let fit = others(value, at, found, seen);
    if (!fit && found === undefined) return false;
    if (fields !== undefined && isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        if (seen.properties.has(name)) continue;
        seen.properties.add(name);
        const where = at + pointer(name);
        fit =
          (fields(value[name] ?? null, where, undefined, undefined) ||
            misfit(found, where, `has no \`${name}\``)) &&
          fit;
      }
    }
    if (items !== undefined && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (seen.items.has(index)) continue;
        seen.items.add(index);
        const where = `${at}/${index}`;
        fit = (items(item, where, undefined, undefined) || misfit(found, where, "has no place here")) && fit;
      }
    }
    alsoSeen(around, seen);
    return fit;
  };
}

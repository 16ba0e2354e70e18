import { type Json, type Schema, isJsonObject } from "../../ir/index.js";

/** A schema as servers take it, and how the answer is read back. */
export interface Structured {
  readonly schema: Schema;
  read(value: Json): Json;
}

/**
 * Servers that keep answers to a schema want an object at its root: anything else is put into one, as `value`, with the
 * definitions that it refers to beside it.
 */
export function structured(schema: Schema): Structured {
  if (isJsonObject(schema) && schema["type"] === "object") return { schema, read: (value) => value };
  const { $defs, ...own } = isJsonObject(schema) ? schema : { $defs: undefined };
  return {
    schema: {
      type: "object",
      properties: { value: own },
      required: ["value"],
      additionalProperties: false,
      ...($defs === undefined ? {} : { $defs }),
    },
    // A server that did not keep to it may have answered with the value alone; whether that fits is looked at later.
    read: (value) =>
      isJsonObject(value) && value["value"] !== undefined && Object.keys(value).length === 1
        ? value["value"]
        : value,
  };
}

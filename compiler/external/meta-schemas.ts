/**
 * What JSON Schemas themselves are checked by. It stands apart to be loaded where there is an external schema alone; the
 * packages are imported by name here, since a bundle gives what it loads later of a CommonJS module by its default only.
 */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

const options = { strict: false, allErrors: false, validateFormats: false } as const;

export function metaSchemas(): { readonly "2020-12": Ajv2020; readonly "draft-07": Ajv } {
  return { "2020-12": new Ajv2020(options), "draft-07": new Ajv(options) };
}

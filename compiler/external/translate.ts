/**
 * External schemas → schemas of the program: 2020-12, every `$ref` a named type of the program, nothing that points
 * elsewhere. What draft-07 says in other words is put into those of 2020-12.
 */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  pointer,
  type Schema,
  typeReference,
} from "../../ir/index.js";
import type { Pattern } from "../checking.js";
import { resolvedFrom } from "../paths.js";
import { type SchemaDocument, type SchemaDocuments, type Unusable, within } from "./document.js";

export interface Translated {
  /** By ref: the type's own first, then what it refers to. */
  readonly definitions: ReadonlyMap<string, Schema>;
}

const singles = [
  "additionalProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
  "items",
];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const tables = ["properties", "patternProperties", "dependentSchemas"];
const dropped = ["$schema", "$id", "$comment", "$anchor", "$vocabulary", "definitions", "$defs"];
const unsupported = ["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"];

/** Raised inside this file only, and caught in it: a schema is walked at any depth, and the first fault ends the walk. */
class Refusal extends Error {
  constructor(readonly unusable: Unusable) {
    super(unusable.how);
  }
}

/** `ref`: the type's; `fragment`: what of the document it stands for. */
export function translate(
  documents: SchemaDocuments,
  document: SchemaDocument,
  fragment: string,
  ref: string,
  pattern: (source: string) => Pattern,
): Translated | Unusable {
  try {
    return { definitions: new Translation(documents, ref, pattern).from(document, fragment) };
  } catch (error) {
    if (error instanceof Refusal) return error.unusable;
    throw error;
  }
}

class Translation {
  private readonly definitions = new Map<string, Schema>();
  private readonly names = new Map<string, string>();
  private readonly waiting: {
    readonly name: string;
    readonly document: SchemaDocument;
    readonly schema: Json;
  }[] = [];

  constructor(
    private readonly documents: SchemaDocuments,
    private readonly ref: string,
    private readonly pattern: (source: string) => Pattern,
  ) {}

  from(document: SchemaDocument, fragment: string): ReadonlyMap<string, Schema> {
    this.nameOf(document, fragment, fragment === "" ? "" : `#${fragment}`);
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      this.definitions.set(next.name, this.schema(next.schema, next.document));
    }
    return this.definitions;
  }

  /** The ref of what stands there: the type's own for the first, else that with the last word of the pointer behind. */
  private nameOf(document: SchemaDocument, fragment: string, written: string): string {
    const target = within(document, fragment);
    if (target === undefined) refuse(`has no \`#${fragment}\``);
    const key = `${document.path}#${pointer(...target.segments)}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    if (!isJsonObject(target.value) && typeof target.value !== "boolean")
      refuse(`has no schema at \`${written}\``);
    const word = target.segments.at(-1) ?? document.path.replace(/^.*\//, "").replace(/\..*$/, "");
    const taken = new Set(this.names.values());
    let name = this.names.size === 0 ? this.ref : `${this.ref}.$${word}`;
    for (let count = 2; taken.has(name); count += 1) name = `${this.ref}.$${word}${count}`;
    this.names.set(key, name);
    this.waiting.push({ name, document, schema: target.value });
    return name;
  }

  private schema(node: Json, document: SchemaDocument): Schema {
    if (typeof node === "boolean") return node;
    if (!isJsonObject(node)) refuse("has something else where a schema belongs");
    const reference = node["$ref"];
    // In draft-07 whatever stands beside `$ref` is ignored.
    if (typeof reference === "string" && document.draft === "draft-07")
      return { $ref: this.reference(reference, document) };
    const result: Record<string, Json> = {};
    for (const [key, value] of Object.entries(node)) {
      if (unsupported.includes(key)) refuse(`uses \`${key}\`, which has no meaning here`);
      if (dropped.includes(key)) continue;
      Object.assign(result, this.keyword(key, value, node, document));
    }
    return result;
  }

  private keyword(key: string, value: Json, node: JsonObject, document: SchemaDocument): JsonObject {
    if (key === "$ref" && typeof value === "string") return { $ref: this.reference(value, document) };
    if (key === "pattern" && typeof value === "string") this.expectPattern(value);
    if (key === "patternProperties" && isJsonObject(value))
      for (const source of Object.keys(value)) this.expectPattern(source);
    if (document.draft === "draft-07") {
      if (key === "items" && Array.isArray(value)) return { prefixItems: this.all(value, document) };
      if (key === "additionalItems")
        return Array.isArray(node["items"]) ? { items: this.schema(value, document) } : {};
      if (key === "dependencies" && isJsonObject(value)) return this.dependencies(value, document);
    }
    if (singles.includes(key)) return { [key]: this.schema(value, document) };
    if (lists.includes(key) && Array.isArray(value)) return { [key]: this.all(value, document) };
    if (tables.includes(key) && isJsonObject(value)) {
      return {
        [key]: Object.fromEntries(
          Object.entries(value).map(([name, each]) => [name, this.schema(each, document)]),
        ),
      };
    }
    return { [key]: value };
  }

  private all(values: readonly Json[], document: SchemaDocument): readonly Json[] {
    return values.map((each) => this.schema(each, document));
  }

  private dependencies(value: JsonObject, document: SchemaDocument): JsonObject {
    const entries = Object.entries(value);
    const required = entries.filter(([, each]) => Array.isArray(each));
    const schemas = entries.filter(([, each]) => !Array.isArray(each));
    return {
      ...(required.length > 0 ? { dependentRequired: Object.fromEntries(required) } : {}),
      ...(schemas.length > 0
        ? {
            dependentSchemas: Object.fromEntries(
              schemas.map(([name, each]) => [name, this.schema(each, document)]),
            ),
          }
        : {}),
    };
  }

  private expectPattern(source: string): void {
    const made = this.pattern(source);
    if ("fault" in made) refuse(`has the pattern \`${source}\`, which does not compile: ${made.fault}`);
  }

  private reference(written: string, document: SchemaDocument): string {
    const [path = "", fragment = ""] = written.split("#", 2);
    const target = path === "" || path === document.id ? document : this.other(path, written, document);
    return typeReference(this.nameOf(target, decoded(fragment), written));
  }

  private other(path: string, written: string, document: SchemaDocument): SchemaDocument {
    const isUrl = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(path);
    const resolved = isUrl ? undefined : resolvedFrom(document.path, decoded(path));
    if (resolved === undefined)
      refuse(
        `refers to \`${written}\`, which is outside the project`,
        "keep the schemas that it refers to in the project",
      );
    const other = this.documents.at(resolved);
    if ("how" in other) refuse(`refers to \`${written}\`, which ${other.how}`, other.hint);
    return other;
  }
}

function refuse(how: string, hint?: string): never {
  throw new Refusal(hint === undefined ? { how } : { how, hint });
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

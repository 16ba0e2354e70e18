/** External JSON Schema documents: read, of a draft that is known, and valid by its own rules. */
import { isJsonObject, type Json, segmentsOf } from "../../ir/index.js";
import { decode } from "../../grammar/index.js";
import type { Host } from "../host.js";

export type Draft = "2020-12" | "draft-07";

export interface SchemaDocument {
  /** Its path in the project. */
  readonly path: string;
  readonly draft: Draft;
  readonly content: Json;
  /** `$id`, without a fragment. */
  readonly id: string | undefined;
}

/** Why something cannot be used, as the end of a sentence that begins with `the schema …`. */
export interface Unusable {
  readonly how: string;
  readonly hint?: string;
}

const drafts: Readonly<Record<string, Draft>> = {
  "json-schema.org/draft/2020-12/schema": "2020-12",
  "json-schema.org/draft-07/schema": "draft-07",
};

export type MetaCheck = (content: Json, draft: Draft) => string | undefined;

/** Reads each document once. */
export class SchemaDocuments {
  private readonly read = new Map<string, SchemaDocument | Unusable>();

  constructor(
    private readonly host: Host,
    private readonly metaCheck: MetaCheck,
  ) {}

  at(path: string): SchemaDocument | Unusable {
    const known = this.read.get(path);
    if (known !== undefined) return known;
    const document = this.load(path);
    this.read.set(path, document);
    return document;
  }

  private load(path: string): SchemaDocument | Unusable {
    const bytes = this.host.readFile(path);
    if (typeof bytes === "string") {
      return {
        how: {
          missing: "does not exist",
          unreadable: "cannot be read",
          outside: "leads out of the project root",
          directory: "is a folder",
        }[bytes],
      };
    }
    const decoded = decode(bytes, path);
    if ("diagnostic" in decoded) return { how: `cannot be read: ${decoded.diagnostic.message}` };
    const content = parsed(decoded.text);
    if (content === undefined) return { how: "is not JSON" };
    const draft = draftOf(content.value);
    if (typeof draft === "object") return draft;
    const fault = this.metaCheck(content.value, draft);
    if (fault !== undefined) return { how: `is not valid JSON Schema ${draft}: ${fault}` };
    const id = isJsonObject(content.value) ? content.value["$id"] : undefined;
    return {
      path,
      draft,
      content: content.value,
      id: typeof id === "string" ? id.replace(/#.*$/s, "") : undefined,
    };
  }
}

function parsed(text: string): { readonly value: Json } | undefined {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

function draftOf(content: Json): Draft | Unusable {
  const written = isJsonObject(content) ? content["$schema"] : undefined;
  if (typeof written !== "string") return "2020-12";
  const name = written.replace(/^https?:\/\//, "").replace(/#$/, "");
  return Object.hasOwn(drafts, name)
    ? (drafts[name] ?? "2020-12")
    : { how: `is written in \`${written}\``, hint: "JSON Schema 2020-12 and draft-07 are read" };
}

/** What a fragment (`/$defs/x`, or an anchor's name) means in a document. */
export function within(
  { content, draft }: SchemaDocument,
  fragment: string,
): { readonly value: Json; readonly segments: readonly string[] } | undefined {
  const segments = segmentsOf(fragment);
  if (segments === undefined) {
    const found = anchored(content, draft, fragment, []);
    return found;
  }
  let value: Json | undefined = content;
  for (const segment of segments) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else value = isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
    if (value === undefined) return undefined;
  }
  return { value, segments };
}

function anchored(
  node: Json,
  draft: Draft,
  name: string,
  segments: readonly string[],
): { readonly value: Json; readonly segments: readonly string[] } | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (isJsonObject(node) && (draft === "draft-07" ? node["$id"] === `#${name}` : node["$anchor"] === name))
    return { value: node, segments };
  for (const [key, value] of Object.entries(node)) {
    const found = anchored(value, draft, name, [...segments, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Documents as bytes and as values. What is printed is parsed back to the same value; a text and a Markdown body end
 * with one line end in the file that is not part of the value.
 */
import { isAlias, isNode, parseDocument as parseYamlDocument, stringify, visit } from "yaml";
import {
  digestOf,
  isJsonObject,
  unreachable,
  type Artifact,
  type Json,
  type Reading,
} from "../../ir/index.js";
import { type ContentLimits, contentLimits, refuseText, refuseValue } from "./limits.js";
import type { Machine } from "./machine.js";

export type Format = Artifact["format"];

export type Parsed = { readonly value: Json } | { readonly problem: string };

/** Prints a value. For `text`, and for `markdown` without fields, it is a string. */
export function printDocument(format: Format, value: Json): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(value, null, 2)}\n`;
    case "yaml":
      return printYaml(value);
    case "markdown":
      return isJsonObject(value) ? printFrontMatter(value) : `${asText(value)}\n`;
    case "text":
      return `${asText(value)}\n`;
    default:
      return unreachable(format);
  }
}

/**
 * Parses a document, or says in words why it cannot be read (`[R-58]`). `fields`: whether a Markdown document has fields
 * (its front matter, and `body`) or is text alone.
 */
export function parseDocument(
  format: Format,
  text: string,
  fields: boolean,
  limits: ContentLimits = contentLimits,
): Parsed {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const refused = refuseText(source, limits.artifactBytes, "the document");
  if (refused !== undefined) return { problem: refused };
  const parsed = parse(format, source, fields);
  if ("problem" in parsed) return parsed;
  const misfit = refuseValue(parsed.value, { ...limits, answerBytes: limits.artifactBytes });
  return misfit === undefined ? parsed : { problem: `the document ${misfit.message}` };
}

/** The SHA-256 of a document's bytes, as 64 hexadecimal digits. */
export function documentDigest(content: string | Uint8Array): string {
  return digestOf(content).slice("sha256:".length);
}

/** Whether documents of this family have fields, or are text alone (`[L-11]`). */
export function hasFields(artifact: Artifact): boolean {
  return isJsonObject(artifact.schema) && artifact.schema["type"] !== "string";
}

/** What a document is: landed where it parses and fits its schema, unreadable otherwise (`[L-38]`). */
export function readDocument(
  machine: Machine,
  ref: string,
  key: string | undefined,
  path: string,
  content: string,
): Reading {
  const artifact = machine.program.artifacts[ref];
  const at = { artifact: ref, ...(key === undefined ? {} : { key }), path, sha256: documentDigest(content) };
  if (artifact === undefined)
    return { ...at, state: "unreadable", problem: `no artifact \`${ref}\` is declared` };
  const parsed = parseDocument(artifact.format, content, hasFields(artifact), machine.limits);
  if ("problem" in parsed) return { ...at, state: "unreadable", problem: parsed.problem };
  const [misfit] = machine.schemas.check(artifact.schema)(parsed.value);
  if (misfit === undefined) return { ...at, state: "landed", value: parsed.value };
  const where = misfit.pointer === undefined ? "" : `${misfit.pointer} `;
  return { ...at, state: "unreadable", problem: `${where}${misfit.message}` };
}

function parse(format: Format, text: string, fields: boolean): Parsed {
  switch (format) {
    case "json":
      return parseJson(text);
    case "yaml":
      return parseYaml(text);
    case "markdown":
      return fields ? parseFrontMatter(text) : { value: withoutLineEnd(text) };
    case "text":
      return { value: withoutLineEnd(text) };
    default:
      return unreachable(format);
  }
}

/** JSON text to a value; `__proto__` is a key like any other. */
export function parseJson(text: string): Parsed {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function parseYaml(text: string): Parsed {
  const document = parseYamlDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: true,
    logLevel: "silent",
    prettyErrors: true,
  });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined)
    return { problem: `it is not the YAML that is read here: ${fault.message.split("\n")[0]}` };
  let problem: string | undefined;
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node) || node.anchor !== undefined)
        problem = "it has an anchor or alias, which YAML here may not have";
      else if (node.tag !== undefined && isNode(node))
        problem = `it has the tag \`${node.tag}\`, which YAML here may not have`;
      return problem === undefined ? undefined : visit.BREAK;
    },
  });
  if (problem !== undefined) return { problem };
  const value: unknown = document.toJS();
  return isJson(value) ? { value } : { problem: "it holds a value that JSON does not have" };
}

function isJson(value: unknown): value is Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || Object.values(value).every(isJson);
    default:
      return false;
  }
}

function printYaml(value: Json): string {
  return stringify(value, { version: "1.2", schema: "core", aliasDuplicateObjects: false, lineWidth: 0 });
}

const fence = "---\n";

function printFrontMatter(value: { readonly [key: string]: Json }): string {
  const { body, ...matter } = value;
  const text = body === undefined ? "" : `\n${asText(body)}\n`;
  return `${fence}${Object.keys(matter).length === 0 ? "" : printYaml(matter)}${fence}${text}`;
}

function parseFrontMatter(text: string): Parsed {
  const source = text.replaceAll("\r\n", "\n");
  if (!source.startsWith(fence)) return { value: { body: withoutLineEnd(source) } };
  const end = source.startsWith(fence, fence.length)
    ? fence.length
    : source.indexOf(`\n${fence}`, fence.length) + 1;
  const closed = end > 0 ? end : source.endsWith("\n---") ? source.length - 3 : -1;
  if (closed < 0) return { problem: "its front matter is not closed by a line `---`" };
  const matter = source.slice(fence.length, closed);
  const parsed = matter.trim() === "" ? { value: {} } : parseYaml(matter);
  if ("problem" in parsed) return parsed;
  if (!isJsonObject(parsed.value)) return { problem: "its front matter has no fields" };
  const rest = source.slice(closed + fence.length);
  if (rest === "") return parsed;
  const body = rest.startsWith("\n") ? rest.slice(1) : rest;
  return { value: { ...parsed.value, body: withoutLineEnd(body) } };
}

function withoutLineEnd(text: string): string {
  return text.endsWith("\r\n") ? text.slice(0, -2) : text.endsWith("\n") ? text.slice(0, -1) : text;
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

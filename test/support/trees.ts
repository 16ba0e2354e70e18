/** Trees and diagnostics of playbook files, as text for goldens. */
import type { Diagnostic } from "../../ir/diagnostic.js";
import { type LineIndex, lineIndex, type Span } from "../../ir/span.js";
import { parse } from "../../grammar/index.js";

/** A file's tree, one node a line: its kind, where it is, what it holds. Short nodes stand on their parent's line. */
export function treeOf(path: string, text: string): string {
  const { file } = parse(path, text);
  const index = lineIndex(text);
  const { kind: _, path: __, text: ___, ...rest } = file;
  return `${shown({ kind: "file", ...rest }, index, "").join("\n")}\n`;
}

/** A file's diagnostics in full. */
export function faultsOf(path: string, text: string): string {
  const { file, diagnostics } = parse(path, text);
  const index = lineIndex(text);
  const kept = file.declarations.map(
    (each) => `${each.kind} ${each.name.text}${each.broken ? " (broken)" : ""}`,
  );
  return `${[...diagnostics.map((each) => shownDiagnostic(each, text, index)), `read: ${kept.join(", ") || "nothing"}`].join("\n")}\n`;
}

function shownDiagnostic(diagnostic: Diagnostic, text: string, index: LineIndex): string {
  const { code, message, place, related, hint, fix } = diagnostic;
  const lines = [`${positions(place.span, index)} ${code} ${message}`];
  for (const { place: other, message: what } of related)
    lines.push(`  see ${positions(other.span, index)} ${what}`);
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  if (fix !== undefined) {
    lines.push(`  fix: ${fix.title}`);
    const mended = fix.edits
      .toSorted((a, b) => b.span.start - a.span.start)
      .reduce((whole, { span, text: put }) => whole.slice(0, span.start) + put + whole.slice(span.end), text);
    for (const line of changedLines(text, mended)) lines.push(`    ${line}`);
  }
  return lines.join("\n");
}

function changedLines(before: string, after: string): readonly string[] {
  const old = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !old.has(line));
}

function positions({ start, end }: Span, index: LineIndex): string {
  const from = index.position(start);
  const to = index.position(end);
  return `${from.line}:${from.column}-${to.line}:${to.column}`;
}

function shown(value: unknown, index: LineIndex, indent: string): string[] {
  const short = inline(value);
  if (short !== undefined) return [`${indent}${short}`];
  if (!isRecord(value)) return [`${indent}${JSON.stringify(value)}`];
  const { kind, span, ...rest } = value;
  const head = [typeof kind === "string" ? kind : "·"];
  const below: string[] = [];
  for (const [key, inner] of Object.entries(rest)) {
    const text = isSpan(inner)
      ? positions(inner, index)
      : Array.isArray(inner)
        ? inlineList(inner)
        : inline(inner);
    if (text === "[]") continue;
    if (text !== undefined) head.push(`${key}=${text}`);
    else if (Array.isArray(inner)) {
      below.push(`${indent}  ${key}:`, ...inner.flatMap((each) => shown(each, index, `${indent}    `)));
    } else {
      const [first = "", ...more] = shown(inner, index, `${indent}  `);
      below.push(`${indent}  ${key}: ${first.trimStart()}`, ...more);
    }
  }
  if (isSpan(span)) head.push(`@${positions(span, index)}`);
  return [`${indent}${head.join(" ")}`, ...below];
}

function inlineList(items: readonly unknown[]): string | undefined {
  const texts = items.map((item) => (isSpan(item) ? undefined : inline(item)));
  return texts.every((text) => text !== undefined) ? `[${texts.join(", ")}]` : undefined;
}

/** Names, literals and paths, whose places can be told from their parent's. */
function inline(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (!isRecord(value)) return undefined;
  switch (value["kind"]) {
    case "name":
      return value["quoted"] === true ? `\`${String(value["text"])}\`` : String(value["text"]);
    case "string":
      return `${value["block"] === true ? "block" : ""}${JSON.stringify(value["text"])}`;
    case "number":
      return String(value["text"]);
    case "duration":
      return `${String(value["text"])}=${String(value["milliseconds"])}ms`;
    case "null":
      return "null";
    case "boolean":
      return String(value["value"]);
    case "reference":
      return inline(value["name"]);
    case "literal":
      return `literal ${JSON.stringify(value["value"])}`;
    case "path": {
      const segments = Array.isArray(value["segments"]) ? value["segments"].map(inlineSegment) : [];
      return segments.includes(undefined) ? undefined : `${inline(value["root"])}${segments.join("")}`;
    }
    default:
      return undefined;
  }
}

function inlineSegment(segment: unknown): string | undefined {
  if (!isRecord(segment)) return undefined;
  if (segment["kind"] === "field") return `.${inline(segment["name"])}`;
  const index = inline(segment["index"]);
  return index === undefined ? undefined : `[${index}]`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSpan(value: unknown): value is Span {
  return isRecord(value) && Object.keys(value).length === 2 && "start" in value && "end" in value;
}

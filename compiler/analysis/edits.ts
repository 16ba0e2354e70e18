/** Edits that fixes share: they keep the layout around what they take out or write. */
import type { Edit, Span } from "../../ir/index.js";
import type {
  Doc,
  EffectDeclaration,
  PlaybookDeclaration,
  Suppression,
  ToolDeclaration,
} from "../../grammar/tree.js";
import type { Module } from "../names.js";

export interface Removable {
  readonly span: Span;
  readonly doc?: Doc;
  readonly suppressions?: readonly Suppression[];
}

/**
 * Takes something out with its docs and suppressions, and with its lines where nothing else stands on them; of the
 * blank lines above and below one stays.
 */
export function removal(module: Module, { span, doc, suppressions = [] }: Removable): Edit {
  const { text } = module.syntax;
  const above = [doc, ...suppressions].flatMap((each) => (each === undefined ? [] : [each.span.start]));
  const start = Math.min(span.start, ...above);
  const lineStart = startOfLine(text, start);
  const lineEnd = endOfLine(text, span.end);
  const standsAlone = isBlank(text, lineStart, start) && isBlank(text, span.end, lineEnd);
  if (!standsAlone) return { file: module.path, span: withSpaces(text, { start, end: span.end }), text: "" };
  const follows = endOfLine(text, lineEnd);
  const isApart = lineStart === 0 || isBlank(text, startOfLine(text, lineStart - 1), lineStart);
  const end = isApart && lineEnd < text.length && isBlank(text, lineEnd, follows) ? follows : lineEnd;
  return { file: module.path, span: { start: lineStart, end }, text: "" };
}

/** Takes a field out, with the comma behind it. */
export function fieldRemoval(module: Module, field: Removable): Edit {
  const { text } = module.syntax;
  const comma = /^\s*,/.exec(text.slice(field.span.end))?.[0].length ?? 0;
  return removal(module, { ...field, span: { start: field.span.start, end: field.span.end + comma } });
}

/** Takes one item out of a list that commas separate, or all of `whole` where it is the only one. */
export function removalFromList(
  module: Module,
  items: readonly Removable[],
  item: Removable,
  whole: Removable,
): Edit {
  const { text } = module.syntax;
  const index = items.indexOf(item);
  const before = items[index - 1];
  if (items.length < 2) return removal(module, whole);
  if (before !== undefined && index === items.length - 1) {
    return { file: module.path, span: { start: before.span.end, end: item.span.end }, text: "" };
  }
  const comma = text.indexOf(",", item.span.end);
  const start = Math.min(
    item.span.start,
    ...(item.suppressions ?? []).map(({ span }) => span.start),
    item.doc?.span.start ?? item.span.start,
  );
  return { file: module.path, span: { start, end: afterSpaces(text, comma + 1) }, text: "" };
}

/** Writes a clause as the first of a playbook, on a line of its own where the others have theirs. */
export function clauseFirst(module: Module, playbook: PlaybookDeclaration, clause: string): Edit {
  const { text } = module.syntax;
  const at = openingBrace(module, playbook) + 1;
  const isOneLine = startOfLine(text, at) === startOfLine(text, playbook.span.end - 1);
  return inserted(module, at, isOneLine ? ` ${clause}` : `\n${indentation(module, playbook)}${clause}`);
}

/** Writes a clause behind the inputs of a playbook, else behind its intent, else as its first. */
export function clauseAfterInputs(module: Module, playbook: PlaybookDeclaration, clause: string): Edit {
  const { clauses } = playbook;
  const before =
    clauses.findLast(({ kind }) => kind === "input") ?? clauses.find(({ kind }) => kind === "intent");
  if (before === undefined) return clauseFirst(module, playbook, clause);
  const { text } = module.syntax;
  const { start, end } = before.span;
  const isOnItsLine = isBlank(text, startOfLine(text, start), start);
  return inserted(module, end, isOnItsLine ? `\n${indentation(module, playbook)}${clause}` : ` ${clause}`);
}

/** Writes a clause as the last of a playbook. */
export function clauseLast(module: Module, playbook: PlaybookDeclaration, clause: string): Edit {
  const { text } = module.syntax;
  const brace = playbook.span.end - 1;
  const line = startOfLine(text, brace);
  if (isBlank(text, line, brace))
    return inserted(module, line, `${indentation(module, playbook)}${clause}\n`);
  const space = /\s/.test(text.charAt(brace - 1)) ? "" : " ";
  return inserted(module, brace, `${space}${clause} `);
}

/** Writes a member as the last of a declaration, on a line of its own where the one before has its. */
export function memberLast(
  module: Module,
  { members, span }: { readonly members: readonly { readonly span: Span }[]; readonly span: Span },
  member: string,
): Edit {
  const { text } = module.syntax;
  const last = members.at(-1)?.span;
  if (last === undefined) return inserted(module, span.end - 1, ` ${member} `);
  const line = startOfLine(text, last.start);
  const isOnItsLine = isBlank(text, line, last.start);
  return inserted(
    module,
    last.end,
    isOnItsLine ? `\n${text.slice(line, last.start)}${member}` : `  ${member}`,
  );
}

/** Writes a member of a tool or effect behind its `input` and `output`. */
export function memberAfterInput(
  module: Module,
  { members, span }: ToolDeclaration | EffectDeclaration,
  member: string,
): Edit {
  const before = members.filter(({ kind }) => kind === "input" || kind === "output");
  return memberLast(module, { members: before, span }, member);
}

export function inserted(module: Module, at: number, text: string): Edit {
  return { file: module.path, span: { start: at, end: at }, text };
}

/** The first brace after the name that does not stand in a comment. */
function openingBrace({ syntax }: Module, { name }: PlaybookDeclaration): number {
  let at = syntax.text.indexOf("{", name.span.end);
  for (const { span } of syntax.comments) {
    if (span.start <= at && at < span.end) at = syntax.text.indexOf("{", span.end);
  }
  return at;
}

/** How far the clauses of a playbook are indented. */
function indentation({ syntax: { text } }: Module, { clauses, span }: PlaybookDeclaration): string {
  const [first] = clauses;
  const start = first === undefined ? undefined : startOfLine(text, first.span.start);
  if (first !== undefined && start !== undefined && isBlank(text, start, first.span.start)) {
    return text.slice(start, first.span.start);
  }
  const line = startOfLine(text, span.start);
  return `${isBlank(text, line, span.start) ? text.slice(line, span.start) : ""}  `;
}

function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the line's end. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === "";
}

/** The span with the spaces on one side of it: before it at the end of a line, else behind it. */
function withSpaces(text: string, { start, end }: Span): Span {
  if (!isBlank(text, end, endOfLine(text, end))) return { start, end: afterSpaces(text, end) };
  let from = start;
  while (text.charAt(from - 1) === " " || text.charAt(from - 1) === "\t") from -= 1;
  return { start: from, end };
}

function afterSpaces(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === " " || text.charAt(end) === "\t") end += 1;
  return end;
}

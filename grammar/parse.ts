import type { CstNode, IToken } from "chevrotain";
import type { Diagnostic } from "../ir/diagnostic.js";
import { invariant } from "../ir/invariant.js";
import type { Span } from "../ir/span.js";
import { type Item, toItem } from "./build/declarations.js";
import { nodesOf, Source } from "./build/source.js";
import { type Fault, toDiagnostic } from "./fault.js";
import { playbookParser } from "./parser.js";
import { itemEnds } from "./recovery/items.js";
import { recover } from "./recovery/recover.js";
import { scan, type Scan } from "./scan.js";
import type { Declaration, Import, Namespace, SourceFile } from "./tree.js";

/** The largest file that is read, in bytes of UTF-8 or UTF-16 code units: 8 MB. */
export const maxFileSize = 8 * 1024 * 1024;

/**
 * The syntax tree of a file's text, and what is wrong with it, in text order. It never throws: whatever the text is,
 * every declaration that is intact is in the tree, and one fault gives one diagnostic (`[L-34]`). Text of more than
 * `maxFileSize` is not read.
 */
export function parse(path: string, text: string): { file: SourceFile; diagnostics: readonly Diagnostic[] } {
  if (text.length > maxFileSize) return refuse(path, text);
  playbookParser();
  const scanned = scan(text);
  const source = new Source(text, scanned.comments);
  const file = assemble(path, source, scanned, itemsOneByOne(scanned.tokens));
  if (file !== undefined) return { file, diagnostics: inOrder(path, scanned.faults, source.faults) };
  return parseAtOnce(path, text, scanned);
}

/**
 * The nodes of a file's items, each read when it is asked for, so that few of them are held at a time; `undefined`
 * and no more where that fails, be it that the file has a fault, or that it cannot be taken apart so simply.
 */
function* itemsOneByOne(tokens: readonly IToken[]): Generator<CstNode | undefined> {
  let start = 0;
  for (const end of itemEnds(tokens)) {
    const { node, halt } = playbookParser().read("item", tokens.slice(start, end));
    if (node === undefined || halt !== undefined) return yield undefined;
    yield node;
    start = end;
  }
}

function parseAtOnce(
  path: string,
  text: string,
  scanned: Scan,
): { file: SourceFile; diagnostics: readonly Diagnostic[] } {
  const { node, halt } = playbookParser().read("file", scanned.tokens);
  const isIntact = node !== undefined && halt === undefined;
  const { items, faults, skipped, faulty } = isIntact
    ? { items: nodesOf(node, "item"), faults: [], skipped: [], faulty: [] }
    : recover(scanned);
  const source = new Source(text, scanned.comments);
  const file = assemble(path, source, scanned, items, skipped);
  invariant(file !== undefined, "the items were read");
  const further = source.faults.filter(
    ({ span }) => !faulty.some((part) => part.start <= span.start && span.end <= part.end),
  );
  return { file, diagnostics: inOrder(path, scanned.faults, faults, further) };
}

function inOrder(path: string, ...faults: readonly (readonly Fault[])[]): readonly Diagnostic[] {
  return faults
    .flat()
    .toSorted((a, b) => a.span.start - b.span.start)
    .map((fault) => toDiagnostic(fault, path));
}

/** The file of its items; `undefined` where one of them is. */
function assemble(
  path: string,
  source: Source,
  scanned: Scan,
  nodes: Iterable<CstNode | undefined>,
  skipped: readonly Span[] = [],
): SourceFile | undefined {
  const broken = (span: Span): boolean =>
    scanned.faults.some((fault) => fault.span.start >= span.start && fault.span.start < span.end);
  let namespace: Namespace | undefined;
  const imports: Import[] = [];
  const declarations: Declaration[] = [];
  let count = 0;
  for (const node of nodes) {
    if (node === undefined) return undefined;
    const item = toItem(node, source, broken);
    count++;
    if (item === undefined) continue;
    if (item.kind === "import") imports.push(item.import);
    else if (item.kind === "declaration") declarations.push(item.declaration);
    else {
      const misplaced = namespaceFault(item, namespace, count === 1);
      if (misplaced !== undefined) source.report(misplaced);
      namespace ??= item.namespace;
    }
  }
  return {
    kind: "file",
    path,
    text: source.text,
    ...(namespace === undefined ? {} : { namespace }),
    imports,
    declarations,
    comments: scanned.comments,
    skipped: skipped.toSorted((a, b) => a.start - b.start),
  };
}

function namespaceFault(
  { namespace }: Item & { kind: "namespace" },
  earlier: Namespace | undefined,
  isFirst: boolean,
): Fault | undefined {
  if (earlier !== undefined) {
    return {
      code: "LB1001",
      span: namespace.span,
      message: "a file has one namespace",
      related: [{ span: earlier.span, message: "its namespace is given here" }],
    };
  }
  if (isFirst) return undefined;
  return { code: "LB1001", span: namespace.span, message: "the namespace comes first in its file" };
}

function refuse(path: string, text: string): { file: SourceFile; diagnostics: readonly Diagnostic[] } {
  const file: SourceFile = {
    kind: "file",
    path,
    text,
    imports: [],
    declarations: [],
    comments: [],
    skipped: [{ start: 0, end: text.length }],
  };
  return { file, diagnostics: [toDiagnostic(tooLarge(text.length), path)] };
}

/** The fault of a file of `size` bytes or code units. */
export function tooLarge(size: number): Fault {
  const megabytes = (amount: number): string => `${(amount / 1024 / 1024).toFixed(1)} MB`;
  return {
    code: "LB1008",
    span: { start: 0, end: 0 },
    message: `the file is too large: ${megabytes(size)}, where at most ${megabytes(maxFileSize)} are read`,
    hint: "spread its declarations over several files",
  };
}

import type { Edit, Span } from "../../ir/index.js";
import { type Node, walk } from "../../grammar/index.js";
import type { Declared, Module } from "../names.js";
import { resolvedFrom } from "../paths.js";
import type { CheckedProgram } from "../program.js";

/** Words that are read as themselves somewhere (`[L-3]`). */
const reserved: ReadonlySet<string> = new Set(
  "landed delivered absent stale every some not and or in contains true false null open map run loop signal unattended tool effect person after crash choose artifact expect then".split(
    " ",
  ),
);

/**
 * Edits that give a declaration another name wherever it is named, imports too. `undefined` where that is not sure to
 * leave everything else as it is: where there is an error, where the new name stands already, or where the old one
 * stands for something that was not looked up.
 */
export function renamed(
  program: CheckedProgram,
  declared: Declared,
  name: string,
): readonly Edit[] | undefined {
  if (program.reported.some(({ severity }) => severity === "error") || reserved.has(name)) return undefined;
  const edits = new Map<Module, Map<number, Span>>();
  const add = (module: Module, span: Span): void => {
    edits.set(module, (edits.get(module) ?? new Map<number, Span>()).set(span.start, span));
  };
  add(declared.module, declared.syntax.name.span);
  for (const module of program.modules) for (const span of importsOf(module, declared)) add(module, span);
  for (const use of program.uses) {
    // What an import calls otherwise keeps that name.
    if (use.declared === declared && textAt(use.module, use.span) === declared.name)
      add(use.module, use.span);
  }
  for (const [module, spans] of edits) {
    const others = occurrences(module, declared.name).filter(({ start }) => !spans.has(start));
    const same = occurrences(module, name);
    if ([...others, ...same].some((span) => !isProse(module, span))) return undefined;
  }
  return [...edits].flatMap(([{ path }, spans]) =>
    [...spans.values()].map((span): Edit => ({ file: path, span, text: name })),
  );
}

function importsOf(module: Module, { name, module: home }: Declared): readonly Span[] {
  return module.syntax.imports
    .filter(({ from }) => resolvedFrom(module.path, from.text) === home.path)
    .flatMap(({ names }) => names)
    .filter((each) => each.name.text === name)
    .map((each) => each.name.span);
}

function textAt({ syntax }: Module, { start, end }: Span): string {
  return syntax.text.slice(start, end);
}

function occurrences({ syntax }: Module, name: string): readonly Span[] {
  const found: Span[] = [];
  for (const { index, 0: word } of syntax.text.matchAll(/[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*/g)) {
    if (word === name) found.push({ start: index, end: index + word.length });
  }
  return found;
}

/** Whether it stands in a comment or a text, where it names nothing. */
function isProse(module: Module, { start, end }: Span): boolean {
  if (module.namedBy !== undefined) return !isInHole(module.syntax.text, start);
  const covers = ({ span }: { readonly span: Span }): boolean => span.start <= start && end <= span.end;
  if (module.syntax.comments.some(covers)) return true;
  let found = false;
  walk(module.syntax, (node: Node) => {
    if (!covers(node)) return false;
    if (node.kind === "string" || node.kind === "text") found = true;
    return true;
  });
  return found;
}

/** In a prompt file all is text but the holes. */
function isInHole(text: string, at: number): boolean {
  return text.lastIndexOf("{{", at) > text.lastIndexOf("}}", at);
}

/** Looks a name up where it stands: in its file and its imports only (`[L-4]`). */
import { nearest, type Fix, type Place } from "../ir/index.js";
import type { Name } from "../grammar/tree.js";
import { type Known, unknownName, wrongKind } from "./checks/lb2001.js";
import { waitUnknown } from "./checks/lb6001.js";
import type { Checking } from "./checking.js";
import { type Declared, type Kind, type Meaning, type Module, placeIn } from "./names.js";
import { relativePath } from "./paths.js";
import { reportMissing } from "./unnamed.js";

/**
 * What the name stands for, where that is of one of the kinds wanted; what it stands for is noted as used. Otherwise
 * `undefined`, and reported, unless something was reported already (`[L-34]`).
 */
export function lookUp(
  checking: Checking,
  module: Module,
  name: Name,
  kinds: readonly Kind[],
  what?: string,
): Declared | undefined {
  const meaning = meaningOf(checking, module, name.text);
  if (meaning?.kind === "unknown") return undefined;
  const place = placeIn(module, name.span);
  const isWait = kinds.length === 1 && kinds[0] === "wait";
  if (meaning === undefined) {
    reportMissing(checking, module, name, kinds, () => {
      const known = knownFor(checking, module, name.text, kinds, place);
      // What was probably meant is not unused besides.
      if (known.near !== undefined) module.hearsay.add(known.near);
      return isWait
        ? waitUnknown(place, name.text, known)
        : unknownName(place, name.text, what ?? nounFor(kinds), known);
    });
    return undefined;
  }
  note(checking, module, name, meaning.declared);
  if (kinds.includes(meaning.declared.syntax.kind)) return meaning.declared;
  const near = nearest(name.text, namesOfKinds(checking, module, kinds));
  checking.report(wrongKind(place, name.text, meaning.declared, kinds, near));
  return undefined;
}

export function meaningOf(
  checking: Pick<Checking, "names">,
  module: Module,
  name: string,
): Meaning | undefined {
  return checking.names.scopes.get(module)?.get(name);
}

/** Notes that the declaration is named here. */
export function note(checking: Checking, module: Module, name: Name, declared: Declared): void {
  checking.uses.push({ declared, module, span: name.span });
}

/** The names in a module's scope that stand for one of these kinds. */
export function namesOfKinds(
  checking: Pick<Checking, "names">,
  module: Module,
  kinds: readonly Kind[],
): readonly string[] {
  const scope = checking.names.scopes.get(module) ?? new Map<string, Meaning>();
  return [...scope]
    .filter(([, meaning]) => meaning.kind === "declared" && kinds.includes(meaning.declared.syntax.kind))
    .map(([name]) => name);
}

/** What to offer for a name that is not known here. */
export function knownFor(
  checking: Checking,
  module: Module,
  name: string,
  kinds: readonly Kind[],
  place: Place,
  more: readonly string[] = [],
): Known {
  const elsewhere = [...checking.names.declared.values()].find(
    (declared) =>
      declared.name === name && declared.module !== module && kinds.includes(declared.syntax.kind),
  );
  if (elsewhere !== undefined) {
    const path = elsewhere.module.isStandard
      ? elsewhere.module.path
      : relativePath(module.path, elsewhere.module.path);
    return { elsewhere: { path, fix: importFix(module, name, path, place.file) } };
  }
  return { near: nearest(name, [...more, ...namesOfKinds(checking, module, kinds)]) };
}

/** Adds the name to the import from there, or writes one below the others. */
function importFix(module: Module, name: string, path: string, file: string): Fix {
  const { imports, namespace } = module.syntax;
  const title = `import \`${name}\` from \`${path}\``;
  const last = imports.find(({ from }) => from.text === path)?.names.at(-1);
  if (last !== undefined) {
    return {
      title,
      safe: true,
      edits: [{ file, span: { start: last.span.end, end: last.span.end }, text: `, ${name}` }],
    };
  }
  const line = `import { ${name} } from ${JSON.stringify(path)}`;
  const above = imports.at(-1)?.span.end ?? namespace?.span.end;
  const at = above ?? 0;
  const text = above === undefined ? `${line}\n\n` : imports.length > 0 ? `\n${line}` : `\n\n${line}`;
  return { title, safe: true, edits: [{ file, span: { start: at, end: at }, text }] };
}

const nouns: Readonly<Record<Kind, string>> = {
  type: "type",
  artifact: "artifact",
  evidence: "evidence",
  verdict: "verdict",
  playbook: "playbook",
  wait: "wait",
  tool: "tool",
  effect: "effect",
  scenario: "scenario",
};

function nounFor(kinds: readonly Kind[]): string {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? nouns[only] : "name";
}

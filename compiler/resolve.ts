/** Gives every declaration its ref and every module its scope: what it declares and imports, and nothing else (`[L-4]`). */
import type { Place } from "../ir/index.js";
import type { Declaration, ImportName } from "../grammar/tree.js";
import type { Report } from "./check.js";
import { declaredTwice, importedTwice } from "./checks/lb2002.js";
import { notDeclaredThere } from "./checks/lb2003.js";
import type { LoadedModule } from "./load.js";
import { type Declared, type Meaning, type Module, placeIn } from "./names.js";
import { byCodeUnits } from "./types/schema.js";

export type Scope = ReadonlyMap<string, Meaning>;

export interface Names {
  readonly modules: readonly LoadedModule[];
  /** By ref, in the order of modules and text. A declaration whose ref was taken is not in it. */
  readonly declared: ReadonlyMap<string, Declared>;
  /** A prompt file is added under the scope of the module that names it. */
  readonly scopes: Map<Module, Scope>;
}

const unknown: Meaning = { kind: "unknown" };

export function resolveNames(modules: readonly LoadedModule[], report: Report): Names {
  const declared = new Map<string, Declared>();
  const own = new Map<Module, Map<string, Meaning>>();
  for (const module of modules) own.set(module, declareAll(module, declared, report));
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const scopes = new Map<Module, Scope>();
  for (const module of modules) {
    const scope = new Map(own.get(module));
    for (const each of module.syntax.imports) {
      const target = byPath.get(module.imports.get(each) ?? "");
      const exported = target === undefined ? undefined : own.get(target);
      for (const name of each.names) bring(module, scope, name, target, exported, report);
    }
    scopes.set(module, scope);
  }
  return { modules, declared, scopes };
}

/** `[L-7]` */
function declareAll(
  module: LoadedModule,
  declared: Map<string, Declared>,
  report: Report,
): Map<string, Meaning> {
  const scope = new Map<string, Meaning>();
  for (const syntax of module.syntax.declarations) {
    const name = syntax.name.text;
    const ref = module.namespace === "" ? name : `${module.namespace}.${name}`;
    const first = declared.get(ref);
    if (first === undefined) {
      const each: Declared = { ref, name, module, syntax };
      declared.set(ref, each);
      scope.set(name, { kind: "declared", declared: each, imported: false });
    } else {
      // A broken one may have been meant to have another name.
      if (!syntax.broken && !first.syntax.broken) {
        report(declaredTwice(namePlace(module, syntax), name, namePlace(first.module, first.syntax)));
      }
      // Which of the two is meant nobody knows, so nothing is said about its uses here.
      scope.set(name, unknown);
    }
  }
  return scope;
}

function namePlace(module: Module, syntax: Declaration): Place {
  return placeIn(module, syntax.name.span);
}

/** `[L-5]` */
function bring(
  module: LoadedModule,
  scope: Map<string, Meaning>,
  imported: ImportName,
  target: LoadedModule | undefined,
  exported: ReadonlyMap<string, Meaning> | undefined,
  report: Report,
): void {
  const local = imported.as ?? imported.name;
  const before = scope.get(local.text);
  if (before !== undefined) {
    const first = before.kind === "declared" ? firstPlace(module, before, imported) : undefined;
    if (first !== undefined) report(importedTwice(placeIn(module, local.span), local.text, first));
    scope.set(local.text, unknown);
    return;
  }
  const meaning = exported?.get(imported.name.text);
  if (meaning?.kind === "declared") {
    scope.set(local.text, { kind: "declared", declared: meaning.declared, imported: true });
    return;
  }
  scope.set(local.text, unknown);
  const isSilent =
    target === undefined ||
    meaning !== undefined ||
    target.hearsay.has(imported.name.text) ||
    target.nameless.length > 0;
  if (isSilent) return;
  const names = [...(exported?.keys() ?? [])].toSorted(byCodeUnits);
  report(notDeclaredThere(placeIn(module, imported.name.span), imported.name.text, target.path, names));
}

/** Where this module has the name already: its own declaration, or the import before. */
function firstPlace(
  module: LoadedModule,
  before: Meaning & { readonly kind: "declared" },
  imported: ImportName,
): Place {
  if (!before.imported) return placeIn(module, before.declared.syntax.name.span);
  const local = (imported.as ?? imported.name).text;
  const names = module.syntax.imports.flatMap((each) => each.names);
  const first = names.find((each) => (each.as ?? each.name).text === local) ?? imported;
  return placeIn(module, first.span);
}

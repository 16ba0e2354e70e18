import { type Declared, type Module } from "../names.js";
import { resolvedFrom } from "../paths.js";

/** What a declaration is called in a module; `undefined` where it is not declared or imported there. */
export function localName(module: Module, { name, module: home }: Declared): string | undefined {
  if (home === module) return name;
  for (const { names, from, broken } of module.syntax.imports) {
    const path = from.text.startsWith("std:") ? from.text : resolvedFrom(module.path, from.text);
    if (broken || path !== home.path) continue;
    const found = names.find((each) => each.name.text === name);
    if (found !== undefined) return (found.as ?? found.name).text;
  }
  return undefined;
}

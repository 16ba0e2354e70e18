import type { Host } from "./host.js";
import type { Marks } from "./marks.js";
import type { Report } from "./check.js";
import type { Declared, Use } from "./names.js";
import type { Names } from "./resolve.js";
import type { Thing } from "./things.js";
import type { Unnamed } from "./unnamed.js";
import type { External, Type } from "./types/type.js";

/** A pattern made for the linear-time engine (`[L-41]`): what it matches, or why it does not compile. */
export type Pattern = { readonly matches: (text: string) => boolean } | { readonly fault: string };

/** An external JSON Schema that a type stands for, read and checked. */
export interface ExternalType {
  readonly type: Type;
  /** The schemas that it and what it refers to put into the program's `types`, by ref. */
  readonly definitions: ReadonlyMap<string, External["schema"]>;
}

/** What every phase works with. Phases add to `uses` and `things`; all else is fixed. */
export interface Checking {
  readonly host: Host;
  readonly names: Names;
  readonly report: Report;
  /** Every place where a declaration is named, in the order met. */
  readonly uses: Use[];
  readonly things: Map<string, Thing>;
  /** Names that nothing stands for and that may be told of later, by the path of their module. */
  readonly unnamed: Map<string, Unnamed[]>;
  /** What can be checked only once every type is known: constraints, defaults. */
  readonly later: (() => void)[];
  readonly marks: Marks;
  /** `undefined` where the program has no pattern, so that the engine was not loaded. */
  readonly pattern: ((source: string) => Pattern) | undefined;
  /** By the type's ref; one whose schema could not be used is not in it. */
  readonly externals: ReadonlyMap<string, ExternalType>;
}

/** The thing that a declaration is, by kind; `undefined` before it was typed, or where it was doubled. */
export function thingOf<K extends Thing["kind"]>(
  checking: Pick<Checking, "things">,
  declared: Declared | undefined,
  kind: K,
): Extract<Thing, { kind: K }> | undefined {
  const thing = declared === undefined ? undefined : checking.things.get(declared.ref);
  return isOfKind(thing, kind) ? thing : undefined;
}

function isOfKind<K extends Thing["kind"]>(
  thing: Thing | undefined,
  kind: K,
): thing is Extract<Thing, { kind: K }> {
  return thing?.kind === kind;
}

import type { Diagnostic } from "../ir/index.js";
import type { Declared, Use } from "./names.js";
import type { Names } from "./resolve.js";

export interface Faults {
  readonly isFaulty: (ref: string) => boolean;
  readonly isSound: (ref: string) => boolean;
}

/** Which declarations are broken or have an error, and which reach none that is ([L-34]). Worked out when first asked. */
export function faultsOf(names: Names, uses: readonly Use[], reported: readonly Diagnostic[]): Faults {
  let faulty: ReadonlySet<string> | undefined;
  let unsound: ReadonlySet<string> | undefined;
  const isFaulty = (ref: string): boolean => (faulty ??= faultyRefs(names, reported)).has(ref);
  const isSound = (ref: string): boolean => {
    faulty ??= faultyRefs(names, reported);
    unsound ??= spread(faulty, names, uses);
    return !unsound.has(ref);
  };
  return { isFaulty, isSound };
}

function faultyRefs(names: Names, reported: readonly Diagnostic[]): ReadonlySet<string> {
  const errors = reported.filter(({ severity }) => severity === "error");
  const byFile = grouped(errors, ({ place }) => place.file);
  const refs = new Set<string>();
  for (const { ref, module, syntax } of names.declared.values()) {
    const { start, end } = syntax.span;
    const isHit = (byFile.get(module.path) ?? []).some(
      ({ place: { span } }) => span.start < end && span.end > start,
    );
    if (syntax.broken || isHit) refs.add(ref);
  }
  return refs;
}

/** With all that name one of them, directly or not. */
function spread(faulty: ReadonlySet<string>, names: Names, uses: readonly Use[]): ReadonlySet<string> {
  if (faulty.size === 0) return faulty;
  const owners = ownersOf(names);
  const users = new Map<string, Set<string>>();
  for (const use of uses) {
    const user = owners(use);
    if (user === undefined) continue;
    const known = users.get(use.declared.ref) ?? new Set();
    users.set(use.declared.ref, known.add(user.ref));
  }
  const reached = new Set(faulty);
  for (const ref of reached) for (const user of users.get(ref) ?? []) reached.add(user);
  return reached;
}

/** The declaration that a use stands in. */
function ownersOf(names: Names): (use: Use) => Declared | undefined {
  const byModule = grouped(names.declared.values(), ({ module }) => module.path);
  return ({ module, span }) =>
    byModule
      .get(module.path)
      ?.find(({ syntax }) => syntax.span.start <= span.start && span.end <= syntax.span.end);
}

function grouped<T>(items: Iterable<T>, by: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(by(item));
    if (group === undefined) groups.set(by(item), [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * What the specification derives from the clauses of playbooks: conflict (`[R-15]`), colliding scopes, what verdicts hang
 * on. Written from the specification, apart from the interpreter, for the model that Spin explores.
 */
import type { Playbook, Program } from "../../ir/index.js";

/** A playbook with all that it admits: composites count with their members. */
function closure(program: Program, ref: string): readonly Playbook[] {
  const playbook = program.playbooks[ref]!;
  const members = playbook.choreography?.members ?? [];
  return [playbook, ...members.flatMap((member) => closure(program, member.playbook))];
}

interface Touches {
  readonly reads: ReadonlySet<string>;
  readonly lands: ReadonlySet<string>;
  readonly returns: ReadonlySet<string>;
  readonly needsAbsent: ReadonlySet<string>;
  readonly scope: ReadonlySet<string>;
}

function touches(program: Program, ref: string): Touches {
  const all = closure(program, ref);
  const of = (pick: (playbook: Playbook) => readonly string[]): ReadonlySet<string> =>
    new Set(all.flatMap(pick));
  return {
    reads: of(({ reads }) => reads),
    lands: of(({ outputs }) => outputs),
    returns: of(({ returns }) => returns),
    needsAbsent: of(({ needsAbsent }) => needsAbsent),
    scope: of(({ writes }) => writes),
  };
}

/** The two kinds of scope that are modelled: one place, and everything below a folder. */
function meet(one: string, other: string): boolean {
  for (const glob of [one, other])
    if (/[*?{[]/.test(glob.replace(/(^|\/)\*\*$/, "")))
      throw new Error(`the scope \`${glob}\` is not modelled`);
  const covers = (wide: string, place: string): boolean =>
    wide.endsWith("**") && place.startsWith(wide.slice(0, -2));
  return one === other || covers(one, other) || covers(other, one);
}

function someMeet(ones: Iterable<string>, others: Iterable<string>): boolean {
  const rest = [...others];
  return [...ones].some((one) => rest.some((other) => meet(one, other)));
}

/** Whether two members' write scopes can overlap. */
export function collide(program: Program, a: string, b: string): boolean {
  return someMeet(touches(program, a).scope, touches(program, b).scope);
}

/** For each ref the verdicts that hang on it, directly or through others, by what the composite's members judge. */
export function hangingOn(program: Program, composite: string): ReadonlyMap<string, ReadonlySet<string>> {
  const hanging = new Map<string, Set<string>>();
  const judges = closure(program, composite).filter(({ choreography }) => choreography === undefined);
  const refs = [program.artifacts, program.evidence, program.verdicts].flatMap((each) => Object.keys(each));
  for (const ref of refs) {
    const found = new Set([ref]);
    for (const from of found) {
      for (const { judgedFrom, returns } of judges) {
        if (!judgedFrom.includes(from)) continue;
        for (const returned of returns) if (Object.hasOwn(program.verdicts, returned)) found.add(returned);
      }
    }
    found.delete(ref);
    // On itself it hangs where a circle leads back to it.
    if (
      judges.some(
        ({ judgedFrom, returns }) => returns.includes(ref) && judgedFrom.some((from) => found.has(from)),
      )
    )
      found.add(ref);
    hanging.set(ref, found);
  }
  return hanging;
}

/** `[R-15]` */
export function conflicts(program: Program, composite: string, a: string, b: string): boolean {
  const hanging = hangingOn(program, composite);
  const [one, two] = [touches(program, a), touches(program, b)];
  const both = (x: ReadonlySet<string>, y: ReadonlySet<string>): readonly string[] =>
    [...x].filter((ref) => y.has(ref));
  const verdicts = both(one.returns, two.returns).filter((ref) => Object.hasOwn(program.verdicts, ref));
  return (
    someMeet(one.scope, two.scope) ||
    reaches(program, one, two) ||
    reaches(program, two, one) ||
    both(one.lands, two.lands).length > 0 ||
    verdicts.length > 0 ||
    disturbs(hanging, one, two) ||
    disturbs(hanging, two, one)
  );
}

/** One writes a place that the other reads. */
function reaches(program: Program, writer: Touches, reader: Touches): boolean {
  const places = [...reader.reads].flatMap((ref) => program.artifacts[ref]?.at ?? []);
  return someMeet(writer.scope, places);
}

/** One gives what the other needs absent, reads, or judges from, directly or through what hangs on it. */
function disturbs(
  hanging: ReadonlyMap<string, ReadonlySet<string>>,
  giver: Touches,
  other: Touches,
): boolean {
  return [...giver.lands, ...giver.returns].some((ref) => {
    const hangs = hanging.get(ref)!;
    return (
      other.needsAbsent.has(ref) ||
      other.reads.has(ref) ||
      [...hangs].some((verdict) => other.reads.has(verdict) || other.returns.has(verdict))
    );
  });
}

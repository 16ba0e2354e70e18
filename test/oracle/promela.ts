/**
 * A composite as a Promela model: one loop of steps, each of which is one `d_step`, so that what Spin explores is what the
 * rounds of runtime.md, section 3, can do. Written from the specification; of the program only its IR is read.
 *
 * A round: *open* (superseded lanes, `until`, `ends`, the board) → *choose* → *run* (each admitted lane to its end, a nested
 * composite round by round) → *merge* → open. Ceilings and failures are off; a person answers sooner or later.
 *
 * Every step prints what it led from and to, one character a variable; the graph of them is read off in `spin.ts`.
 */
import type { Expression, Playbook, Program } from "../../ir/index.js";
import { capOf, type Cell, cellsOf } from "./cells.js";
import { and, type Case, cases, or, subsets } from "./guards.js";
import { holds, isThere, type Things } from "./predicates.js";
import { familiesOf, type Subject } from "./programs.js";
import { collide, conflicts } from "./rules.js";

/** One composite's part of a model, and how its variables are read. */
export interface Part {
  readonly text: string;
  readonly variables: readonly string[];
  readonly members: readonly string[];
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  readonly families: readonly string[];
  readonly hasUntil: boolean;
}

/** Phases of a run, as they are printed. */
export const phases = { open: 0, choose: 1, run: 2, wait: 3, goal: 4, ended: 5, stuck: 6 } as const;

const clarifying = { no: 0, waits: 1, answered: 2 } as const;
const inner = { idle: 0, open: 1, choose: 2, merge: 3 } as const;
const lane = { idle: 0, runs: 1, settled: 2 } as const;

/** The model of a subject; `name` keeps its names apart from those of others in the same file. */
export function partOf({ program, composite }: Subject, name: string, lanes: number): Part {
  return new Modelling(program, composite, name, lanes).part();
}

interface Step {
  readonly guard: string;
  readonly effects: readonly string[];
  readonly admits?: readonly string[];
  readonly counted?: boolean;
}

class Modelling implements Things {
  private readonly variables: string[] = [];
  private readonly initial: string[] = [];
  private readonly refs: readonly string[];
  private readonly roots: readonly string[];
  private readonly members: readonly string[];
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  private readonly steps: Step[] = [];

  constructor(
    readonly program: Program,
    private readonly composite: string,
    private readonly name: string,
    private readonly lanes: number,
  ) {
    const { artifacts, evidence, verdicts } = program;
    this.roots = this.membersOf(composite);
    this.members = this.roots.flatMap((root) => [root, ...this.membersOf(root)]);
    if (new Set(this.members).size < this.members.length)
      throw new Error("a member in two places is not modelled");
    this.cells = new Map(Object.keys(verdicts).map((ref) => [ref, cellsOf(program, ref)]));
    this.refs = [artifacts, evidence, verdicts].flatMap((each) => Object.keys(each));
  }

  part(): Part {
    this.declare();
    this.open();
    this.choose();
    for (const root of this.roots) {
      if (this.isComposite(root)) this.nest(root);
      else this.run(root, this.mayRun(root));
    }
    this.merge();
    return {
      text: this.text(),
      variables: this.variables,
      members: this.members,
      cells: this.cells,
      families: familiesOf(this.program, this.composite),
      hasUntil: this.choreography(this.composite).until !== undefined,
    };
  }

  // Names and variables.

  private playbook(ref: string): Playbook {
    return this.program.playbooks[ref]!;
  }

  private choreography(ref: string): NonNullable<Playbook["choreography"]> {
    return this.playbook(ref).choreography!;
  }

  private membersOf(ref: string): readonly string[] {
    return this.playbook(ref).choreography?.members.map(({ playbook }) => playbook) ?? [];
  }

  private isComposite(ref: string): boolean {
    return this.playbook(ref).choreography !== undefined;
  }

  private rounds(ref: string): number {
    return this.playbook(ref).clarification?.rounds ?? 0;
  }

  /** Members that may be suspended. */
  private get clarifiers(): readonly string[] {
    return this.roots.filter((root) => this.rounds(root) > 0);
  }

  v(kind: string, ref = ""): string {
    return `${this.name}_${kind}${ref === "" ? "" : `_${ref.replaceAll(/[^A-Za-z0-9]/g, "_")}`}`;
  }

  private variable(kind: string, ref: string, initial = 0): void {
    this.variables.push(ref === "" ? kind : `${kind} ${ref}`);
    this.initial.push(`${this.v(kind, ref)} = ${initial}`);
  }

  private declare(): void {
    const { artifacts, evidence, verdicts } = this.program;
    this.variable("phase", "");
    for (const ref of Object.keys(artifacts)) {
      this.variable("there", ref, artifacts[ref]!.given ? 1 : 0);
      this.variable("delivered", ref);
    }
    for (const ref of Object.keys(evidence)) this.variable("count", ref);
    for (const ref of Object.keys(verdicts)) {
      this.variable("verdict", ref);
      this.variable("by", ref);
    }
    for (const ref of this.refs) this.variable("changed", ref);
    for (const member of this.members) {
      this.variable("lane", member);
      this.variable("left", member);
      if (this.isComposite(member)) {
        this.variable("inner", member);
        continue;
      }
      for (const ref of this.verdictsOf(member)) this.variable(`gives_${this.members.indexOf(member)}`, ref);
      if (this.rounds(member) > 0) {
        this.variable("waits", member);
        this.variable("asked", member);
      }
    }
  }

  private verdictsOf(member: string): readonly string[] {
    return this.playbook(member).returns.filter((ref) => Object.hasOwn(this.program.verdicts, ref));
  }

  private evidenceOf(member: string): readonly string[] {
    return this.playbook(member).returns.filter((ref) => Object.hasOwn(this.program.evidence, ref));
  }

  private gives(member: string, verdict: string): string {
    return this.v(`gives_${this.members.indexOf(member)}`, verdict);
  }

  private holds(predicate: Expression | undefined): string {
    return holds(this, predicate);
  }

  private isThere(ref: string): string {
    return isThere(this, ref);
  }

  // What members need to be chosen (step 6).

  private eligible(member: string): string {
    const resting = this.clarifiers.filter(
      (other) => other !== member && collide(this.program, other, member),
    );
    return and([
      `${this.v("left", member)} == 0`,
      this.holds(this.playbook(member).requires),
      ...(this.rounds(member) > 0 ? [`${this.v("waits", member)} == ${clarifying.no}`] : []),
      ...(this.roots.includes(member)
        ? resting.map((other) => `${this.v("waits", other)} == ${clarifying.no}`)
        : []),
    ]);
  }

  private get suspended(): string {
    return or(this.clarifiers.map((member) => `${this.v("waits", member)} != ${clarifying.no}`));
  }

  private isAnswered(member: string): string {
    return `${this.v("waits", member)} == ${clarifying.answered}`;
  }

  private ends(composite: string): string {
    return or(this.choreography(composite).ends.map(({ when }) => this.holds(when)));
  }

  // Rounds.

  private phase(phase: keyof typeof phases): string {
    return `${this.v("phase")} = ${phases[phase]}`;
  }

  private isPhase(phase: keyof typeof phases): string {
    return `${this.v("phase")} == ${phases[phase]}`;
  }

  /** A lane whose requirements no longer hold is superseded before it goes on ([R-21]). */
  private supersede(): readonly string[] {
    return this.clarifiers.map((member) =>
      cases([
        [
          and([this.isAnswered(member), `!(${this.holds(this.playbook(member).requires)})`]),
          [this.forget(member)],
        ],
      ]),
    );
  }

  private forget(member: string): string {
    return `${this.v("waits", member)} = ${clarifying.no}; ${this.v("asked", member)} = 0`;
  }

  private open(): void {
    const { until } = this.choreography(this.composite);
    this.steps.push({
      guard: this.isPhase("open"),
      effects: [
        ...this.supersede(),
        cases([
          ...(until === undefined ? [] : [[this.holds(until), [this.phase("goal")]] as const]),
          [and([`!(${this.suspended})`, this.ends(this.composite)]), [this.phase("ended")]],
          [or(this.roots.map((root) => this.eligible(root))), [this.phase("choose")]],
          [this.suspended, [this.phase("wait")]],
          ["true", [this.phase("stuck")]],
        ]),
      ],
    });
  }

  /**
   * A selector names a set of eligible members (`choose`), or nobody is asked: nothing is eligible, the lanes that go on
   * take every lane, or an `ends` is put off ([R-21]). A set of which one would be held back is a smaller set ([R-15]).
   */
  private choose(): void {
    const going = this.clarifiers.map((member) => `(${this.isAnswered(member)})`).join(" + ");
    const count = going === "" ? "0" : `(${going})`;
    const putOff = and([this.suspended, this.ends(this.composite)]);
    const asked = and([this.isPhase("choose"), `${count} < ${this.lanes}`, `!(${putOff})`]);
    const resting = `(${or([this.isPhase("choose"), this.isPhase("wait")])})`;
    for (const member of this.clarifiers) {
      this.steps.push({
        guard: and([
          or([this.isPhase("choose"), this.isPhase("wait"), this.isPhase("run")]),
          `${this.v("waits", member)} == ${clarifying.waits}`,
        ]),
        effects: [`${this.v("waits", member)} = ${clarifying.answered}`],
      });
    }
    if (going !== "") {
      // An answer that nothing is to be chosen beside begins a round of its own.
      this.steps.push({ guard: and([resting, `!(${asked})`, `${count} > 0`]), effects: this.goOn([], []) });
    }
    for (const set of subsets(this.roots, this.lanes)) {
      if (
        set.length === 0 ||
        set.some((one, index) => set.slice(index + 1).some((other) => this.conflict(one, other)))
      )
        continue;
      this.steps.push({
        guard: and([
          asked,
          ...set.map((member) => this.eligible(member)),
          `${count} + ${set.length} <= ${this.lanes}`,
        ]),
        effects: this.goOn(set, this.supersede()),
        admits: set,
        counted: true,
      });
    }
  }

  private conflict(one: string, other: string): boolean {
    return conflicts(this.program, this.composite, one, other);
  }

  /** Lanes that were answered go on first, then come the chosen ones that none of them holds back. */
  private goOn(chosen: readonly string[], before: readonly string[]): readonly string[] {
    const taken: string[] = [];
    const effects = [...before];
    if (before.length === 0) effects.push(...this.supersede());
    for (const member of this.clarifiers) {
      const against = taken.filter((other) => this.conflict(member, other));
      effects.push(
        cases([
          [
            and([
              this.isAnswered(member),
              `${this.lanesOf(taken)} < ${this.lanes - chosen.length}`,
              ...against.map((other) => `${this.v("lane", other)} == ${lane.idle}`),
            ]),
            [`${this.v("lane", member)} = ${lane.runs}; ${this.v("waits", member)} = ${clarifying.no}`],
          ],
        ]),
      );
      taken.push(member);
    }
    for (const member of chosen) {
      const against = this.clarifiers.filter(
        (other) => !chosen.includes(other) && this.conflict(member, other),
      );
      const begins = [
        `${this.v("lane", member)} = ${lane.runs}`,
        ...(this.isComposite(member) ? [`${this.v("inner", member)} = ${inner.open}`] : []),
      ];
      effects.push(
        cases([[and(against.map((other) => `${this.v("lane", other)} == ${lane.idle}`)), begins]]),
      );
    }
    return [...effects, this.phase("run")];
  }

  private lanesOf(members: readonly string[]): string {
    return members.length === 0
      ? "0"
      : `(${members.map((member) => `(${this.v("lane", member)} == ${lane.runs})`).join(" + ")})`;
  }

  /** Siblings move in every order where a nested composite is among them, else one after the other ([R-17]). */
  private mayRun(member: string): string {
    const before = this.roots
      .slice(0, this.roots.indexOf(member))
      .map((other) => `${this.v("lane", other)} != ${lane.runs}`);
    const nested = this.roots
      .filter((root) => this.isComposite(root))
      .map((root) => `${this.v("inner", root)} != 0`);
    return and([
      this.isPhase("run"),
      `${this.v("lane", member)} == ${lane.runs}`,
      or([...(before.length === 0 ? ["true"] : [and(before)]), ...nested]),
    ]);
  }

  /** A lane to its end: every outcome is a step. `after`: what else follows from its end. */
  private run(
    member: string,
    guard: string,
    after: readonly string[] = [],
    admits: readonly string[] = [],
  ): void {
    const { outputs, once } = this.playbook(member);
    const rounds = this.rounds(member);
    if (rounds > 0) {
      this.steps.push({
        guard: and([guard, `${this.v("asked", member)} < ${rounds}`]),
        effects: [
          `${this.v("asked", member)}++; ${this.v("waits", member)} = ${clarifying.waits}`,
          `${this.v("lane", member)} = ${lane.idle}`,
        ],
      });
    }
    const settled = [
      ...(rounds > 0 ? [`${this.v("asked", member)} = 0`] : []),
      ...(outputs.length > 0 || once ? [`${this.v("left", member)} = 1`] : []),
      ...outputs.map((ref) => `${this.v("there", ref)} = 1; ${this.v("delivered", ref)} = 1`),
      `${this.v("lane", member)} = ${lane.settled}`,
    ];
    for (const same of subsets(outputs, outputs.length)) {
      for (const given of this.givings(member)) {
        this.steps.push({
          // A landing may leave what is there as it is; then its content has not changed ([R-18]).
          guard: and([guard, ...same.map((ref) => `${this.v("there", ref)} == 1`)]),
          effects: [
            ...outputs.flatMap((ref) => (same.includes(ref) ? [] : [`${this.v("changed", ref)} = 1`])),
            ...given,
            ...settled,
            ...after,
          ],
          admits,
        });
      }
    }
  }

  /** Every combination of what it may return. */
  private givings(member: string): readonly (readonly string[])[] {
    let all: readonly (readonly string[])[] = [[]];
    for (const ref of this.verdictsOf(member)) {
      all = all.flatMap((given) =>
        this.cells.get(ref)!.map((_, index) => [...given, `${this.gives(member, ref)} = ${index + 1}`]),
      );
    }
    return all;
  }

  /** What settled lanes give becomes the run's, and what was judged from it goes ([R-18]). */
  private merged(members: readonly string[]): readonly string[] {
    const simple = members.filter((member) => !this.isComposite(member));
    return [
      ...simple.map((member) =>
        cases([
          [
            `${this.v("lane", member)} == ${lane.settled}`,
            [
              ...this.evidenceOf(member).map((ref) => {
                const count = this.v("count", ref);
                const counts = cases([[`${count} < ${capOf(this.program, ref)}`, [`${count}++`]]]);
                return `${counts}; ${this.v("changed", ref)} = 1`;
              }),
              ...this.verdictsOf(member).map(
                (ref) =>
                  `${this.v("verdict", ref)} = ${this.gives(member, ref)}; ${this.gives(member, ref)} = 0; ` +
                  // Until it is merged whole, it is known as new.
                  `${this.v("by", ref)} = ${this.fresh(member)}; ${this.v("changed", ref)} = 1`,
              ),
              `${this.v("lane", member)} = ${lane.idle}`,
            ],
          ],
        ]),
      ),
      ...this.removed(),
    ];
  }

  private old(member: string): number {
    return 2 * this.members.indexOf(member) + 1;
  }

  private fresh(member: string): number {
    return this.old(member) + 1;
  }

  /** Every verdict that was judged from what changed, directly or through others; then nothing is new any more. */
  private removed(): readonly string[] {
    const verdicts = Object.keys(this.program.verdicts);
    const once = verdicts.map((ref) => {
      const by = this.v("by", ref);
      const gone = this.members
        .filter((member) => !this.isComposite(member) && this.playbook(member).returns.includes(ref))
        .flatMap((member) => {
          const { judgedFrom, outputs } = this.playbook(member);
          const changed = (refs: readonly string[]): string =>
            or(refs.map((each) => `${this.v("changed", each)} != 0`));
          // What one lane gives is one moment ([L-14]): what it landed itself does not remove its own verdict.
          const others = judgedFrom.filter((each) => !outputs.includes(each));
          return [
            and([`${by} == ${this.old(member)}`, changed(judgedFrom)]),
            and([`${by} == ${this.fresh(member)}`, changed(others)]),
          ];
        });
      return cases([
        [
          and([this.isThere(ref), or(gone)]),
          [`${this.v("verdict", ref)} = 0; ${by} = 0; ${this.v("changed", ref)} = 1`],
        ],
      ]);
    });
    return [
      ...verdicts.flatMap(() => once),
      ...this.refs.map((ref) => `${this.v("changed", ref)} = 0`),
      ...verdicts.map((ref) => {
        const by = this.v("by", ref);
        return cases([[`(${by} != 0) && (${by} % 2 == 0)`, [`${by} = ${by} - 1`]]]);
      }),
    ];
  }

  private merge(): void {
    this.steps.push({
      guard: and([
        this.isPhase("run"),
        ...this.roots.map((root) => `${this.v("lane", root)} != ${lane.runs}`),
      ]),
      effects: [...this.merged(this.roots), this.phase("open")],
    });
  }

  // Nested composites ([R-57]).

  private nest(composite: string): void {
    const at = this.v("inner", composite);
    const members = this.membersOf(composite);
    const { until, ends } = this.choreography(composite);
    const is = (state: keyof typeof inner): string => and([this.isPhase("run"), `${at} == ${inner[state]}`]);
    if (this.playbook(composite).limits.lanes > 1)
      throw new Error("lanes of a nested composite are not modelled");
    this.steps.push({
      guard: is("open"),
      effects: [
        ...this.removed(),
        cases([
          ...(until === undefined ? [] : [[this.holds(until), this.over(composite, "delivered")] as const]),
          ...ends.map(({ when, failed }, index): Case => [
            and([this.holds(when), ...ends.slice(0, index).map((end) => `!(${this.holds(end.when)})`)]),
            this.over(composite, failed ? "failed" : "returned"),
          ]),
          [or(members.map((member) => this.eligible(member))), [`${at} = ${inner.choose}`]],
          ["true", this.over(composite, until === undefined ? "returned" : "failed")],
        ]),
      ],
    });
    this.steps.push({
      guard: is("choose"),
      effects: this.over(composite, until === undefined ? "returned" : "failed"),
    });
    for (const member of members) {
      if (this.isComposite(member)) throw new Error("composites within nested ones are not modelled");
      if (this.rounds(member) > 0) throw new Error("a nested member that clarifies is not modelled");
      this.run(member, and([is("choose"), this.eligible(member)]), [`${at} = ${inner.merge}`], [member]);
    }
    this.steps.push({ guard: is("merge"), effects: [...this.merged(members), `${at} = ${inner.open}`] });
  }

  /** Without `until` it is delivered however it ends, if all its families, at least one, were landed by this run. */
  private over(composite: string, how: "delivered" | "returned" | "failed"): readonly string[] {
    const { once, outputs } = this.playbook(composite);
    const left = `${this.v("left", composite)} = 1`;
    const ended = [
      `${this.v("inner", composite)} = ${inner.idle}`,
      `${this.v("lane", composite)} = ${lane.idle}`,
    ];
    if (how === "delivered" || (how === "returned" && once)) return [left, ...ended];
    if (this.choreography(composite).until !== undefined || outputs.length === 0) return ended;
    const all = and(outputs.map((ref) => `${this.v("delivered", ref)} != 0`));
    return [cases([[all, [left]]]), ...ended];
  }

  // Text.

  private text(): string {
    const { name } = this;
    return [
      ...this.variables.map((variable, index) => {
        const [kind, ref] = variable.split(" ");
        return `#define ${this.v(kind!, ref)} x[${index}]`;
      }),
      `proctype ${name}() {`,
      `  d_step { ${this.initial.join("; ")}; }`,
      `  c_code { width = ${this.variables.length}; from(); told("${name}", "0"); }`,
      "  do",
      ...this.steps.map(({ guard, effects, admits = [], counted = false }) => {
        const label = `${counted ? 1 : 0}${admits.map((member) => String.fromCodePoint(97 + this.members.indexOf(member))).join("")}`;
        return `  :: d_step { ${guard} -> c_code { from(); }; ${effects.join("; ")}; c_code { told("${name}", "${label}"); } }`;
      }),
      "  od",
      "}",
    ].join("\n");
  }
}

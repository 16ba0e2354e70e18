import { type Diagnostic, type Place, placeOf, type Ref } from "../../ir/index.js";
import type { Name, TypeUse } from "../../grammar/tree.js";
import { namesListed, type WrittenPlaybook, writtenPlaybooks } from "../analysis/clauses.js";
import { expressionsOf, pathOf, type Role } from "../analysis/expressions.js";
import { lookedUp } from "../analysis/looked-up.js";
import { referencesIn, typesWritten } from "../analysis/type-uses.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import type { InputThing, PlaybookThing } from "../things.js";
import { alternatives } from "../types/type.js";

export const check: Check = {
  code: "LB2012",
  name: "secret-let-out",
  severity: "error",
  summary: "a secret in a prompt, or in something that is kept",
  why: "What a model or a person is shown, and what is landed, returned or answered, stands in journals, logs and exports for good. A secret goes to tools and effects only, and the journal keeps nothing but its reference.",
  fix: "Give the secret to the tool or effect that needs it, as `call … { token: token }`, and let the rest work with what that gives.",
  bad: `/// Looks the balance up.
tool balance {
  input { token: string }
  output { amount: number }
}

/// The balance.
artifact statement at "statement.md"

/// Writes it down.
playbook statement-write {
  intent "Write the statement"
  input token: secret
  outputs statement
  do {
    call balance { token: token } as found
    generate statement { prompt "Write a statement of {{ found.amount }} for {{ token }}." }
  }
}
`,
  good: `/// Looks the balance up.
tool balance {
  input { token: string }
  output { amount: number }
}

/// The balance.
artifact statement at "statement.md"

/// Writes it down.
playbook statement-write {
  intent "Write the statement"
  input token: secret
  outputs statement
  do {
    call balance { token: token } as found
    generate statement { prompt "Write a statement of {{ found.amount }}." }
  }
}
`,
  run(program, report) {
    if (!program.modules.some(({ syntax }) => syntax.text.includes("secret"))) return;
    const types = new SecretTypes(program);
    for (const declared of program.declared.values()) {
      if (!declared.syntax.broken) checkTypes(types, declared, report);
    }
    for (const playbook of writtenPlaybooks(program)) {
      const secrets = secretInputs(program, playbook);
      if (secrets.size === 0) continue;
      for (const input of secrets.values()) checkDefault(playbook.module, input, report);
      checkValues(program, playbook.declared.ref, secrets, report);
      checkPlaces(program, playbook, secrets, report);
    }
  },
};

// ---------------------------------------------------------------------------------------------------------- types

/** Which names in types are, or hold, a secret. */
class SecretTypes {
  readonly #program: CheckedProgram;
  readonly #known = new Map<Declared, boolean>();

  constructor(program: CheckedProgram) {
    this.#program = program;
  }

  isSecret(module: Module, name: Name): boolean {
    if (name.text === "secret" && !name.quoted) return true;
    const declared = lookedUp(this.#program, module, name);
    return declared !== undefined && this.#holds(declared);
  }

  /** Whether the type is a secret and nothing else. */
  isBare(module: Module, { type }: TypeUse): boolean {
    if (type.kind === "group") return this.isBare(module, type.inner);
    if (type.kind !== "reference") return false;
    if (type.name.text === "secret" && !type.name.quoted) return true;
    const declared = lookedUp(this.#program, module, type.name);
    const thing = declared === undefined ? undefined : this.#program.things.get(declared.ref);
    return thing?.kind === "type" && alternatives(thing.type).every(({ kind }) => kind === "secret");
  }

  #holds(declared: Declared): boolean {
    const known = this.#known.get(declared);
    if (known !== undefined) return known;
    // Where a type comes back to itself, the rest of it decides.
    this.#known.set(declared, false);
    const holds = typesWritten(declared.syntax).some(
      ({ role, use }) =>
        role === "declared" && referencesIn(use).some((name) => this.isSecret(declared.module, name)),
    );
    this.#known.set(declared, holds);
    return holds;
  }
}

function checkTypes(types: SecretTypes, { module, syntax, name }: Declared, report: Report): void {
  for (const { role, use } of typesWritten(syntax)) {
    if (role === "declared" || role === "arguments") continue;
    if (role === "input" && types.isBare(module, use)) continue;
    for (const reference of referencesIn(use)) {
      if (types.isSecret(module, reference))
        report(secretInType(placeIn(module, reference.span), role, reference, name));
    }
  }
}

function secretInType(place: Place, role: "input" | "kept", { text }: Name, owner: string): Diagnostic {
  const what = text === "secret" ? "a secret" : `\`${text}\`, which holds a secret,`;
  return role === "input"
    ? diagnose(check, place, `${what} stands inside another type`, {
        hint: "a secret is an input of its own: `input token: secret`, or `input token?: secret`",
      })
    : diagnose(check, place, `${what} would be kept in \`${owner}\``, {
        hint: "a secret is an input of a playbook, or an argument of a tool or effect",
      });
}

// --------------------------------------------------------------------------------------------------------- values

function secretInputs(
  program: CheckedProgram,
  { declared }: WrittenPlaybook,
): ReadonlyMap<string, InputThing> {
  const inputs = playbookThing(program, declared.ref)?.inputs ?? new Map<string, InputThing>();
  return new Map(
    [...inputs].filter(([, { type }]) => alternatives(type).some(({ kind }) => kind === "secret")),
  );
}

function playbookThing(program: CheckedProgram, ref: Ref): PlaybookThing | undefined {
  const thing = program.things.get(ref);
  return thing?.kind === "playbook" ? thing : undefined;
}

/** `env:NAME`, `file:PATH`, or what a host's vault calls its own. */
const reference = /^[a-z][a-z0-9+.-]*:./;

function checkDefault(module: Module, input: InputThing, report: Report): void {
  const { name, default: value, syntax } = input;
  if (typeof value !== "string" || reference.test(value) || syntax.default === undefined) return;
  report(
    diagnose(check, placeIn(module, syntax.default.span), `the secret \`${name}\` itself stands here`, {
      hint: 'name where it is kept: `"env:NAME"` or `"file:PATH"`',
    }),
  );
}

const shown: Partial<Readonly<Record<Role, string>>> = {
  prompt: "would be shown to a model",
  question: "would be shown to whoever is asked",
  notice: "would be shown in a notice",
  result: "would be kept in a result",
  key: "would be kept as the run's key",
};

function checkValues(
  program: CheckedProgram,
  ref: Ref,
  secrets: ReadonlyMap<string, InputThing>,
  report: Report,
): void {
  const playbook = program.program.playbooks[ref];
  if (playbook === undefined) return;
  const told = new Set<string>();
  for (const found of expressionsOf(playbook)) {
    const { expression, role } = found;
    const why = shown[role];
    if (why === undefined || expression.kind !== "get" || expression.from !== "input") continue;
    const input = secrets.get(expression.name);
    const at = placeOf(program.sourceMap, pathOf(ref, found));
    // A prompt body stands in one place and makes one step for each result.
    if (input === undefined || at === undefined || told.has(`${at.start} ${at.file}`)) continue;
    told.add(`${at.start} ${at.file}`);
    const { file, start, end } = at;
    report(letOut({ file, span: { start, end } }, input, why));
  }
}

/** `[L-11]`: the input `x` fills `{x}` in the place of what is landed. */
function checkPlaces(
  program: CheckedProgram,
  { declared, module, syntax }: WrittenPlaybook,
  secrets: ReadonlyMap<string, InputThing>,
  report: Report,
): void {
  const fans = program.playbooks.get(declared.ref)?.fans ?? new Set<string>();
  for (const name of namesListed(syntax, "outputs")) {
    const artifact = lookedUp(program, module, name);
    const thing = artifact === undefined ? undefined : program.things.get(artifact.ref);
    if (thing?.kind !== "artifact") continue;
    for (const key of thing.keys) {
      const input = fans.has(key) ? undefined : secrets.get(key);
      if (input !== undefined)
        report(letOut(placeIn(module, name.span), input, `would be kept in the path \`${thing.at}\``));
    }
  }
}

function letOut(place: Place, { name, place: declaredAt }: InputThing, why: string): Diagnostic {
  return diagnose(check, place, `the secret \`${name}\` ${why}`, {
    related: [{ place: declaredAt, message: `\`${name}\` is declared here` }],
    hint: "give it to a tool or effect only",
  });
}

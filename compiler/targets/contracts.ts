/** Everything of a program that has a schema of its own ([L-10]), in the order of kinds and refs. */
import { type Bundle, pointer, type Schema } from "../../ir/index.js";

export interface Contract {
  readonly kind: "type" | "artifact" | "verdict" | "input" | "interview" | "wait" | "tool" | "effect";
  /** Of the declaration; of the playbook for inputs and interviews. */
  readonly ref: string;
  /** Of a tool or an effect. */
  readonly side?: "input" | "output";
  readonly schema: Schema;
  /** Where it stands in the program, for its docs. */
  readonly pointer: string;
  readonly doc: string | undefined;
}

export function contractsOf({ program, docs }: Bundle): readonly Contract[] {
  const contract = (rest: Omit<Contract, "doc">, at: string = rest.pointer): Contract => ({
    ...rest,
    doc: docs[at],
  });
  const simple = (
    kind: "artifact" | "verdict" | "wait",
    table: "artifacts" | "verdicts" | "waits",
  ): readonly Contract[] =>
    Object.entries(program[table]).map(([ref, { schema }]) =>
      contract({ kind, ref, schema, pointer: pointer(table, ref, "schema") }, pointer(table, ref)),
    );
  const called = (kind: "tool" | "effect", table: "tools" | "effects"): readonly Contract[] =>
    Object.entries(program[table]).flatMap(([ref, each]) =>
      (["input", "output"] as const).map((side) =>
        contract(
          { kind, ref, side, schema: each[side], pointer: pointer(table, ref, side) },
          pointer(table, ref),
        ),
      ),
    );
  return [
    ...Object.entries(program.types).map(([ref, schema]) =>
      contract({ kind: "type", ref, schema, pointer: pointer("types", ref) }),
    ),
    ...simple("artifact", "artifacts"),
    ...simple("verdict", "verdicts"),
    ...Object.entries(program.playbooks).flatMap(
      ([ref, { inputs, inputOrder, interview }]): readonly Contract[] => [
        contract(
          {
            kind: "input",
            ref,
            schema: objectOf(
              inputOrder.flatMap((name) => (inputs[name] === undefined ? [] : [{ name, ...inputs[name] }])),
            ),
            pointer: pointer("playbooks", ref, "inputs"),
          },
          pointer("playbooks", ref),
        ),
        ...(interview.length === 0
          ? []
          : [
              contract(
                {
                  kind: "interview",
                  ref,
                  schema: objectOf(interview),
                  pointer: pointer("playbooks", ref, "interview"),
                },
                pointer("playbooks", ref),
              ),
            ]),
      ],
    ),
    ...simple("wait", "waits"),
    ...called("tool", "tools"),
    ...called("effect", "effects"),
  ];
}

interface Part {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly default?: unknown;
}

function objectOf(parts: readonly Part[]): Schema {
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** What is asked about: the program that the compiler makes of a text, and the members and goal of a composite of it. */
import { checkProgram, memoryHost } from "../../compiler/index.js";
import type { Playbook, Program } from "../../ir/index.js";
import type { Question } from "./answers.js";

export interface Subject {
  readonly program: Program;
  /** The composite's ref. */
  readonly composite: string;
  readonly question: Question;
}

/**
 * The subject of a text. Faults of areas 1 and 2 throw; what the checker says of reachability is what the oracles are
 * there to judge, and stops nothing.
 */
export async function subjectOf(source: string, composite: string): Promise<Subject> {
  const { program: checked, diagnostics } = await checkProgram(memoryHost({ "main.playbook": source }), [
    "main.playbook",
  ]);
  const faults = diagnostics.filter(({ code, severity }) => severity === "error" && /^LB[12]/.test(code));
  if (faults.length > 0)
    throw new Error(`${faults.map(({ code, message }) => `${code} ${message}`).join("\n")}\n\n${source}`);
  const { program } = checked;
  const ref = Object.keys(program.playbooks).find(
    (name) => name === composite || name.endsWith(`.${composite}`),
  );
  if (ref === undefined) throw new Error(`there is no playbook \`${composite}\``);
  return { program, composite: ref, question: questionOf(program, ref) };
}

function questionOf(program: Program, composite: string): Question {
  const members = new Set<string>();
  const enter = (ref: string): void => {
    for (const { playbook } of choreographyOf(program, ref)?.members ?? []) {
      members.add(playbook);
      enter(playbook);
    }
  };
  enter(composite);
  return {
    members: [...members],
    verdicts: Object.keys(program.verdicts),
    hasGoal:
      choreographyOf(program, composite)?.until !== undefined || familiesOf(program, composite).length > 0,
  };
}

function choreographyOf(program: Program, ref: string): Playbook["choreography"] {
  return program.playbooks[ref]?.choreography;
}

/** The families that a composite's members land, at any depth. */
export function familiesOf(program: Program, composite: string): readonly string[] {
  return program.playbooks[composite]?.outputs ?? [];
}

import type { Doc, Field, InterviewQuestion, PlaybookDeclaration } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { declaredTwice } from "../checks/lb2002.js";
import { type Declared, placeIn } from "../names.js";
import type { InputThing, PlaybookThing, QuestionThing } from "../things.js";
import { readField } from "../types/read-type.js";

/** What others see of a playbook: its inputs and interview, and whether it is composite. */
export function playbookThing(
  checking: Checking,
  declared: Declared,
  syntax: PlaybookDeclaration,
): PlaybookThing {
  const inputs = new Map<string, InputThing>();
  const interview = new Map<string, QuestionThing>();
  const isComposite = syntax.clauses.some(({ kind }) => kind === "admits");
  const thing: PlaybookThing = { kind: "playbook", declared, inputs, interview, isComposite };
  if (syntax.broken) return thing;
  const isNew = (field: Field): boolean => {
    const first = inputs.get(field.name.text) ?? interview.get(field.name.text);
    if (first === undefined) return true;
    checking.report(
      declaredTwice(placeIn(declared.module, field.name.span), field.name.text, first.place, "input"),
    );
    return false;
  };
  const add = (field: Field, doc: Doc | undefined, question: InterviewQuestion | undefined): void => {
    const input = readInput(checking, declared, field, doc);
    if (!isNew(field)) return;
    if (question === undefined) inputs.set(input.name, input);
    else interview.set(input.name, { ...input, question });
  };
  for (const clause of syntax.clauses) {
    if (clause.kind === "input") add(clause.field, clause.doc, undefined);
    if (clause.kind === "interview")
      for (const question of clause.questions) add(question.field, question.field.doc, question);
  }
  return thing;
}

function readInput(checking: Checking, { module }: Declared, field: Field, doc: Doc | undefined): InputThing {
  const { type, optional, default: value } = readField(checking, module, field);
  const place = placeIn(module, field.name.span);
  return { name: field.name.text, type, optional, default: value, doc: doc?.text, syntax: field, place };
}

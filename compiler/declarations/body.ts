/** What a body is read with: the expressions as they stand after the steps so far, and what they rest on. */
import type { Expression as Ir, Playbook, Template as IrTemplate } from "../../ir/index.js";
import type { Name, Prompt, Template } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { declaredTwice } from "../checks/lb2002.js";
import { elaborationOf, templateOf } from "../expressions/elaborate.js";
import type { Elaboration, Environment } from "../expressions/elaboration.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { CheckedAsk, Local, Rest } from "../program.js";
import { readPromptFile } from "../prompts.js";
import type { Need } from "../things.js";
import type { Type } from "../types/type.js";

export interface BodyContext {
  readonly checking: Checking;
  readonly module: Module;
  readonly declared: Declared;
  readonly outputs: readonly Declared[];
  readonly returns: readonly Declared[];
  readonly offers: readonly string[];
  readonly uses: readonly string[];
  readonly performs: readonly string[];
  readonly limits: Playbook["limits"];
  readonly model: string | undefined;
  /** `clarifies`, `clarifies none`, or nothing. */
  readonly clarifies: boolean | undefined;
  readonly fans: ReadonlySet<string>;
  readonly given: NonNullable<Environment["given"]>;
}

export class Body {
  readonly rests: Rest[] = [];
  readonly asks: CheckedAsk[] = [];
  readonly generated = new Map<string, Type>();
  private readonly locals: Map<string, Local>;

  constructor(
    readonly context: BodyContext,
    inputs: ReadonlyMap<string, Local>,
  ) {
    this.locals = new Map(inputs);
  }

  /** Every name that is known when the last step is done. */
  get known(): ReadonlyMap<string, Local> {
    return this.locals;
  }

  /** Expressions as they mean here and now; locals that come later are not known. */
  elaboration(module: Module = this.context.module): Elaboration {
    const environment: Environment = {
      module,
      locals: new Map(this.locals),
      fans: this.context.fans,
      given: this.context.given,
    };
    return elaborationOf(this.context.checking, environment);
  }

  /** Gives a value a name for the steps behind; `isConditional`: it is there only where its step was not skipped. */
  define(name: Name, type: Type, isConditional: boolean, declinable = false): void {
    const { checking, module } = this.context;
    const place = placeIn(module, name.span);
    const first = this.locals.get(name.text);
    if (first !== undefined) {
      checking.report(declaredTwice(place, name.text, first.place, "name"));
      return;
    }
    this.locals.set(name.text, {
      kind: "local",
      name: name.text,
      type,
      optional: isConditional,
      declinable,
      place,
    });
  }

  /** Notes what has to be there. */
  rest(needs: readonly Need[], role: Rest["role"], when: Ir | undefined, isEscaped = false): void {
    const [first] = needs;
    if (first === undefined) return;
    this.rests.push({ needs, role, isEscaped, when: when === undefined ? [] : [when], place: first.place });
  }

  template(node: Template, when: Ir | undefined, module: Module = this.context.module): IrTemplate {
    const { ir, needs } = templateOf(this.elaboration(module), node);
    this.rest(needs, "interpolated", when, !node.block);
    return this.context.checking.marks.mark(ir, module, node.span);
  }

  prompt(node: Prompt | undefined, when: Ir | undefined): IrTemplate {
    if (node?.kind === "template") return this.template(node, when);
    const file =
      node === undefined ? undefined : readPromptFile(this.context.checking, this.context.module, node.path);
    return file === undefined
      ? { kind: "template", parts: [] }
      : this.template(file.template, when, file.module);
  }
}

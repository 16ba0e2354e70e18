import { describe, expect, it } from "vitest";
import type { Json, Program } from "../../../ir/index.js";
import { machine, start, type StartRequest, type StartResult } from "../../../runtime/core/index.js";
import { programFrom } from "../../support/playbooks.js";

const text = `
  evidence note
  playbook order {
    intent "Order"
    input invoice: string @minLength(2)
    input amount: number = 10
    input comment?: text
    interview { sure: boolean ask "Sure?" }
    returns note
    key invoice
    prompt "{{ invoice }} {{ amount }} {{ sure }}"
  }
  playbook plain { intent "Plain" returns note prompt "x" }
`;

async function ask(request: Partial<StartRequest>, program?: Program): Promise<StartResult> {
  const of = machine(program ?? (await programFrom(text)));
  return start(of, { id: "r1", digest: "sha256:1", owner: "ana", playbook: "order", ...request });
}

describe("starting a run", () => {
  it("[R-1] takes inputs with their defaults, and computes its key", async () => {
    expect(await ask({ inputs: { invoice: "A7" }, interview: { sure: "yes" } })).toEqual({
      kind: "accepted",
      events: [
        {
          kind: "run.started",
          id: "r1",
          shape: "single",
          playbook: "order",
          digest: "sha256:1",
          owner: "ana",
          key: "order/A7",
          inputs: { invoice: "A7", amount: 10 },
          interview: { sure: true },
          mode: "live",
          unattended: false,
        },
      ],
    });
    expect(await ask({ playbook: "plain" })).toMatchObject({ events: [{ key: "plain" }] });
    expect(await ask({ playbook: "plain", key: "mine", dryRun: true, unattended: true })).toMatchObject({
      events: [{ key: "mine", mode: "preview", unattended: true }],
    });
  });

  it("[R-1] refuses what does not fit, with each misfit by its pointer and the nearest name", async () => {
    const inputs: Readonly<Record<string, Json>> = { invoce: "A7", amount: "ten" };
    expect(await ask({ inputs, interview: { sure: "perhaps", more: 1 } })).toEqual({
      kind: "refused",
      refusal: {
        status: 422,
        code: "invalid_inputs",
        message: "the inputs of `order` do not fit",
        details: [
          { message: "there is no input `invoce`; did you mean `invoice`?", pointer: "/inputs/invoce" },
          { message: "`amount` must be a number, not a string", pointer: "/inputs/amount" },
          { message: "`invoice` is needed and was not given", pointer: "/inputs/invoice" },
          { message: "has no `more`", pointer: "/interview/more" },
          { message: "must be a boolean, not a string", pointer: "/interview/sure" },
        ],
      },
    });
    const odd = JSON.parse('{"invoice":"A7","__proto__":1,"constructor":2}') as Record<string, Json>;
    expect(await ask({ inputs: odd })).toMatchObject({
      refusal: { details: [{ pointer: "/inputs/__proto__" }, { pointer: "/inputs/constructor" }] },
    });
  });

  it("[R-1] knows no playbook but the program's", async () => {
    expect(await ask({ playbook: "ordre" })).toMatchObject({
      refusal: { status: 404, message: "there is no playbook `ordre`; did you mean `order`?" },
    });
    expect(await ask({ playbook: "constructor" })).toMatchObject({ refusal: { status: 404 } });
  });

  it("[R-24] checks a loop's goal and ceilings", async () => {
    const loop = { goal: "Keep it fresh", rounds: 3, lanes: 1, select: "first" };
    expect(await ask({ loop })).toMatchObject({
      kind: "accepted",
      events: [{ shape: "loop", unattended: true, loop }],
    });
    expect(await ask({ loop: { ...loop, goal: " " } })).toMatchObject({
      refusal: { status: 422, details: [{ pointer: "/goal" }] },
    });
    expect(await ask({ loop: { ...loop, rounds: 0 } })).toMatchObject({
      refusal: { details: [{ pointer: "/rounds" }] },
    });
  });
});

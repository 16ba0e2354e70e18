import { describe, expect, it } from "vitest";
import { told } from "./diagnosed.js";

const program = (limits: string, step = "", expires = "1d"): string => `
artifact draft at "draft.md"
wait Question { class intervention answer text expires ${expires} }

playbook drafting {
  intent "See the draft through"
  admits draft-write
  limits { ${limits} }
}

playbook draft-write {
  intent "Write the draft"
  outputs draft
  do {
    ask Question "What about?"
    generate draft { prompt "Write it." ${step} }
  }
}
`;

describe("LB2006 value-outside, of ceilings", () => {
  it("[L-15] accepts whole numbers from 1 on, and any time at all", async () => {
    expect(await told(program("rounds 2 lanes 1 duration 1ms deadline 2w failures 1", "attempts 1"))).toEqual(
      [],
    );
  });

  it.each([
    ["rounds 0", "0", "is under the minimum 1"],
    ["rounds 2 lanes 0", "0", "is under the minimum 1"],
    ["rounds -1", "-1", "is under the minimum 1"],
    ["rounds 1.5", "1.5", "is not an integer"],
    ["rounds 2 tokens 0", "0", "is under the minimum 1"],
    ["rounds 2 duration 0s", "0s", "is no time at all"],
    ["rounds 2 deadline 0d", "0d", "is no time at all"],
  ])("[L-15] refuses `limits { %s }`", async (limits, at, how) => {
    expect(await told(program(limits))).toEqual([`LB2006 «${at}» \`${at}\` ${how}`]);
  });

  it.each([
    ["0", "is under the minimum 1"],
    ["2.5", "is not an integer"],
  ])("[R-9] refuses `attempts %s` of a step", async (attempts, how) => {
    expect(await told(program("rounds 2", `attempts ${attempts}`))).toEqual([
      `LB2006 «${attempts}» \`${attempts}\` ${how}`,
    ]);
  });

  it("[L-24] refuses a wait that expires at once", async () => {
    expect(await told(program("rounds 2", "", "0s"))).toEqual(["LB2006 «0s» `0s` is no time at all"]);
  });

  it("[L-27] refuses an approval that expires at once", async () => {
    const source = `
effect pay {
  input { amount: number }
  output { receipt: string }
  key amount
  approve expires 0h
}
playbook paying {
  intent "Pay"
  performs pay
  do { perform pay { amount: 3 } }
}
`;
    expect(await told(source)).toEqual(["LB2006 «0h» `0h` is no time at all"]);
  });
});

import { describe, expect, it } from "vitest";
import { told } from "./checks/diagnosed.js";

const codes = async (source: string | Record<string, string>): Promise<readonly string[]> =>
  (await told(source)).filter((line) => !line.startsWith("LB2010"));

const judged = (verdict: string): string => `
${verdict} { enough: boolean }
artifact report at "report.md"
evidence findings

playbook research { intent "Look" returns findings prompt "Look." }
playbook judge { intent "Judge" requires findings returns adequacy prompt "Judge {{ findings }}." }
playbook write { intent "Write" requires adequacy.enough outputs report prompt "Write of {{ findings }}." }

scenario "s" {
  run judge
  judge returns { enough: true }
  expect adequacy.enough
}
`;

describe("[L-34] what follows from a break", () => {
  it("is silent about names in a declaration whose keyword is missing", async () => {
    expect(await codes(judged(" adequacy"))).toHaveLength(1);
  });

  it("is silent about the name of a declaration that lost it", async () => {
    expect(await codes(judged("verdict"))).toEqual(["LB1001 «{» expected a name for the verdict, found `{`"]);
  });

  it("is silent about an import of the name that was lost", async () => {
    const files = {
      "a.playbook": "evidence\nevidence other\n",
      "b.playbook":
        'import { findings } from "./a.playbook"\nplaybook p { intent "Go" returns findings prompt "Go." }',
    };
    expect((await codes(files)).map((line) => line.slice(0, 6))).toEqual(["LB1001"]);
  });

  it("takes as many names for lost as there are declarations without one, those that are named most", async () => {
    const source = judged("verdict").replace("requires findings returns", "requires finding returns");
    expect(await codes(source)).toEqual([
      "LB1001 «{» expected a name for the verdict, found `{`",
      "LB2001 «finding» unknown name `finding`",
    ]);
  });

  it("reports all of them where that does not tell which one was lost", async () => {
    const source = `evidence
playbook p { intent "Go" returns one prompt "Go." }
playbook q { intent "Go" returns two prompt "Go." }
`;
    expect((await codes(source)).map((line) => line.slice(0, 6))).toEqual(["LB1001", "LB2001", "LB2001"]);
  });

  it("takes no name of another kind for lost", async () => {
    const source = 'tool { output text }\nplaybook p { intent "Go" returns one prompt "Go." }\n';
    expect((await codes(source)).map((line) => line.slice(0, 6))).toEqual(["LB1001", "LB2001"]);
  });

  it("says nothing of steps and questions of playbooks that could not be read", async () => {
    const source = `
import { Approval } from "std:waits"
playbook p {
  intent "Go" "on"
  interview { tone: text ask "Which tone?" }
  do { ask Approval "Well?" as well }
}
scenario "s" {
  run p
  person answers interview { tone: "dry" }
  expect waiting well
  person answers well true
  expect stopped "all is well"
}
`;
    expect((await codes(source)).map((line) => line.slice(0, 6))).toEqual(["LB1001"]);
  });

  it("does not blame a broken declaration for a name that another has", async () => {
    expect((await codes("evidence a\nevidence a b\n")).map((line) => line.slice(0, 6))).toEqual(["LB1001"]);
  });
});

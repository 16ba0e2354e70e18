import { describe, expect, it } from "vitest";
import { play } from "../../support/play.js";

const program = `
artifact brief at "brief.txt" given
artifact survey at "survey.txt"
artifact report at "report.txt"
evidence notes
wait Approval { class intervention  answer boolean }

playbook look {
  intent "Survey the market"
  requires landed brief
  outputs survey
  prompt "Survey for {{ brief }}."
}
playbook tell {
  intent "Report on the survey"
  requires landed survey
  outputs report
  prompt "Report on {{ survey }}."
}
playbook approved {
  intent "Note what a person approves"
  returns notes
  do {
    ask Approval "Is it fine?" as fine
    return notes from "asked"
  }
}
playbook unclear {
  intent "Note what is unclear"
  returns notes
  clarifies { rounds 1  questions 1 }
  prompt "Note it."
}
playbook whole {
  intent "All of it"
  admits look, tell
  until landed report
  limits { rounds 3 }
}
`;

const expectPass = async (lines: string) => {
  const result = await play(program, lines);
  expect(result.text).toBe("✓ it\n");
  return result;
};

describe("the unattended loop", () => {
  it("[R-24] runs over the whole catalog, and what needs a person is not eligible", async () => {
    const result = await expectPass(`loop "keep the report fresh" { rounds 5  lanes 1 }
      artifact brief is "Bakeries."
      look lands "140 bakeries."
      tell lands "A dense market."
      expect order look, tell
      expect never approved
      expect landed report
      expect stopped chose_to_stop`);
    expect(result.view?.shape).toBe("loop");
    expect(result.told).toContain("not eligible: approved: it needs a person, and nobody is there");
    await expect(result.told).toMatchFileSnapshot("golden/loop.txt");
  });

  it("[R-24] nothing is delivered: a member may run again, and staleness is an annotation", async () => {
    const result = await expectPass(`loop "keep the report fresh" { rounds 5  lanes 1 }
      artifact brief is "Bakeries."
      look lands "140 bakeries." then "141 bakeries."
      tell lands "A dense market." then "A denser market."
      choose look
      choose tell
      choose look
      expect not delivered survey
      expect stale report
      choose tell
      expect not stale report
      expect survey == "141 bakeries."
      expect order look, tell, look, tell`);
    const boards = result.journal.flatMap(({ event }) => (event.kind === "board.built" ? [event.board] : []));
    const tell = boards[3]?.find(({ member }) => member.playbook === "tell");
    expect(tell?.eligible).toBe(true);
    expect(tell?.notes).toContain("`report` is landed, and stale");
  });

  it("[R-24] its rounds and lanes are its own", async () => {
    await expectPass(`loop "once" { rounds 1  lanes 2 }
      artifact brief is "Bakeries."
      look lands "140 bakeries." then "141 bakeries."
      unclear returns "unclear"
      expect rounds == 1
      expect order look, unclear
      expect stopped iteration_ceiling`);
  });

  it("[L-29] a loop may be without bounds, and ends where no script is left", async () => {
    await expectPass(
      `loop "all of it"\n artifact brief is "Bakeries."\n look lands "140."\n expect order look\n expect stopped chose_to_stop`,
    );
  });
});

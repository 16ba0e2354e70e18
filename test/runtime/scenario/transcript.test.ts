import { describe, expect, it } from "vitest";
import { office, officeLines } from "../../support/office.js";
import { play } from "../../support/play.js";

describe("a transcript", () => {
  it("[L-31] tells a run as it went: boards, choices, lanes, questions, answers, results, the clock", async () => {
    const result = await play(office, officeLines);
    expect(result.failures).toEqual([]);
    await expect(result.told).toMatchFileSnapshot("golden/office.txt");
  });

  it("[L-31] tells conflicts, refusals, and where it was left", async () => {
    const result = await play(
      office,
      `run office
       judge returns { outcome: "changes" } then refuses "unclear"
       tool search gives { hits: [] }
       write asks [{ ref: "tone", question: "Which tone?" }]
       choose pay
       signal Payment { id: "p1" }
       after 1d
       choose make-plan
       choose write
       choose judge, pay
       person answers go true
       expect review.outcome == "ok"
       expect order pay, write, judge, judge`,
    );
    await expect(result.text).toMatchFileSnapshot("golden/office-failed.txt");
  });

  it("is plain data", async () => {
    const { transcript } = await play(office, officeLines);
    expect(JSON.parse(JSON.stringify(transcript))).toEqual(transcript);
    expect(transcript.startedAt).toBe(Date.UTC(2024, 0, 1));
    const moments = transcript.beats.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });
});

import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { countOf, isLong } from "../support/counts.js";
import type { Answers } from "./answers.js";
import { bruteForce } from "./brute-force.js";
import { programs } from "./generate.js";
import { subjectOf, type Subject } from "./programs.js";
import { hasSpin, spinAnswers } from "./spin.js";

interface Asked {
  readonly source: string;
  readonly subject: Subject;
  readonly answers: Answers;
}

/** Programs in one model of Spin: more of them take longer for each. */
const batch = 15;
const seed = 20_260_105;

/** What the generated programs and the answers about them were, for whoever reads the test's output. */
function shares(asked: readonly Asked[], over: number): string {
  const share = (fits: (answers: Answers, subject: Subject) => boolean): string => {
    const count = asked.filter(({ answers, subject }) => fits(answers, subject)).length;
    return `${count} (${Math.round((100 * count) / asked.length)} %)`;
  };
  const fewest = asked.map(({ answers }) => answers.fewestRounds ?? "never");
  const rounds = [...new Set(fewest)]
    .map((each) => `${each}: ${fewest.filter((other) => other === each).length}`)
    .toSorted()
    .join(", ");
  return [
    `${asked.length} programs, ${over} more had too many states`,
    `a dead member ${share(({ dead }) => dead.length > 0)}`,
    `a deadlock ${share(({ deadlock }) => deadlock)}`,
    `a trap ${share(({ trap }) => trap)}`,
    `a goal that can be reached ${share(({ fewestRounds }) => fewestRounds !== undefined)}`,
    `fewer rounds in lanes ${share(({ fewestRounds, fewestRoundsInLanes }) => fewestRounds !== fewestRoundsInLanes)}`,
    `fewest rounds ${rounds}`,
  ].join("; ");
}

describe("brute force and Spin", () => {
  const asked: Asked[] = [];
  let over = 0;

  beforeAll(async () => {
    for (const { source, composite } of fc.sample(programs, { numRuns: countOf(45, 3_000), seed })) {
      const subject = await subjectOf(source, composite);
      const { answers } = bruteForce(subject, { bound: isLong ? 20_000 : 6_000 });
      if (answers === undefined) over++;
      else asked.push({ source, subject, answers });
    }
    console.info(shares(asked, over));
  }, 3_600_000);

  it("answer about programs in which much goes wrong, and much does not", () => {
    const often = (fits: (answers: Answers) => boolean): number =>
      asked.filter(({ answers }) => fits(answers)).length / asked.length;
    for (const fits of [
      ({ dead }: Answers): boolean => dead.length > 0,
      ({ deadlock }: Answers): boolean => deadlock,
      ({ trap }: Answers): boolean => trap,
      ({ fewestRounds }: Answers): boolean => fewestRounds !== undefined,
    ]) {
      expect(often(fits)).toBeGreaterThan(0.1);
      expect(often(fits)).toBeLessThan(0.9);
    }
    expect(over / (asked.length + over)).toBeLessThan(0.1);
  });

  it("are both there in the long run", () => {
    const isThere = hasSpin();
    if (!isThere)
      console.warn("SPIN IS NOT INSTALLED: brute force stands alone. Install `spin`, and `tcc` or `gcc`.");
    expect(isThere || !isLong).toBe(true);
  });

  it("agree on each program", () => {
    const open = hasSpin() ? [...asked] : [];
    while (open.length > 0) {
      const some = open.splice(0, batch);
      const found = spinAnswers(some.map(({ subject }) => subject));
      expect(some.map(({ source }, index) => ({ source, answers: found[index] }))).toEqual(
        some.map(({ source, answers }) => ({ source, answers })),
      );
    }
    expect(open).toEqual([]);
  }, 3_600_000);

  it("[R-50] members that fail change no answer while failures for good are off", () => {
    const some = asked.slice(0, countOf(10, 300));
    const failing = some.map(({ subject, answers }) => {
      const found = bruteForce(subject, { failures: true, bound: 40_000 });
      return found.answers ?? answers;
    });
    expect(failing).toEqual(some.map(({ answers }) => answers));
  }, 3_600_000);
});

import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const playbook = (step: string, clause = ""): string => `
wait Monday { class schedule }
wait Approval { class intervention answer boolean }

playbook waiting {
  intent "Wait"
  ${clause}
  do {
    ${step}
    ask Approval "And now?"
    ask Monday "Once more" in 1d
  }
}
`;

describe("LB6007 moment-of-a-schedule", () => {
  it.each([
    'at "2030-01-01T09:00:00+01:00"',
    "in 2h",
    'next "0 9 * * 1"',
    'next "0 9 * * MON-FRI" zone "Europe/Paris"',
  ])("[L-40] accepts `%s`", async (moment) => {
    expect(await told(playbook(`ask Monday "Later" ${moment}`))).toEqual([]);
  });

  it("[L-40] wants a moment of a schedule, in `together` too", async () => {
    const expected = ["LB6007 «Monday» `Monday` is a schedule and needs its moment"];
    expect(await told(playbook('ask Monday "Later"'))).toEqual(expected);
    expect(await told(playbook('together { ask Approval "So?" ask Monday "Later" }'))).toEqual(expected);
  });

  it("[L-40] refuses a moment on any other wait, and takes it out", async () => {
    const source = playbook('ask Approval "So?" in 2h');
    expect(await told(source)).toEqual([
      "LB6007 «in 2h» `Approval` is of class intervention and takes no moment",
    ]);
    expect(await mended(source)).toBe(playbook('ask Approval "So?"'));
  });

  it.each([
    ["61 * * * *", "is no cron expression"],
    ["every monday", "is no cron expression"],
    ["", "is no cron expression"],
    ["2030-01-01T09:00:00", "is no cron expression"],
    ["0 0 31 2 *", "is never due"],
  ])("[L-40] refuses `next %j`, which %s", async (cron, fault) => {
    expect(await told(playbook(`ask Monday "Later" next "${cron}"`))).toEqual([
      `LB6007 «"${cron}"» \`${cron}\` ${fault}`,
    ]);
  });

  it("[L-40] refuses a time zone that there is not", async () => {
    expect(await told(playbook('ask Monday "Later" next "0 9 * * 1" zone "Europe/Pariss"'))).toEqual([
      'LB6007 «"Europe/Pariss"» there is no time zone `Europe/Pariss`',
    ]);
  });

  it("[R-10] refuses a schedule where a step runs out", async () => {
    expect(await told(playbook("", "on exhausted ask Monday"))).toEqual([
      "LB6007 «Monday» `Monday` is a schedule, and `on exhausted` gives it no moment",
    ]);
  });

  it("[L-34] says nothing about a wait whose class is not known", async () => {
    const source = playbook('ask Other "Later" in 2h').replace(
      "wait Monday",
      "wait Other { class scedule }\nwait Monday",
    );
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });
});

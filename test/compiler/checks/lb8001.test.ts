import { describe, expect, it } from "vitest";
import { allDiagnosed, type Files } from "./diagnosed.js";

const told = async (source: string | Files): Promise<readonly string[]> =>
  (await allDiagnosed(source)).flatMap(({ code, severity, message }) =>
    code === "LB8001" ? [`${severity} ${message}`] : [],
  );

describe("LB8001 no-doc", () => {
  it.each([
    ["type", "type T { a: string }", "T"],
    ["artifact", 'artifact a at "a.md"', "a"],
    ["evidence", "evidence a", "a"],
    ["verdict", "verdict a: boolean", "a"],
    ["wait", "wait A { class schedule }", "A"],
    ["tool", "tool a {}", "a"],
    ["effect", "effect a {}", "a"],
  ])("[L-2] tells of a %s without a doc", async (kind, source, name) => {
    expect(await told(source)).toEqual([`info the ${kind} \`${name}\` has no doc`]);
    expect(await told(`/// What it is.\n${source}`)).toEqual([]);
  });

  it("[L-2] takes a comment, and a doc that says nothing, for none", async () => {
    expect(await told("// What it is.\nevidence a")).toHaveLength(1);
    expect(await told("///\nevidence a")).toHaveLength(1);
  });

  it("[L-2] says nothing of playbooks and scenarios, which say it in a line of their own", async () => {
    const source =
      '/// E.\nevidence e\nplaybook p { intent "Find out" returns e prompt "x" }\nscenario "it runs" { run p }\n';
    expect(await told(source)).toEqual([]);
  });

  it("[L-5] says nothing of fields, nor of the standard library", async () => {
    expect(await told('import { Money } from "std:types"\n/// Paid.\ntype Paid { sum: Money }')).toEqual([]);
  });

  it("[L-34] says nothing of what is broken or has an error", async () => {
    expect(await told("verdict a: strin")).toEqual([]);
    expect(await told("verdict a {")).toEqual([]);
  });
});

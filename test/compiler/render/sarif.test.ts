import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { checks } from "../../../compiler/index.js";
import { version } from "../../../ir/version.gen.js";
import { faulty, loaded, reportOf } from "./reported.js";

// The schema of the standard, as `@microsoft/jest-sarif` 1.0.0-beta.0 ships it. It is of draft 4, and says nothing that
// later drafts read otherwise.
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(join(import.meta.dirname, "sarif-2.1.0-rtm.5.schema.json"), "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const fits = ajv.compile(schema);

interface Log {
  readonly runs: readonly [{ readonly tool: Tool; readonly results: readonly Result[] }];
}
interface Tool {
  readonly driver: { readonly rules: readonly Rule[] };
}
interface Rule {
  readonly id: string;
  readonly help: { readonly markdown: string };
}
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly message: { readonly text: string };
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly relatedLocations?: readonly object[];
  readonly fixes?: readonly object[];
}

async function expectLog(text: string, prefix = ""): Promise<Log> {
  const { render } = await loaded("sarif");
  const log: Log = JSON.parse(render(await reportOf({ "a b.playbook": text }, prefix)));
  fits(log);
  expect(fits.errors ?? []).toEqual([]);
  return log;
}

const fingerprints = ({ runs: [{ results }] }: Log): readonly string[] =>
  results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints));

describe("SARIF", () => {
  it("fits the schema of the standard, whatever is found", async () => {
    for (const { bad } of checks) await expectLog(bad, "agents/");
    await expectLog("");
  });

  it("names the program, and the check of every result with its page", async () => {
    const log = await expectLog(faulty);
    const [{ tool, results }] = log.runs;
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "Laban", version } }, columnKind: "utf16CodeUnits" }],
    });
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(["LB2001", "LB2002", "LB2010"]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    const check = checks.find(({ code }) => code === "LB2002")!;
    expect(tool.driver.rules[1]).toMatchObject({
      name: check.name,
      shortDescription: { text: check.summary },
      fullDescription: { text: check.why },
      helpUri: "https://laban.dev/checks/LB2002",
      defaultConfiguration: { level: "error" },
    });
    for (const part of [check.why, check.fix, check.bad.trim(), check.good.trim()]) {
      expect(tool.driver.rules[1]?.help.markdown).toContain(part);
    }
  });

  it("places each result from the top of the repository, with what explains and what mends it", async () => {
    const [{ results }] = (await expectLog(faulty, "my agents/")).runs;
    const artifactLocation = { uri: "my%20agents/a%20b.playbook", uriBaseId: "%SRCROOT%" };
    expect(results[0]).toMatchObject({
      ruleId: "LB2010",
      level: "warning",
      locations: [
        {
          physicalLocation: {
            artifactLocation,
            region: { startLine: 1, startColumn: 10, endLine: 1, endColumn: 18 },
          },
        },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation,
              replacements: [{ deletedRegion: { startLine: 1, startColumn: 1, endLine: 3, endColumn: 1 } }],
            },
          ],
          properties: { safe: true },
        },
      ],
    });
    expect(results.find(({ ruleId }) => ruleId === "LB2002")).toMatchObject({
      level: "error",
      locations: [{ logicalLocations: [{ fullyQualifiedName: "verdict report" }] }],
      relatedLocations: [
        {
          message: { text: "it is declared here first" },
          physicalLocation: { artifactLocation, region: { startLine: 4, startColumn: 10 } },
        },
      ],
    });
  });

  it("knows a finding again where lines move, and tells those of one kind apart", async () => {
    const before = fingerprints(await expectLog(faulty));
    expect(new Set(before).size).toBe(before.length);
    expect(fingerprints(await expectLog(`// A note.\n\n${faulty}`))).toEqual(before);
    const elsewhere = fingerprints(await expectLog(faulty.replaceAll("report-write", "report-rewrite")));
    expect(elsewhere.filter((each) => before.includes(each))).toHaveLength(3);
  });

  it("escapes what would be read as a placeholder or a link, and nothing else", async () => {
    const { render } = await loaded("sarif");
    const place = { file: "a.playbook", span: { start: 0, end: 0 } };
    const message = "`{ a: string }` and `{0}`, [a](b) and string[]";
    const [{ results }] = (
      JSON.parse(
        render({
          diagnostics: [{ code: "LB2004", severity: "error", message, place, related: [] }],
          files: new Map(),
          prefix: "",
        }),
      ) as Log
    ).runs;
    expect(results[0]?.message.text).toBe(
      String.raw`${"`{ a: string }`"} and ${"`{{0}}`"}, \[a\](b) and string[]`,
    );
  });

  it("leaves out related places in what ships with Laban", async () => {
    const { render } = await loaded("sarif");
    const place = { file: "a.playbook", span: { start: 0, end: 0 } };
    const related = [{ message: "here", place: { file: "std:waits", span: { start: 0, end: 1 } } }];
    const text = render({
      diagnostics: [{ code: "LB2004", severity: "info", message: "x", place, related }],
      files: new Map(),
      prefix: "",
    });
    expect(text).not.toContain("std:waits");
    expect(text).toContain('"level": "note"');
  });
});

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lineIndex } from "../../../ir/index.js";
import { bind } from "../../../runtime/config/bind.js";
import { readDuration } from "../../../runtime/config/duration.js";
import { readScript } from "../../../runtime/config/read-script.js";
import { leapingClock, neverAborted } from "../workspace/sample.js";

function told(text: string): readonly string[] {
  const read = readScript(text, "replies.yaml");
  if (read.kind === "read") return [];
  const index = lineIndex(text);
  return read.diagnostics.map(({ code, place, message }) => {
    const { line, column } = index.position(place.span.start);
    return `${code} ${line}:${column} ${message}`;
  });
}

describe("reading a script", () => {
  it("takes every kind of reply, in YAML and in JSON", () => {
    const script = {
      playbooks: {
        work: [
          "text",
          { returns: { a: 1 }, for: "x", after: "20ms", always: true, advises: ["careful"] },
          { lands: null },
          { says: "not JSON" },
          { asks: [{ ref: "r", question: "q", why: "w", form: "choice", choices: ["a", "b"] }] },
          { asks: [] },
          { calls: [{ tool: "t", input: [1] }] },
          { raises: "W", question: "q", moment: "PT1H" },
          { refuses: "no", source: "executor" },
          { misses: "the year" },
          { fails: "down", category: "limit" },
        ],
        'review["a b"]': [{ returns: 1 }],
        all: [{ chooses: ["work"], because: "it is due" }, { stops: "enough" }],
      },
      tools: {
        search: [
          { gives: { results: [] }, when: { query: "x" } },
          { fails: "no net", after: "1s" },
        ],
      },
    };
    expect(readScript(JSON.stringify(script), "r.json")).toEqual({ kind: "read", script });
    expect(
      readScript("playbooks:\n  work:\n    - returns: { n: 0o10, s: yes, d: 2027-03-01, z: ~ }\n", "r.yaml"),
    ).toEqual({
      kind: "read",
      script: { playbooks: { work: [{ returns: { n: 8, s: "yes", d: "2027-03-01", z: null } }] } },
    });
    expect(readScript("{}", "r.yaml")).toEqual({ kind: "read", script: {} });
  });

  it("takes one verb a reply", () => {
    const reply = (text: string) => told(`playbooks: { work: [{ ${text} }] }`);
    expect(reply("lands: 1, returns: 2")).toEqual([
      "LB2016 1:33 `lands`, `returns` stand together in `work`, and one of them is meant",
    ]);
    expect(reply("raises: W, question: q, refuses: no")).toEqual([
      "LB2016 1:47 `raises`, `refuses` stand together in `work`, and one of them is meant",
    ]);
    expect(reply("raises: W, question: q")).toEqual([]);
    expect(told("tools: { t: [{ gives: 1, fails: no }] }")).toEqual([
      "LB2016 1:26 `gives`, `fails` stand together in `t`, and one of them is meant",
    ]);
  });

  it("says what is wrong, and where", () => {
    expect(
      told(`playbooks:
  work:
    - return: { a: 1 }
    - { returns: 1, afetr: 20ms }
    - {}
    - 7
    - { fails: x, category: nonsense }
    - { raises: W }
  none: []
tool: {}
`),
    ).toEqual([
      "LB2001 3:7 there is no setting `return` in `work`; did you mean `returns`?",
      "LB2001 4:21 there is no setting `afetr` in `work`; did you mean `after`?",
      "LB2016 5:7 `work` needs one of `returns`, `lands`, `says`, `asks`, `calls`, `raises`, `question`, `refuses`, `misses`, `fails`, `chooses`, `stops`",
      "LB2004 6:7 `work` has to be text or an object, and is `7`",
      "LB2006 7:29 `category` cannot be `nonsense`",
      "LB2016 8:7 `work` needs one of `returns`, `lands`, `says`, `asks`, `calls`, `raises`, `question`, `refuses`, `misses`, `fails`, `chooses`, `stops`",
      "LB2006 9:9 `none` is empty",
      "LB2001 10:1 there is no setting `tool`; did you mean `tools`?",
    ]);
  });

  it.each([
    ["a: [1", "LB1001 1:6"],
    ["a: &x 1\nb: *x", "LB1001 1:7"],
    ["a: !!set {x}", "LB1001 1:10"],
    ["playbooks: {}\nplaybooks: {}", "LB1001 2:1"],
  ])("[R-58] reads no YAML with %j", (text, place) => {
    expect(told(text)[0]).toContain(place);
  });

  it("reads the scripts of the examples", () => {
    const scripts = readdirSync("examples")
      .map((example) => join("examples", example, "replies.yaml"))
      .filter(existsSync);
    expect(scripts.length).toBeGreaterThan(2);
    for (const path of scripts)
      expect([path, readScript(readFileSync(path, "utf8"), path).kind]).toEqual([path, "read"]);
  });
});

describe("binding a configuration", () => {
  it("gives models, tools and selectors by their names, and says which scripts cannot be read", async () => {
    const root = mkdtempSync(join(tmpdir(), "laban-bind-"));
    writeFileSync(
      join(root, "replies.yaml"),
      "playbooks: { work: [hello] }\ntools: { search: [{ gives: 1 }] }\n",
    );
    writeFileSync(join(root, "broken.yaml"), "playbook: {}\n");
    const bound = bind(
      {
        models: {
          default: { provider: "script", file: "replies.yaml" },
          fast: { provider: "script", file: "broken.yaml" },
          slow: { provider: "script", file: "none.yaml" },
          me: { provider: "person" },
          far: { provider: "openai-compatible", url: "http://127.0.0.1:1", model: "m", idle: "1s" },
        },
        tools: { search: { script: "replies.yaml" }, "b.run": { command: ["true"] } },
        selectors: { mine: { model: "default" }, lost: { model: "none" } },
      },
      { root, clock: leapingClock(), env: {} },
    );
    expect(
      ["default", "fast", "slow", "me", "far", "none", "toString"].map(
        (alias) => bound.model(alias) !== undefined,
      ),
    ).toEqual([true, false, false, true, true, false, false]);
    expect(["a.search", "c.search", "b.run", "a.run"].map((ref) => bound.tool(ref) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(bound.model("default")).toBe(bound.model("default"));
    expect(["mine", "lost", "none"].map((name) => bound.selector(name) !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    expect(bound.diagnostics.map(({ message, place }) => [place.file, message])).toEqual([
      ["broken.yaml", "there is no setting `playbook`; did you mean `playbooks`?"],
      ["none.yaml", "the script `none.yaml` cannot be read: it does not exist"],
    ]);
    expect(bound.files.get("broken.yaml")).toBe("playbook: {}\n");
    expect(
      await bound
        .tool("a.search")
        ?.call({}, { callId: "c", tool: "a.search", ordinal: 0, signal: neverAborted }),
    ).toEqual({ output: 1 });
    rmSync(root, { recursive: true });
  });

  it.each([
    ["30s", 30_000],
    ["1h30m", 5_400_000],
    ["250ms", 250],
    ["2w", 1_209_600_000],
    ["1d2h", 93_600_000],
  ])("reads the duration %s", (text, milliseconds) => {
    expect(readDuration(text)).toBe(milliseconds);
  });
});

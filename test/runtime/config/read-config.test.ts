import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Diagnostic, lineIndex } from "../../../ir/index.js";
import { readConfig } from "../../../runtime/config/read-config.js";
import { countOf } from "../../support/counts.js";

const schema = JSON.parse(readFileSync("runtime/config/config.schema.json", "utf8"));

/** Each diagnostic with its place: `line:column`, and the text there. */
function told(text: string, options: Parameters<typeof readConfig>[2] = {}): readonly string[] {
  const index = lineIndex(text);
  return readConfig(text, "laban.config.json", options).diagnostics.map((diagnostic: Diagnostic) => {
    const { span, file } = diagnostic.place;
    const { line, column } = index.position(span.start);
    expect(file).toBe("laban.config.json");
    const hint = diagnostic.hint === undefined ? "" : ` — ${diagnostic.hint}`;
    return `${diagnostic.severity} ${diagnostic.code} ${line}:${column} ${text.slice(span.start, span.end)} | ${diagnostic.message}${hint}`;
  });
}

const whole = {
  include: ["playbooks"],
  exclude: ["playbooks/old/**"],
  rules: { LB4001: "warn", LB8001: "off" },
  unattended: true,
  workspace: "work",
  store: ".laban/laban.db",
  models: {
    default: {
      provider: "openai-compatible",
      url: "http://127.0.0.1:11434/v1",
      model: "tiny",
      key: "env:KEY",
      headers: { x: "y" },
      structured: false,
      tools: false,
      temperature: 0.2,
      idle: "1m30s",
    },
    fast: { provider: "script", file: "replies.yaml" },
    strong: { provider: "person" },
  },
  tools: {
    "web-search": {
      command: ["node", "search.mjs"],
      timeout: "30s",
      env: ["KEY"],
      folder: "tools",
      outputBytes: 10,
    },
    "a.other": { script: "replies.yaml" },
  },
  selectors: { mine: { model: "fast" } },
};

describe("reading laban.config.json", () => {
  it("[L-33] takes everything that its schema knows", () => {
    const { config, diagnostics } = readConfig(JSON.stringify(whole), "laban.config.json");
    expect(diagnostics).toEqual([]);
    expect(config).toEqual(whole);
    expect(readConfig("{}", "laban.config.json")).toEqual({ config: {}, diagnostics: [] });
    expect(readConfig("\uFEFF{}", "laban.config.json").config).toEqual({});
  });

  it("[L-33] refuses unknown keys, at whatever depth, with the nearest known one at their place", () => {
    const text = `{
  "includes": ["a"],
  "models": {
    "default": { "provider": "script", "fiel": "replies.yaml" }
  },
  "tools": { "search": { "command": ["x"], "timout": "1s" } },
  "limits": { "depht": 3 },
  "somethingElse": 1
}`;
    expect(told(text)).toEqual([
      'error LB2001 2:3 "includes" | there is no setting `includes`; did you mean `include`? — one of `include`, `exclude`, `rules`, `unattended`, `workspace`, `store`, `models`, `tools`, `selectors`, `effects`, `guardian`, `limits`, `host`',
      'error LB2001 4:40 "fiel" | there is no setting `fiel` in `default`; did you mean `file`? — one of `provider`, `file`, `log`',
      'error LB2001 6:44 "timout" | there is no setting `timout` in `search`; did you mean `timeout`? — one of `command`, `timeout`, `env`, `folder`, `outputBytes`',
      'error LB2001 7:15 "depht" | there is no setting `depht` in `limits`; did you mean `depth`? — one of `answerBytes`, `artifactBytes`, `depth`, `items`',
      'error LB2001 8:3 "somethingElse" | there is no setting `somethingElse` — one of `include`, `exclude`, `rules`, `unattended`, `workspace`, `store`, `models`, `tools`, `selectors`, `effects`, `guardian`, `limits`, `host`',
    ]);
  });

  it("[L-33] says of what is not supported yet that it is not, and what that means", () => {
    expect(told('{ "effects": {}, "guardian": {}, "host": {}, "limits": {} }')).toEqual([
      'warning LB2010 1:3 "effects" | `effects` is not supported yet: a run that performs an effect is refused — take it out until it is',
      'warning LB2010 1:18 "guardian" | `guardian` is not supported yet: no effect is performed that it could judge — take it out until it is',
      'warning LB2010 1:34 "host" | `host` is not supported yet: there is no HTTP host — take it out until it is',
    ]);
  });

  it("[R-58] limits can only be lowered", () => {
    expect(told('{ "limits": { "depth": 65, "items": 7, "answerBytes": 2000000 } }')).toEqual([
      "error LB2006 1:24 65 | `depth` can be at most 64, and is 65",
      "error LB2006 1:55 2000000 | `answerBytes` can be at most 1000000, and is 2000000",
    ]);
  });

  it.each([
    [
      '{ "include": "a" }',
      'error LB2004 1:14 "a" | `include` has to be a list, and is text — playbooks, folders of them and globs, relative to this file; a glob that matches a folder means all below it. Default: the folder of this file',
    ],
    [
      '{ "include": [] }',
      "error LB2006 1:14 [] | `include` is empty — playbooks, folders of them and globs, relative to this file; a glob that matches a folder means all below it. Default: the folder of this file",
    ],
    ['{ "include": [""] }', 'error LB2006 1:15 "" | `include` is empty'],
    [
      '{ "unattended": "yes" }',
      'error LB2004 1:17 "yes" | `unattended` has to be `true` or `false`, and is text — the playbooks are run with nobody there: what can only go on with a person\'s answer is reported',
    ],
    [
      '{ "rules": { "LB4001": "warning" } }',
      'error LB2006 1:24 "warning" | `LB4001` cannot be `warning` — one of `off`, `info`, `warn`, `error`',
    ],
    [
      '{ "models": { "default": { "provider": "openai" } } }',
      'error LB2006 1:40 "openai" | `provider` cannot be `openai` — one of `openai-compatible`, `script`, `person`',
    ],
    [
      '{ "models": { "default": { "provider": "scrpit", "file": "a" } } }',
      'error LB2006 1:40 "scrpit" | `provider` cannot be `scrpit`; did you mean `script`? — one of `openai-compatible`, `script`, `person`',
    ],
    [
      '{ "models": { "default": {} } }',
      "error LB2016 1:26 {} | `default` needs `provider` — one of `openai-compatible`, `script`, `person`",
    ],
    [
      '{ "models": { "default": "script" } }',
      'error LB2004 1:26 "script" | `default` has to be an object, and is text',
    ],
    [
      '{ "models": { "a": { "provider": "openai-compatible", "url": "u", "model": "m", "key": "sk-123" } } }',
      'error LB2006 1:88 "sk-123" | `key` cannot be `sk-123` — Where the key is: `env:NAME` or `file:PATH`, never the key itself.',
    ],
    [
      '{ "tools": { "t": { "command": ["x"], "timeout": "soon" } } }',
      'error LB2006 1:50 "soon" | `timeout` cannot be `soon` — A duration such as `500ms`, `30s` or `1h30m`.',
    ],
    ['{ "tools": { "t": {} } }', "error LB2016 1:19 {} | `t` needs one of `command`, `script`"],
    [
      '{ "tools": { "t": { "cmd": ["x"] } } }',
      'error LB2001 1:21 "cmd" | there is no setting `cmd` in `t` — one of `command`, `timeout`, `env`, `folder`, `outputBytes`, `script`',
    ],
    ['{ "limits": { "depth": 0 } }', "error LB2006 1:24 0 | `depth` has to be at least 1, and is 0"],
    [
      '{ "limits": { "depth": 1.5 } }',
      "error LB2004 1:24 1.5 | `depth` has to be a whole number, and is `1.5` — default: 64",
    ],
    [
      "[]",
      "error LB2004 1:1 [] | the file has to be an object, and is a list — what a project says about itself: which playbooks it has, how they are checked, and what models and tools they run with",
    ],
    [
      "null",
      "error LB2004 1:1 null | the file has to be an object, and is `null` — what a project says about itself: which playbooks it has, how they are checked, and what models and tools they run with",
    ],
  ])("[L-33] says what is wrong with %s", (text, message) => {
    expect(told(text)[0]).toBe(message);
  });

  it.each([
    ["", "error LB1001 1:1  | the file is empty — write at least `{}`"],
    ['{ "a": 1 // no\n}', "error LB1001 1:10 // no | comments are not JSON — take the comment away"],
    ['{ "include": ["a",] }', "error LB1001 1:19 ] | a comma too many — take the comma away"],
    ['{ "store": "a", }', "error LB1001 1:17 } | a comma too many — take the comma away"],
    [
      '{ "store": "a" "workspace": "b" }',
      'error LB1001 1:16 "workspace" | a comma is missing here — put a `,` between the two',
    ],
    ['{ "store" "a" }', 'error LB1001 1:11 "a" | a colon is missing here — put a `:` behind the key'],
    ['{ "store": "a"', "error LB1001 1:15  | the object is not closed — close it with `}`"],
    ['{ "include": ["a" ', "error LB1001 1:19  | the array is not closed — close it with `]`"],
    ['{ "store": "a }', 'error LB1001 1:12 "a } | the string is not closed — close it with `"`'],
    ["{ 'store': 1 }", "error LB1001 1:3 'store' | this is not JSON — text stands in double quotes"],
    ["{} {}", "error LB1001 1:4 { | something follows the end of the JSON — take it away"],
    [
      '{ "store": "a", "store": "b" }',
      'error LB2002 1:17 "store" | `store` is given twice — keep one of them',
    ],
  ])("[L-33] is strict JSON: %s", (text, message) => {
    expect(told(text)).toEqual([message]);
  });

  it("[L-33] knows the codes of the checks, where it is told them", () => {
    expect(told('{ "rules": { "LB401": "off", "LB4002": "off" } }', { codes: ["LB4001", "LB4002"] })).toEqual(
      [
        'error LB2001 1:14 "LB401" | there is no check `LB401`; did you mean `LB4001`? — `docs/checks` lists them',
      ],
    );
  });

  it("[L-33] refuses exactly what its published schema refuses", () => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const scalar = fc.constantFrom(
      "a",
      "",
      "script",
      "person",
      "openai-compatible",
      "env:X",
      "30s",
      "warn",
      0,
      1,
      1.5,
      -1,
      true,
      false,
      null,
    );
    const key = fc.constantFrom(
      "provider",
      "file",
      "url",
      "model",
      "key",
      "command",
      "script",
      "timeout",
      "env",
      "default",
      "LB4001",
      "depth",
      "idle",
      "structured",
      "temperature",
      "outputBytes",
      "nonsense",
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        scalar,
        fc.array(tie("node"), { maxLength: 2 }),
        fc.dictionary(key, tie("node"), { maxKeys: 4 }),
      ),
    })).node;
    const root = fc.dictionary(fc.constantFrom(...Object.keys(schema.properties), "nonsense"), value, {
      maxKeys: 4,
    });
    const near = fc.record(
      {
        models: fc.dictionary(
          key,
          fc.oneof(
            fc.constantFrom(...Object.values(whole.models)),
            fc.dictionary(key, scalar, { maxKeys: 5 }),
          ),
          { maxKeys: 2 },
        ),
        tools: fc.dictionary(
          key,
          fc.oneof(
            fc.constantFrom(...Object.values(whole.tools)),
            fc.dictionary(key, scalar, { maxKeys: 3 }),
          ),
          { maxKeys: 2 },
        ),
        rules: fc.dictionary(key, scalar, { maxKeys: 2 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(root, near), (config) => {
        const errors = readConfig(JSON.stringify(config), "c").diagnostics.filter(
          ({ severity }) => severity === "error",
        );
        expect(errors.length === 0).toBe(validate(config));
      }),
      { numRuns: countOf(1_000) },
    );
  });

  it("reads the configuration and the script of every example", () => {
    for (const example of readdirSync("examples")) {
      const text = readFileSync(join("examples", example, "laban.config.json"), "utf8");
      expect([example, readConfig(text, "laban.config.json").diagnostics]).toEqual([example, []]);
    }
  });
});

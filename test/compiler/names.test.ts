import { describe, expect, it } from "vitest";
import { check, type Host, memoryHost } from "../../compiler/index.js";
import { mended, told } from "./checks/diagnosed.js";
import { compiled, program } from "./compiled.js";

/** Not one of what is unused in these small sources. */
const isError = (line: string): boolean => !line.startsWith("LB2010");

const use = (name: string): string => `playbook p { intent "i"  returns ${name}  prompt "x" }\n`;

describe("refs and scopes", () => {
  it("[L-4] a declaration's ref is its namespace and its name", async () => {
    const { evidence, playbooks } = await program(`namespace a.b\nevidence e\n${use("e")}`);
    expect(Object.keys(evidence)).toEqual(["a.b.e"]);
    expect(playbooks["a.b.p"]?.returns).toEqual(["a.b.e"]);
  });

  it("[L-4] a name is looked up in its file and its imports only", async () => {
    expect(await told({ "a.playbook": "evidence e\n", "b.playbook": use("e") })).toEqual([
      "LB2001 «e» unknown name `e`",
    ]);
  });

  it("[L-4] a name of another file comes with the import that brings it", async () => {
    const source = { "x/a.playbook": "evidence found\n", "b.playbook": use("found") };
    const { diagnostics } = await check(memoryHost(source), ["x/a.playbook", "b.playbook"]);
    expect(diagnostics[0]).toMatchObject({
      hint: "it is declared in `./x/a.playbook`: import it from there",
      fix: {
        safe: true,
        edits: [{ file: "b.playbook", text: 'import { found } from "./x/a.playbook"\n\n' }],
      },
    });
  });

  it("[L-4] a name of another kind is told from an unknown one", async () => {
    expect(
      await told(`tool e {}\nevidence f\n${use("e")}playbook q { intent "i" returns f prompt "x" uses e }`),
    ).toEqual(["LB2001 «e» `e` is a tool, not evidence or a verdict"]);
  });

  it("[L-3] a type in backticks is a declared one, whatever it is called", async () => {
    const { artifacts } = await program(
      'type `string` = integer\nartifact a at "a.json" { n: `string`  s: string }\n',
    );
    expect(artifacts["a"]?.schema).toMatchObject({
      properties: { n: { $ref: "#/$defs/string" }, s: { type: "string" } },
    });
  });
});

describe("imports", () => {
  it("[L-5] bring in what another file declares, under another name too", async () => {
    const files = {
      "main.playbook": `import { found as e } from "./lib/notes.playbook"\n${use("e")}`,
      "lib/notes.playbook": "namespace notes\nevidence found\n",
    };
    expect((await program(files)).playbooks["p"]?.returns).toEqual(["notes.found"]);
  });

  it("[L-5] may go round in a circle", async () => {
    const files = {
      "a.playbook": `import { f } from "./b.playbook"\nevidence e\nplaybook p { intent "i"  returns f  prompt "x" }\n`,
      "b.playbook": `import { e } from "./a.playbook"\nevidence f\nplaybook q { intent "i"  returns e  prompt "x" }\n`,
    };
    const { playbooks } = await program(files);
    expect([playbooks["p"]?.returns, playbooks["q"]?.returns]).toEqual([["f"], ["e"]]);
  });

  it("[L-5] load files that were not named", async () => {
    const host = memoryHost({
      "main.playbook": `import { e } from "../main/lib.playbook"\n`,
      "main/lib.playbook": "/// E.\nevidence e\n",
      "sub/main.playbook": `import { e } from "../main/lib.playbook"\n${use("e")}`,
    });
    expect((await check(host, ["sub/main.playbook"])).diagnostics).toEqual([]);
    expect((await check(host, ["main.playbook"])).diagnostics).toMatchObject([
      { code: "LB2003", message: "`../main/lib.playbook` leads out of the project root" },
    ]);
  });

  it.each([
    ["/etc/notes.playbook", "`/etc/notes.playbook` is not a path relative to this file"],
    ["C:/notes.playbook", "`C:/notes.playbook` is not a path relative to this file"],
    ["../../notes.playbook", "`../../notes.playbook` leads out of the project root"],
    ["./lib/note.playbook", "`./lib/note.playbook` does not exist"],
    ["./lib", "`./lib` is a folder"],
    ["std:wait", "there is no standard module `std:wait`"],
  ])("[L-5] refuse %s, and say nothing about its names", async (path, message) => {
    const files = {
      "sub/main.playbook": `import { e } from "${path}"\n${use("e")}`,
      "sub/lib/notes.playbook": "evidence e\n",
    };
    const { diagnostics } = await check(memoryHost(files), ["sub/main.playbook"]);
    expect(diagnostics.map(({ code, message: text }) => [code, text])).toEqual([["LB2003", message]]);
  });

  it("[L-5] show the nearest file, module or name", async () => {
    const near = async (path: string, name: string): Promise<(string | undefined)[]> => {
      const files = {
        "main.playbook": `import { ${name} } from "${path}"\n${use(name)}`,
        "notes.playbook": "/// F.\nevidence found\n",
      };
      return (await check(memoryHost(files), ["main.playbook"])).diagnostics.map(({ hint }) => hint);
    };
    expect(await near("./note.playbook", "found")).toEqual(["did you mean `./notes.playbook`?"]);
    expect(await near("std:wait", "Approval")).toEqual(["did you mean `std:waits`?"]);
    expect(await near("./notes.playbook", "fuond")).toEqual(["did you mean `found`?"]);
  });

  it("[L-5] that lead out by a link are refused", async () => {
    const inner = memoryHost({ "main.playbook": `import { e } from "./link.playbook"\n${use("e")}` });
    const host: Host = {
      ...inner,
      readFile: (path) => (path === "link.playbook" ? "outside" : inner.readFile(path)),
    };
    expect((await check(host, ["main.playbook"])).diagnostics).toMatchObject([
      { code: "LB2003", message: "`./link.playbook` leads out of the project root" },
    ]);
  });

  it("[L-5] a file under two names is one file", async () => {
    const inner = memoryHost({ "a.playbook": "/// E.\nevidence e\n", "b.playbook": "evidence e\n" });
    const host: Host = { ...inner, realPath: () => "a.playbook" };
    expect((await check(host, ["a.playbook", "b.playbook"])).diagnostics).toEqual([]);
  });

  it("[L-5] a name that is brought in twice, or is there already, is reported at both places", async () => {
    const files = {
      "main.playbook": `import { e, f as e } from "./a.playbook"\n`,
      "a.playbook": "evidence e\nevidence f\n",
      "other.playbook": `import { f } from "./a.playbook"\ntype f = string\n`,
    };
    expect((await told(files)).filter((line) => line.startsWith("LB2002"))).toEqual([
      "LB2002 «e» `e` is declared twice",
      "LB2002 «f» `f` is declared twice",
    ]);
  });

  it("[L-22] an import keeps its registered name, whatever it is called here", async () => {
    const { waits, playbooks } = await program(
      `import { Approval as Yes } from "std:waits"\nplaybook p { intent "i"  do { ask Yes "Well?" } }\n`,
    );
    expect(waits).toEqual({
      "std.waits.Approval": {
        name: "Approval",
        class: "intervention",
        schema: { type: "boolean" },
        declinable: false,
      },
    });
    expect(playbooks["p"]?.steps).toMatchObject([{ asks: [{ wait: "std.waits.Approval" }] }]);
  });

  it("[L-22] of the standard modules only what is reached is in the program", async () => {
    const { types, waits, verdicts } = await program(
      `import { Finding, Percent } from "std:types"\nartifact a at "a.json" { findings: Finding[] }\n`,
    );
    expect([Object.keys(types), Object.keys(waits), Object.keys(verdicts)]).toEqual([
      ["std.types.Finding", "std.types.Percent", "std.types.Severity"].filter(
        (ref) => ref !== "std.types.Percent",
      ),
      [],
      [],
    ]);
  });
});

describe("folders", () => {
  const files = {
    "a.playbook": "/// A.\nevidence a\n",
    "deep/er/b.playbook": "/// B.\nevidence b\n",
    "node_modules/c.playbook": "evidence a\n",
    "x/node_modules/c.playbook": "evidence a\n",
    ".hidden/d.playbook": "evidence a\n",
    "out/e.playbook": "evidence a\n",
    "notes.md": "# no playbook",
  };

  it("[L-6] mean every playbook below, node_modules and dot-folders left out", async () => {
    const { diagnostics, files: read } = await check(memoryHost(files), [""], {
      isExcluded: (path) => path === "out",
    });
    expect(diagnostics).toEqual([]);
    expect([...read.keys()].filter((path) => !path.startsWith("std:"))).toEqual([
      "a.playbook",
      "deep/er/b.playbook",
    ]);
  });

  it("[L-6] several files form one program", async () => {
    expect(await told({ "a.playbook": "evidence e\n", "b.playbook": "verdict e: boolean\n" })).toEqual([
      "LB2002 «e» `e` is declared twice",
    ]);
  });

  it.each([
    [["none.playbook"], "LB2003", "`none.playbook` does not exist"],
    [["none"], "LB2003", "`none` does not exist"],
    [["../up"], "LB2003", "`../up` leads out of the project root"],
    [["empty"], "LB2003", "there is no `*.playbook` file in `empty`"],
  ])("[L-6] %j: what cannot be read is said", async (paths, code, message) => {
    const { diagnostics } = await check(memoryHost({ "empty/notes.md": "" }), paths);
    expect(diagnostics).toMatchObject([{ code, message, severity: "error" }]);
  });

  it("[L-1] an empty file declares nothing, and one of another encoding is refused", async () => {
    const host = memoryHost({
      "a.playbook": "// nothing\n",
      "b.playbook": new Uint8Array([0xff, 0xfe, 0x41, 0]),
    });
    expect((await check(host, [""])).diagnostics).toMatchObject([
      { code: "LB2003", severity: "warning", message: "`a.playbook` declares nothing" },
      { code: "LB1004", severity: "error", place: { file: "b.playbook" } },
    ]);
  });

  it("[L-6] the order of paths never matters", async () => {
    const paths = ["a.playbook", "deep", "out/e.playbook"];
    const forth = await check(memoryHost(files), paths);
    const back = await check(memoryHost(files), paths.toReversed());
    expect(forth.diagnostics).toEqual(back.diagnostics);
    expect(forth.diagnostics).toHaveLength(1);
  });
});

describe("declared twice", () => {
  it("[L-7] two declarations of whatever kinds share no name in a namespace, and both places are shown", async () => {
    const files = {
      "a.playbook": "namespace n\n/// E.\nevidence e\n",
      "b.playbook": "namespace n\ntool e {}\n",
    };
    const { diagnostics } = await check(memoryHost(files), [""]);
    expect(diagnostics).toMatchObject([
      {
        code: "LB2002",
        place: { file: "b.playbook" },
        related: [{ place: { file: "a.playbook", span: { start: 28, end: 29 } } }],
      },
    ]);
  });

  it("[L-7] in two namespaces they may", async () => {
    expect(
      await told({ "a.playbook": "namespace n\nevidence e\n", "b.playbook": "namespace m\nevidence e\n" }),
    ).toEqual([]);
  });

  it("[L-7] the order of declarations never matters", async () => {
    const parts = [
      "evidence e\n",
      use("e"),
      'artifact a at "a.md"\n',
      'playbook q { intent "i"  requires e  outputs a  prompt "x" }\n',
    ];
    const digests = await Promise.all(
      [parts, parts.toReversed()].map(async (all) => (await compiled(all.join(""))).digest),
    );
    expect(digests[0]).toBe(digests[1]);
  });

  it.each([
    ["type T { a: string  a: text }", "LB2002 «a» the field `a` is declared twice"],
    ['type T = "a" | "b" | "a"', 'LB2002 «"a"» the value `"a"` is declared twice'],
    [
      "type T = string @minLength(1) @minLength(2)",
      "LB2002 «minLength» the decorator `@minLength` is declared twice",
    ],
    [
      'playbook p { intent "i" intent "j" input x: text input x: text prompt "{{ x }}" }',
      "LB2002 «intent» the clause `intent` is declared twice",
    ],
    [
      "tool t { input { a: text } input { b: text } }",
      "LB2002 «input { b: text }» the member `input` is declared twice",
    ],
  ])("[L-7] %s", async (source, line) => {
    expect(await told(source)).toContain(line);
  });
});

describe("unknown names", () => {
  it.each([
    [
      "admits",
      'playbook c { intent "i" admits pp until e limits { rounds 2 } }',
      "LB2001 «pp» unknown playbook `pp`",
    ],
    ["reads", 'playbook c { intent "i" reads ee returns e prompt "x" }', "LB2001 «ee» unknown name `ee`"],
    ["outputs", 'playbook c { intent "i" outputs aa prompt "x" }', "LB2001 «aa» unknown artifact `aa`"],
    ["uses", 'playbook c { intent "i" uses tt returns e prompt "x" }', "LB2001 «tt» unknown tool `tt`"],
    [
      "performs",
      'playbook c { intent "i" performs ff returns e prompt "x" }',
      "LB2001 «ff» unknown effect `ff`",
    ],
    [
      "offers",
      'playbook c { intent "i" offers ww returns e prompt "x" }',
      "LB6001 «ww» there is no wait `ww` here",
    ],
    [
      "on exhausted",
      'playbook c { intent "i" on exhausted ask ww returns e prompt "x" }',
      "LB6001 «ww» there is no wait `ww` here",
    ],
    ["ask", 'playbook c { intent "i" do { ask ww "?" } }', "LB6001 «ww» there is no wait `ww` here"],
    [
      "generate",
      'playbook c { intent "i" returns e do { generate ee { prompt "x" } } }',
      "LB2001 «ee» unknown name `ee`",
    ],
    ["call", 'playbook c { intent "i" do { call tt {} } }', "LB2001 «tt» unknown tool `tt`"],
    ["perform", 'playbook c { intent "i" do { perform ff {} } }', "LB2001 «ff» unknown effect `ff`"],
    ["land", 'playbook c { intent "i" do { land aa { x: 1 } } }', "LB2001 «aa» unknown artifact `aa`"],
    ["return", 'playbook c { intent "i" do { return ee from "x" } }', "LB2001 «ee» unknown name `ee`"],
    [
      "requires",
      'playbook c { intent "i" requires ee returns e prompt "x" }',
      "LB2001 «ee» unknown name `ee`",
    ],
    ["prompt", 'playbook c { intent "i" returns e prompt "{{ ee }}" }', "LB2001 «ee» unknown name `ee`"],
    ["type", "type T = strin", "LB2001 «strin» unknown type `strin`"],
    ["decorator", "type T = string @minLenght(1)", "LB2001 «minLenght» unknown decorator `minLenght`"],
    ["format", 'artifact b at "b.md" as markdwon', "LB2001 «markdwon» unknown format `markdwon`"],
    [
      "class",
      "wait W { class interventoin answer text }",
      "LB2001 «interventoin» unknown class `interventoin`",
    ],
    [
      "limit",
      'playbook c { intent "i" limits { atempts 2 } returns e prompt "x" }',
      "LB2001 «atempts» unknown limit `atempts`",
    ],
    [
      "bound",
      'playbook c { intent "i" clarifies { round 2 } returns e prompt "x" }',
      "LB2001 «round» unknown bound `round`",
    ],
    ["mode", 'playbook c { intent "i" mode queu returns e prompt "x" }', "LB2001 «queu» unknown mode `queu`"],
    [
      "select",
      'playbook c { intent "i" admits q until e limits { rounds 2 } select frist }',
      "LB2001 «frist» unknown selector `frist`",
    ],
    [
      "function",
      'playbook c { intent "i" requires cuont(e) > 1 returns e prompt "x" }',
      "LB2001 «cuont» unknown function `cuont`",
    ],
  ])("[L-34] in %s is reported once", async (_where, source, line) => {
    const around = 'evidence e\nplaybook q { intent "i" returns e prompt "x" }\n';
    expect((await told(`${around}${source}\n`)).filter(isError)).toEqual([line]);
  });

  it("[L-34] the nearest known name is offered, of the right kind", async () => {
    const source =
      'tool market-evidense-find {}\nevidence market-evidence\nplaybook q { intent "i" uses market-evidense-find returns market-evidence prompt "x" }\nplaybook p { intent "i" returns market-evidense prompt "x" }\n';
    expect((await mended(source)).includes("returns market-evidence ")).toBe(true);
  });

  it("[L-34] names in broken text are not unknown, and a broken import silences its names", async () => {
    const broken = `import { a, b from "./x.playbook"
evidence lost @@@ (
playbook p { intent "i" returns lost prompt "{{ a ?? b }}" }
`;
    expect((await told(broken)).filter((line) => !line.startsWith("LB1"))).toEqual([]);
  });

  it("[L-34] nothing is said about what merely uses a broken declaration", async () => {
    const source = `verdict v { outcome: "a" | }
playbook p { intent "i" requires v.other == 3 returns v prompt "{{ v.nothing }}" }
`;
    expect((await told(source)).filter((line) => !line.startsWith("LB1"))).toEqual([]);
  });
});

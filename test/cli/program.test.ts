import { describe, expect, it } from "vitest";
import type { Registered } from "../../cli/program.js";
import { json, text } from "../../cli/option.js";
import { refusal } from "../../cli/problem.js";
import { emit, say } from "../../cli/surroundings.js";
import { version } from "../../ir/version.gen.js";
import { laban, type SessionOptions } from "./session.js";

const output = text({ name: "output", short: "o", value: "DIR", summary: "where it goes" });
let loaded = 0;

const commands: readonly Registered[] = [
  {
    name: "greet",
    summary: "greets",
    load() {
      loaded += 1;
      return Promise.resolve({
        name: "greet",
        summary: "greets",
        operands: [{ name: "WHO" }],
        options: [output, json],
        notes: ["It greets politely."],
        run(args, surroundings) {
          const [who] = args.operands;
          if (who === "nobody") {
            return Promise.resolve(
              refusal("nobody is there", { details: ["not here"], hint: "greet somebody" }),
            );
          }
          if (args.get(json)) emit(surroundings, { version: 1, who });
          else say(surroundings, [`hello ${who ?? ""}`]);
          return Promise.resolve(0);
        },
      });
    },
  },
];

const options: SessionOptions = { cwd: "/", commands };

describe("the program", () => {
  it("gives its version and help on standard output, and loads no command for it", async () => {
    loaded = 0;
    expect(await laban(["--version"], options)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    const help = await laban(["--help"], options);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("  greet  greets\n");
    expect(loaded).toBe(0);
  });

  it("without a command shows its help, and that is no success", async () => {
    const ended = await laban([], options);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("laban <command> [options]");
  });

  it("helps with one command, asked either way", async () => {
    const help = await laban(["greet", "--help"], options);
    expect(help).toEqual({
      code: 0,
      stderr: "",
      stdout: `laban greet WHO [options]

  greets

  -o, --output DIR  where it goes
  --json            the result as JSON on standard output
  --help            this page

  It greets politely.
`,
    });
    expect(await laban(["help", "greet"], options)).toEqual(help);
  });

  it("what a person reads goes to standard error, what a program reads to standard output", async () => {
    expect(await laban(["greet", "Ada"], options)).toEqual({ code: 0, stdout: "", stderr: "hello Ada\n" });
    expect(await laban(["greet", "Ada", "--json"], options)).toEqual({
      code: 0,
      stdout: `{\n  "version": 1,\n  "who": "Ada"\n}\n`,
      stderr: "",
    });
  });

  it("an unknown command is told from the nearest known", async () => {
    expect(await laban(["gret", "Ada"], options)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: there is no command `gret`; did you mean `greet`?\n  `laban --help` lists the commands\n",
    });
    expect(await laban(["--hepl"], options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("`laban` has no option `--hepl`; did you mean `--help`?"),
    });
  });

  it("a problem is said in words, and with `--json` to a program too", async () => {
    const stderr = "error: nobody is there\n  - not here\n  greet somebody\n";
    expect(await laban(["greet", "nobody"], options)).toEqual({ code: 1, stdout: "", stderr });
    const machine = await laban(["greet", "nobody", "--json"], options);
    expect(machine).toMatchObject({ code: 1, stderr });
    expect(JSON.parse(machine.stdout)).toEqual({
      version: 1,
      error: {
        code: "refused",
        message: "nobody is there",
        details: ["not here"],
        hint: "greet somebody",
      },
    });
  });

  it("colours only a terminal, and not where `NO_COLOR` is set", async () => {
    const seen = { ...options, typed: [] };
    expect((await laban(["nope"], seen)).stderr).toContain("\u001b[31merror:");
    expect((await laban(["nope"], { ...seen, env: { NO_COLOR: "1" } })).stderr).not.toContain("\u001b");
    expect((await laban(["nope"], { ...seen, env: { NO_COLOR: "" } })).stderr).toContain("\u001b");
    expect((await laban(["nope"], { ...seen, env: { TERM: "dumb" } })).stderr).not.toContain("\u001b");
  });
});

it("every command of the registry loads, and is what the registry says", async () => {
  const { commands: registry } = await import("../../cli/commands/index.gen.js");
  for (const { name, summary, load } of registry) {
    const command = await load();
    expect(command).toMatchObject({ name, summary });
    expect(summary).toMatch(/^[^A-Z].*[^.]$/);
  }
});

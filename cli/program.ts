import { version } from "../ir/version.gen.js";
import { readArguments } from "./arguments.js";
import { commands as everyCommand } from "./commands/index.gen.js";
import type { Command } from "./command.js";
import { exit, type ExitCode } from "./exit-code.js";
import { commandHelp, overview } from "./help.js";
import { suggestion } from "./suggestion.js";
import { misuse, type Problem } from "./problem.js";
import { style } from "./style.js";
import { emit, hasColour, type Surroundings } from "./surroundings.js";

/** A command as it stands in the registry: loaded only when it is asked for. */
export interface Registered {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/**
 * Runs one command line (without `node` and the script) and gives its exit code. Whatever is the user's doing is said
 * in words; what it throws is a fault of Laban's own.
 */
export async function runProgram(
  words: readonly string[],
  surroundings: Surroundings,
  commands: readonly Registered[] = everyCommand,
): Promise<ExitCode> {
  const [first, ...rest] = words;
  switch (first) {
    case undefined:
      surroundings.err.stream.write(overview(commands));
      return exit.usage;
    case "--version":
    case "-V":
    case "version":
      surroundings.out.stream.write(`${version}\n`);
      return exit.done;
    case "--help":
    case "-h":
    case "help":
      return rest[0] === undefined
        ? printOverview(commands, surroundings)
        : runCommand(rest[0], ["--help"], commands, surroundings);
    default:
      return runCommand(first, rest, commands, surroundings);
  }
}

function printOverview(commands: readonly Registered[], surroundings: Surroundings): ExitCode {
  surroundings.out.stream.write(overview(commands));
  return exit.done;
}

async function runCommand(
  name: string,
  words: readonly string[],
  commands: readonly Registered[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const registered = commands.find((one) => one.name === name);
  if (registered === undefined) return report(unknownCommand(name, commands), surroundings, false);
  const command = await registered.load();

  const options = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length);
  if (options.includes("--help") || options.includes("-h")) {
    surroundings.out.stream.write(commandHelp(command));
    return exit.done;
  }
  const machine = options.includes("--json");
  const args = readArguments(words, command);
  if (args.kind === "problem") return report(args, surroundings, machine);
  const outcome = await command.run(args.value, surroundings);
  return typeof outcome === "number" ? outcome : report(outcome, surroundings, machine);
}

function unknownCommand(name: string, commands: readonly Registered[]): Problem {
  const names = commands.map((one) => one.name);
  const hint = "`laban --help` lists the commands";
  return name.startsWith("-")
    ? misuse(`\`laban\` has no option \`${name}\`${suggestion(name, ["--help", "--version"])}`, { hint })
    : misuse(`there is no command \`${name}\`${suggestion(name, names)}`, { hint });
}

/** Says what is wrong; with `--json` a program is told too. */
async function report(problem: Problem, surroundings: Surroundings, machine: boolean): Promise<ExitCode> {
  const colour = hasColour(surroundings.err, surroundings.env);
  const paint = style(colour);
  const { code, what, details, hint, faults } = problem;
  if (faults !== undefined) {
    const { pretty } = await import("../compiler/render/pretty.js");
    surroundings.err.stream.write(`${pretty(faults.diagnostics, faults.files, { color: colour })}\n`);
  }
  const lines = [
    `${paint.red("error:")} ${what}`,
    ...details.map((detail) => `  - ${detail}`),
    ...(hint === undefined ? [] : [`  ${paint.dim(hint)}`]),
  ];
  surroundings.err.stream.write(`${lines.join("\n")}\n`);
  if (machine) {
    const diagnostics =
      faults === undefined
        ? {}
        : (await import("../compiler/render/json.js")).jsonReport(faults.diagnostics, faults.files);
    emit(surroundings, {
      ...diagnostics,
      version: 1,
      error: { code, message: what, details, ...(hint === undefined ? {} : { hint }) },
    });
  }
  return problem.exit;
}

import { version } from "../ir/version.gen.js";
import { readArguments } from "./arguments.js";
import { commands as everyCommand } from "./commands/index.gen.js";
import type { Command } from "./command.js";
import { exit, type ExitCode } from "./exit-code.js";
import { commandHelp, overview } from "./help.js";
import { suggestion } from "../ir/nearest.js";
import { misuse, type Problem } from "./problem.js";
import { reportProblem } from "./report-problem.js";
import type { Surroundings } from "./surroundings.js";

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
  if (registered === undefined) return reportProblem(unknownCommand(name, commands), surroundings);
  const command = await registered.load();

  const options = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length);
  if (options.includes("--help") || options.includes("-h")) {
    surroundings.out.stream.write(commandHelp(command));
    return exit.done;
  }
  const machine = options.some(
    (word, at) =>
      word === "--json" || word === "--format=json" || (word === "json" && options[at - 1] === "--format"),
  );
  const args = readArguments(words, command);
  if (args.kind === "problem") return reportProblem(args, surroundings, machine);
  const outcome = await command.run(args.value, surroundings);
  return typeof outcome === "number" ? outcome : reportProblem(outcome, surroundings, machine);
}

function unknownCommand(name: string, commands: readonly Registered[]): Problem {
  const names = commands.map((one) => one.name);
  const hint = "`laban --help` lists the commands";
  return name.startsWith("-")
    ? misuse(`\`laban\` has no option \`${name}\`${suggestion(name, ["--help", "--version"])}`, { hint })
    : misuse(`there is no command \`${name}\`${suggestion(name, names)}`, { hint });
}

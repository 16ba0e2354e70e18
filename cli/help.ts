import { usage } from "./arguments.js";
import type { Command } from "./command.js";
import type { Option } from "./option.js";

/** `laban --help`: every command in a line. */
export function overview(commands: readonly { readonly name: string; readonly summary: string }[]): string {
  return [
    "laban <command> [options]",
    "",
    ...columns(commands.map((command) => [command.name, command.summary])),
    "",
    "laban <command> --help says more about one · laban --version",
    "",
    "exit: 0 done · 1 findings, failed or refused · 2 usage or configuration · 3 waiting for someone",
    "      4 paused, needs recovery · 130 interrupted",
    "",
  ].join("\n");
}

/** `laban <command> --help`. */
export function commandHelp(command: Command): string {
  return [
    `laban ${usage(command)}`,
    "",
    `  ${command.summary}`,
    "",
    ...columns([...command.options.map(optionRow), ["--help", "this page"]]),
    ...(command.notes === undefined ? [] : ["", ...command.notes.map((note) => `  ${note}`)]),
    "",
  ].join("\n");
}

function optionRow(option: Option<unknown>): readonly [string, string] {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = option.value === undefined ? "" : ` ${option.value}`;
  return [`${short}--${option.name}${value}`, option.summary];
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

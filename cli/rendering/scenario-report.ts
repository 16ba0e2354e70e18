import {
  renderFailure,
  renderTranscript,
  type Names,
  type ScenarioResult,
} from "../../runtime/scenario/index.js";
import type { Style } from "../style.js";
import { counted, indented, oneLine, printable } from "./text.js";
import { spoken } from "./time.js";

/** A scenario that was played, and how long that took (ms). */
export interface Played {
  readonly result: ScenarioResult;
  readonly milliseconds: number;
}

/** A scenario's line; where it failed, how the run went, and what was expected instead. */
export function scenarioLines(
  { result, milliseconds }: Played,
  names: Names,
  style: Style,
): readonly string[] {
  const time = style.dim(spoken(milliseconds));
  const name = oneLine(result.name);
  if (result.passed) return [`${style.green("✓")} ${name}  ${time}`];
  return [
    `${style.red("✗")} ${style.bold(name)}  ${time}  ${style.dim(`${result.at.file}:${String(result.at.line)}`)}`,
    ...indented(shown(renderTranscript(result.transcript, names)), 4).map(style.dim),
    ...result.failures.flatMap((failure) => {
      const [first, ...rest] = shown(renderFailure(failure));
      return indented(["", style.red(first ?? ""), ...rest]);
    }),
    "",
  ];
}

/** `4 scenarios hold · 1 fails · 120 ms`. */
export function summaryLine(played: readonly Played[], milliseconds: number, style: Style): string {
  const failed = played.filter(({ result }) => !result.passed).length;
  const held = played.length - failed;
  return [
    ...(held > 0 || failed === 0
      ? [style.green(`${counted(held, "scenario")} ${held === 1 ? "holds" : "hold"}`)]
      : []),
    ...(failed > 0
      ? [
          style.red(
            `${held > 0 ? String(failed) : counted(failed, "scenario")} ${failed === 1 ? "fails" : "fail"}`,
          ),
        ]
      : []),
    style.dim(spoken(milliseconds)),
  ].join(" · ");
}

function shown(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => printable(line).split("\n"));
}

/**
 * A scenario's result as lines of text, for a terminal or a page: what failed and where, then the run as it went. Pure, and
 * without colours; long values are cut to a line.
 */
import { unreachable, type Finding, type Json } from "../../ir/index.js";
import { stateWords } from "./expectations.js";
import { durationWords, valueWords } from "./line-words.js";
import type { Names } from "./names.js";
import type { Failure, ScenarioResult } from "./result.js";
import type { Beat, Transcript } from "./transcript.js";

/** `namesOf(program)` gives `names`. */
export function renderResult(result: ScenarioResult, names: Names): readonly string[] {
  const title = `${result.passed ? "✓" : "✗"} ${result.name}`;
  if (result.passed) return [title];
  const { view } = result;
  const isLeft = view?.status === "running" || view?.status === "waiting";
  const left = isLeft ? [`left as it was: ${stateWords(view, names)}`] : [];
  return [
    title,
    ...result.failures.flatMap((failure) => indented(renderFailure(failure), 1)),
    "",
    ...indented(
      ["the run, as it went:", ...indented([...renderTranscript(result.transcript, names), ...left], 1)],
      1,
    ),
  ];
}

export function renderFailure(failure: Failure): readonly string[] {
  const { file, line, column } = failure.at;
  return [
    `${file}:${line}:${column} ${failure.message}`,
    ...(failure.expected === undefined ? [] : [`  expected: ${failure.expected}`]),
    ...(failure.seen === undefined ? [] : [`  seen:     ${failure.seen}`]),
    ...indented(failure.details, 1),
    ...(failure.prompt === undefined
      ? []
      : [
          "  it was given:",
          ...failure.prompt.split("\n").map((text) => (text === "" ? "    |" : `    | ${text}`)),
        ]),
  ];
}

export function renderTranscript(transcript: Transcript, names: Names): readonly string[] {
  let clock = transcript.startedAt;
  return transcript.beats.flatMap((beat, index) => {
    if (beat.kind === "board" && isReplaced(transcript.beats, index)) return [];
    const depth = beat.path === "" ? 0 : beat.path.split("/").length;
    const within =
      beat.kind === "started" || beat.kind === "happening" || beat.kind === "round" || beat.kind === "ended"
        ? 0
        : 1;
    const passed =
      beat.at > clock ? [`(${durationWords(beat.at - transcript.startedAt)} after the start)`] : [];
    clock = Math.max(clock, beat.at);
    return [...passed, ...indented(beatLines(beat, names), depth + within)];
  });
}

/** Whether nobody chooses from a board: its round only continues lanes, or another board comes first. */
function isReplaced(beats: readonly Beat[], index: number): boolean {
  const path = beats[index]?.path;
  const before = beats[index - 1];
  if (before?.kind === "round" && !before.counted) return true;
  const next = beats.slice(index + 1).find((beat) => beat.path === path && decisive.has(beat.kind));
  return next?.kind === "board";
}

const decisive: ReadonlySet<Beat["kind"]> = new Set([
  "board",
  "chosen",
  "chose-to-stop",
  "choice-refused",
  "stopped",
]);

function beatLines(beat: Beat, names: Names): readonly string[] {
  switch (beat.kind) {
    case "started": {
      const what =
        beat.playbook === undefined
          ? `loop ${JSON.stringify(beat.goal ?? "")}`
          : `run ${names.of(beat.playbook)}`;
      return [Object.keys(beat.inputs).length === 0 ? what : `${what} ${short(beat.inputs)}`];
    }
    case "happening":
      return [`> ${beat.words}`];
    case "round":
      return [`round ${beat.round}${beat.counted ? "" : ", which only continues lanes"}`];
    case "board":
      return beat.board.map(({ member, eligible, why }) =>
        eligible
          ? `eligible: ${names.member(member)}`
          : `not eligible: ${names.member(member)}${why.length === 0 ? "" : `: ${why.join("; ")}`}`,
      );
    case "chosen":
      return [`chosen: ${beat.lanes.map((lane) => names.member(lane)).join(", ")}`];
    case "chose-to-stop":
      return [`chose to stop: ${beat.rationale}`];
    case "choice-refused":
      return [`choice refused: ${findings(beat.findings)}`];
    case "held-back":
      return [
        `held back: ${names.member(beat.member)}, because of ${names.member(beat.against)}: ${beat.why}`,
      ];
    case "admitted":
      return [`lane ${beat.lane}: ${names.member(beat.member)}${beat.resumed ? " goes on" : ""}`];
    case "rejected":
      return [`${names.member(beat.member)}: attempt ${beat.attempt} rejected: ${findings(beat.findings)}`];
    case "tool":
      return [
        `called ${names.of(beat.tool)} ${short(beat.input)} → ${beat.error === undefined ? short(beat.output ?? null) : `error: ${beat.error}`}`,
      ];
    case "asked":
      return [
        `${beat.member === undefined ? "" : `${names.member(beat.member)} `}asks ${names.of(beat.wait)}${beat.question === "" ? "" : `: ${cut(beat.question)}`}`,
        ...beat.requests.map((request) => `  ${request.ref}: ${cut(request.question)}`),
      ];
    case "ended-wait":
      return [
        `${names.of(beat.wait)} ${beat.how}${beat.answer === undefined ? "" : `: ${short(beat.answer)}`}${beat.reason === undefined ? "" : `: ${cut(beat.reason)}`}`,
      ];
    case "landed":
      return [`landed ${keyed(beat.artifact, beat.key, names)} at ${beat.place}`];
    case "landing-refused":
      return [`landing of ${names.member(beat.member)} refused: ${beat.message}`];
    case "added":
      return [`added ${names.of(beat.evidence)}: ${cut(beat.text)}`];
    case "returned":
      return [`returned ${keyed(beat.verdict, beat.key, names)}: ${short(beat.value)}`];
    case "removed":
      return [`removed ${keyed(beat.verdict, beat.key, names)}, because ${names.of(beat.because)} changed`];
    case "advised":
      return [`${names.member(beat.member)} advises: ${cut(beat.text)}`];
    case "settled":
      return [`lane ${beat.lane} ${beat.outcome}${beat.why === undefined ? "" : `: ${cut(beat.why)}`}`];
    case "stopped": {
      const isTold = beat.rationale === undefined || beat.words.includes(beat.rationale);
      return [`stopped ${beat.reason}: ${beat.words}${isTold ? "" : ` (${beat.rationale})`}`];
    }
    case "ended":
      return [`${beat.status}${beat.reason === undefined ? "" : `: ${cut(beat.reason)}`}`];
    default:
      return unreachable(beat);
  }
}

function keyed(ref: string, key: string | undefined, names: Names): string {
  return names.member({ playbook: ref, ...(key === undefined ? {} : { key }) });
}

function findings(all: readonly Finding[]): string {
  return all
    .map(({ message, pointer }) => (pointer === undefined ? message : `${pointer} ${message}`))
    .join("; ");
}

const widest = 100;

function short(value: Json): string {
  return cut(valueWords(value));
}

/** One line of at most 100 characters; what is cut off shows as `…`. */
function cut(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return characters.length <= widest ? characters.join("") : `${characters.slice(0, widest - 1).join("")}…`;
}

function indented(lines: readonly string[], depth: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `${"  ".repeat(depth)}${line}`));
}

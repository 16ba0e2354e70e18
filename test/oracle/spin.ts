/**
 * Runs Spin on the models of many composites at once, and reads the graph of each off what it prints. Spin's own
 * reductions are off: every step from every state is made, and printed, once.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, openSync, closeSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersOf, type Answers, type Edge, type Graph, type Node } from "./answers.js";
import type { Subject } from "./programs.js";
import { type Part, partOf, phases } from "./promela.js";

function isInstalled(command: string, version: string): boolean {
  return spawnSync(command, [version], { stdio: "ignore" }).error === undefined;
}

/** A small compiler will do: what Spin writes runs for milliseconds, and takes `gcc` seconds to compile. */
function compiler(): string | undefined {
  return ["tcc", "gcc"].find((command) => isInstalled(command, "-v"));
}

/** Whether `spin` and a C compiler are installed. */
export function hasSpin(): boolean {
  return isInstalled("spin", "-V") && compiler() !== undefined;
}

/** The answers about each of these, in their order. Without Spin it throws. */
export function spinAnswers(subjects: readonly Subject[]): readonly Answers[] {
  const parts = subjects.map((subject, index) => {
    const { lanes } = subject.program.playbooks[subject.composite]!.limits;
    const several = partOf(subject, `p${index}n`, lanes);
    return { subject, several, single: lanes === 1 ? undefined : partOf(subject, `p${index}s`, 1) };
  });
  const all = new Map(
    parts.flatMap(({ several, single }, index): [string, Part][] => [
      [`p${index}n`, several],
      ...(single === undefined ? [] : [[`p${index}s`, single] as [string, Part]]),
    ]),
  );
  const printed = explore(all);
  return parts.map(({ subject, several, single }, index) => {
    const graph = graphOf(several, printed.get(`p${index}n`) ?? []);
    const alone = single === undefined ? graph : graphOf(single, printed.get(`p${index}s`) ?? []);
    return answersOf(subject.question, graph, alone);
  });
}

/** The model of all: one process, which is one of them. */
function modelOf(parts: ReadonlyMap<string, Part>): string {
  const width = Math.max(...[...parts.values()].map(({ variables }) => variables.length));
  return [
    `byte x[${width}];`,
    `c_code {
  static int width;
  static char before[${width} + 1];
  static void put(char *text) { int i; for (i = 0; i < width; i++) text[i] = '0' + now.x[i]; text[width] = 0; }
  static void from(void) { put(before); }
  static void told(const char *part, const char *label) {
    char after[${width} + 1];
    put(after);
    printf("%s %s %s %s\\n", part, before, after, label);
  }
}`,
    ...[...parts.values()].map(({ text }) => text),
    "init {",
    "  if",
    ...[...parts.keys()].map((name) => `  :: run ${name}()`),
    "  fi",
    "}",
  ].join("\n");
}

/** The lines that Spin printed, by part. */
function explore(parts: ReadonlyMap<string, Part>): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "laban-spin-"));
  try {
    writeFileSync(join(folder, "model.pml"), modelOf(parts));
    const run = (command: string, args: readonly string[], output?: string): void => {
      const out = output === undefined ? "pipe" : openSync(join(folder, output), "w");
      const { status, stdout, stderr, error } = spawnSync(command, args, {
        cwd: folder,
        stdio: ["ignore", out, "pipe"],
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      if (typeof out === "number") closeSync(out);
      if (error !== undefined) throw error;
      if (status !== 0) throw new Error(`\`${command}\` ended with ${status}:\n${stdout}\n${stderr}`);
    };
    run("spin", ["-a", "-o1", "-o2", "-o3", "model.pml"]);
    run(compiler() ?? "gcc", [
      "-O0",
      "-w",
      "-DNOREDUCE",
      "-DSAFETY",
      "-DNOFAIR",
      "-DMEMLIM=4096",
      "-o",
      "pan",
      "pan.c",
    ]);
    run("./pan", ["-m2000000", "-w18", "-E", "-n"], "printed");
    return byPart(readFileSync(join(folder, "printed"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function byPart(printed: string): ReadonlyMap<string, readonly string[]> {
  if (/error: max search depth|out of memory|Warning: Search not completed/.test(printed))
    throw new Error(`the search was not completed:\n${printed.slice(-2000)}`);
  const lines = new Map<string, string[]>();
  for (const line of printed.split("\n")) {
    const match = /^(p\d+[ns]) (.+)$/.exec(line);
    if (match === null) continue;
    const [, part, rest] = match;
    const known = lines.get(part!);
    if (known === undefined) lines.set(part!, [rest!]);
    else known.push(rest!);
  }
  return lines;
}

function graphOf(part: Part, lines: readonly string[]): Graph {
  const numbers = new Map<string, number>();
  const nodes: (Omit<Node, "edges"> & { edges: Edge[] })[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, nodes.length);
    nodes.push({ ...nodeOf(part, text), edges: [] });
    return nodes.length - 1;
  };
  for (const line of lines) {
    const [before, after, label] = line.split(" ");
    const from = numberOf(before!);
    const to = numberOf(after!);
    const admits = Array.from(label!.slice(1), (letter) => part.members[letter.codePointAt(0)! - 97]!);
    nodes[from]!.edges.push({ to, admits, counted: Number(label![0]) });
  }
  return nodes;
}

function nodeOf(part: Part, text: string): Omit<Node, "edges"> {
  const values = new Map(part.variables.map((name, index) => [name, text.codePointAt(index)! - 48]));
  const phase = values.get("phase");
  return {
    marks: [...part.cells].flatMap(([ref, cells]) => {
      const cell = cells[values.get(`verdict ${ref}`)! - 1];
      return (cell?.marks ?? []).map((mark) => `${ref} ${mark}`);
    }),
    goal: part.hasUntil
      ? phase === phases.goal
      : part.families.length > 0 && part.families.every((ref) => values.get(`there ${ref}`) === 1),
    status: phase === phases.ended ? "ended" : phase === phases.stuck ? "stuck" : "running",
    eligible: phase === phases.choose,
  };
}

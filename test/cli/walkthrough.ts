/**
 * Pages that people follow, followed by a test: the commands of their blocks are run one after the other, in folders of
 * their own, and what came of them is compared with what the page says.
 *
 * Comments that a reader does not see say where and how:
 * - `in NAME`, `in NAME again`: in a copy of an example, the same or another one; `in an empty folder`
 * - `in NAME, typing X then Y`: somebody at a terminal types that
 * - `in NAME, with …`: in a copy of its own that differs so
 * - `file PATH`: what the next block shows is in that file
 * - `at the end of PATH`, ``before `TEXT` in PATH``: the next block is added there
 * - `replacing those in PATH`: each declaration in the next block takes the place of its namesake there, or comes last
 * - ``now `A` is `B` in PATH``: the file is edited
 * - `keys of NAME`: what the next table is about, for `test/house/guide.test.ts`
 * - `interrupted at /PATTERN/`: ctrl-c is pressed in the next block's command of Laban's once that was printed
 *
 * A block of `console` shows its commands behind `$` with all that they print. One of `sh` shows commands alone, which end
 * with 0, or with the exit code that stands behind them: `# … exit code 3`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { systemClock } from "../../runtime/drive/clock.js";
import { addFiles, example, project, steady } from "./projects.js";
import { screen } from "./screen.js";
import { laban } from "./session.js";

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** The page as it would be written now: with each command's output as it is. */
export async function walkedThrough(text: string, firstFolder?: string): Promise<string> {
  const walk = new Walk(firstFolder);
  const parts = text.split(/(<!--[^\n]*-->|```\w*\n[\s\S]*?```)/);
  const written: string[] = [];
  for (const part of parts) written.push(await walk.take(part));
  return written.join("");
}

/** Pages that differ in ids, moments, lengths of time and layout alone are the same. */
export function comparable(page: string): string {
  return steady(page).replaceAll(/ {2,}/g, "  ");
}

class Walk {
  readonly #made = new Map<string, string>();
  #cwd: string | undefined;
  #typed: readonly string[] | undefined;
  /** What becomes of the next block. */
  #keep: ((content: string) => void) | undefined;
  #interruptAt: RegExp | undefined;

  constructor(firstFolder: string | undefined) {
    this.#cwd = firstFolder;
  }

  /** What stands on the page in place of this part of it. */
  async take(part: string): Promise<string> {
    const comment = /^<!-- (.*) -->$/.exec(part)?.[1];
    if (comment !== undefined) this.#heed(comment);
    const [, language, content = ""] = /^```(\w*)\n([\s\S]*?)```$/.exec(part) ?? [];
    if (language === undefined || this.#cwd === undefined) return part;
    if (this.#keep !== undefined) {
      this.#keep(content);
      this.#keep = undefined;
      return part;
    }
    if (language === "console") return `\`\`\`console\n${await this.#shown(content)}\`\`\``;
    if (language === "sh") await this.#followed(content);
    return part;
  }

  #heed(comment: string): void {
    const orders: readonly (readonly [RegExp, (first: string, second: string, third: string) => void])[] = [
      [/^in ([\w-]+)(.*)$/, (name, rest) => this.#enter(name, rest)],
      [/^keys of /, () => undefined],
      [/^file (\S+)$/, (file) => this.#keepNext((content) => addFiles(this.#cwd ?? "", { [file]: content }))],
      [
        /^at the end of (\S+)$/,
        (file) => this.#keepNext((content) => this.#edit(file, (text) => `${text}\n${content}`)),
      ],
      [
        /^before `(.+)` in (\S+)$/,
        (before, file) =>
          this.#keepNext((content) =>
            this.#edit(file, (text) => text.replace(before, () => content + before)),
          ),
      ],
      [
        /^replacing those in (\S+)$/,
        (file) => this.#keepNext((content) => this.#edit(file, (text) => mend(text, content))),
      ],
      [
        /^now `(.+)` is `(.+)` in (\S+)$/,
        (from, to, file) => this.#edit(file, (text) => text.replaceAll(from, to)),
      ],
      [
        /^interrupted at \/(.+)\/$/,
        (pattern) => {
          this.#interruptAt = new RegExp(pattern);
        },
      ],
    ];
    for (const [order, heed] of orders) {
      const [whole, first = "", second = "", third = ""] = order.exec(comment) ?? [];
      if (whole !== undefined) return heed(first, second, third);
    }
    throw new Error(`nothing is known of the comment \`${comment}\``);
  }

  #keepNext(keep: (content: string) => void): void {
    this.#keep = keep;
  }

  #enter(name: string, rest: string): void {
    this.#typed = /^, typing (.*)$/.exec(rest)?.[1]?.split(" then ");
    const change = rest.startsWith(", with") ? rest : "";
    const known = this.#made.get(name + change);
    this.#cwd = known ?? (name === "an" ? project({}) : example(name));
    if (known !== undefined) return;
    if (name !== "an") this.#made.set(name + change, this.#cwd);
    if (change === "") return;
    const [, from, to] = /^, with `([^`]+)` as `([^`]+)`$/.exec(change) ?? [];
    if (from !== undefined && to !== undefined)
      this.#edit("market.playbook", (text) => text.replace(from, to));
    else
      this.#edit("replies.yaml", (text) =>
        text.replace(/- calls: \[\{ tool: web-search[^\n]*\n/, "- refuses: I may not look.\n"),
      );
  }

  #edit(file: string, edit: (text: string) => string): void {
    const cwd = this.#cwd ?? "";
    const text = readFileSync(join(cwd, file), "utf8");
    if (edit(text) === text) throw new Error(`nothing is to be edited so in ${file}`);
    addFiles(cwd, { [file]: edit(text) });
  }

  async #shown(content: string): Promise<string> {
    const outputs: string[] = [];
    for (const [, command = ""] of content.matchAll(/^\$ (.*)$/gm)) {
      const { code, text } = await this.#run(command);
      outputs.push(`$ ${command}\n${printed(text)}${code === 0 ? "" : `[exit code ${code}]\n`}`);
    }
    return outputs.join("\n");
  }

  async #followed(content: string): Promise<void> {
    for (const line of content.split("\n")) {
      const [, command = "", remark = ""] = /^(.*?)\s*(#.*)?$/.exec(line) ?? [];
      if (command === "") continue;
      const expected = Number(/exit code (\d+)/.exec(remark)?.[1] ?? 0);
      const { code, text } = await this.#run(command);
      if (code !== expected)
        throw new Error(`\`${command}\` ends with ${code}, and not with ${expected}:\n${text}`);
    }
  }

  /** A command of Laban's in this process, what it is piped into and all others by the shell. */
  async #run(line: string): Promise<Ended> {
    const cwd = this.#cwd ?? "";
    const [, words, filter] = /^laban ((?:[^|"]|"[^"]*")*)(?:\| (.*))?$/.exec(line) ?? [];
    if (words === undefined) return shell(line, cwd, "");
    const interruptAt = this.#interruptAt;
    this.#interruptAt = undefined;
    const ended = await laban(wordsOf(words), {
      cwd,
      clock: systemClock,
      env: { NO_COLOR: "1" },
      ...(this.#typed === undefined ? {} : { typed: this.#typed }),
      ...(interruptAt === undefined ? {} : { interruptAt }),
    });
    if (filter !== undefined) return shell(filter, cwd, ended.stdout);
    const stderr = this.#typed === undefined ? ended.stderr : screen(ended.stderr);
    return { code: ended.code, text: ended.stdout + stderr };
  }
}

const declaration = /^(?:\/\/\/.*\n)*(\w+ [\w-]+)[\s\S]*?^\}\n/gm;

function mend(file: string, declarations: string): string {
  let mended = file;
  for (const [text, name] of declarations.matchAll(declaration)) {
    const old = [...mended.matchAll(declaration)].find((one) => one[1] === name)?.[0];
    mended = old === undefined ? `${mended}\n${text}` : mended.replace(old, () => text);
  }
  return mended;
}

function printed(text: string): string {
  return text.trimEnd() === "" ? "" : `${text.trimEnd()}\n`;
}

/** What the development dependencies bring along. */
const programs = resolve(import.meta.dirname, "../../node_modules/.bin");

function shell(line: string, cwd: string, input: string): Ended {
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd, input, env, encoding: "utf8" });
  return { code: status ?? 1, text: stdout + stderr };
}

/** The words of a command as a shell reads them, quotes and all. */
function wordsOf(line: string): readonly string[] {
  return [...line.trim().matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"),
  );
}

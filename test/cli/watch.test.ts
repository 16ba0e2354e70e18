import { mkdirSync, readFileSync, renameSync, rmSync, type watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchFolder } from "../../cli/watch-folder.js";
import { watching } from "../../cli/watching.js";
import { systemClock } from "../../runtime/drive/clock.js";
import type { Clock } from "../../runtime/ports.js";
import { addFiles, project, soundPlaybook as good } from "./projects.js";
import { frozenClock, laban, type SessionOptions } from "./session.js";

const misspelt = good.replace("outputs report", "outputs reprot");

/** A clock at which every moment has come. */
const instant: Clock = { ...frozenClock(), until: async () => undefined };

/** Does each step after a report, as a change that is noticed; after the last one comes ctrl-c. */
function session(cwd: string, steps: readonly (() => void)[], terminal = false) {
  const left = [...steps];
  const written: string[] = [];
  let changed = (): void => undefined;
  let closed = false;
  const options: SessionOptions = {
    cwd,
    clock: instant,
    ...(terminal ? { typed: [] } : {}),
    async watch(_folder, told) {
      changed = told;
      return () => {
        closed = true;
      };
    },
    heard(text, interrupt) {
      written.push(text);
      const step = left.shift();
      setImmediate(() => {
        if (step === undefined) return interrupt();
        step();
        changed();
      });
    },
  };
  return { written, options, isClosed: () => closed };
}

describe("laban check --watch", () => {
  it("checks again after each change, and ends by ctrl-c with 130", async () => {
    const folder = project({ "a.playbook": good });
    const { options, written, isClosed } = session(folder, [
      () => addFiles(folder, { "a.playbook": misspelt }),
      () => addFiles(folder, { "laban.config.json": "{ oops" }),
      () => addFiles(folder, { "laban.config.json": "{}", "a.playbook": good }),
    ]);
    const { code, stdout } = await laban(["check", "--watch"], options);
    expect({ code, stdout, closed: isClosed() }).toEqual({ code: 130, stdout: "", closed: true });
    expect(written.map((text) => text.split("\n")[0])).toEqual([
      "no findings in 1 file",
      "error LB2001: unknown artifact `reprot`",
      expect.stringMatching(/^error LB1001: /),
      "no findings in 1 file",
    ]);
  });

  it("shows a terminal what is so now, and when that was", async () => {
    const folder = project({ "a.playbook": good });
    const { options, written } = session(folder, [() => undefined], true);
    await laban(["check", "--watch"], { ...options, env: { NO_COLOR: "1" } });
    const screen =
      "\u001b[2J\u001b[Hno findings in 1 file\n" +
      "checked 2026-11-30 12:00:00Z, and again after each change; ctrl-c ends\n";
    expect(written).toEqual([screen, screen]);
  });

  it("fixes as files are written", async () => {
    const folder = project({ "a.playbook": good });
    const { options, written } = session(folder, [
      () => addFiles(folder, { "a.playbook": `import { Approval } from "std:waits"\n\n${good}` }),
    ]);
    await laban(["check", "--watch", "--fix"], options);
    expect(written[1]).toBe(
      "fixed a.playbook:1:10 LB2010: take `Approval` out of the import\n\nno findings in 1 file\n",
    );
    expect(readFileSync(join(folder, "a.playbook"), "utf8")).toBe(good);
  });

  it.each([["--json"], ["--format", "sarif"], ["--write-baseline", "--baseline", "b.json"]])(
    "does not go with %s",
    async (...words) => {
      const ended = await laban(["check", "--watch", ...words], { cwd: project({}) });
      expect(ended.code).toBe(2);
      expect(ended.stderr).toMatch(/^error: .*`--watch`.*\n {2}leave one of the two out\n$/);
    },
  );
});

describe("watching", () => {
  it("looks once more, and only once, at what changed while it looked", async () => {
    let changed = (): void => undefined;
    let interrupt = (): void => undefined;
    let looks = 0;
    const code = await watching(
      {
        clock: instant,
        watch: async (_folder, told) => {
          changed = told;
          return () => undefined;
        },
        onInterrupt(handler) {
          interrupt = handler;
          return () => undefined;
        },
      },
      "/",
      async () => {
        looks += 1;
        if (looks === 1) for (let count = 0; count < 5; count += 1) changed();
        else setImmediate(interrupt);
      },
    );
    expect({ code, looks }).toEqual({ code: 130, looks: 2 });
  });
});

describe("a folder", () => {
  /** Resolves when a change is noticed. */
  function watched(folder: string, clock: Clock = systemClock, how?: typeof watch) {
    let noticed = (): void => undefined;
    const close = watchFolder(folder, () => noticed(), clock, how);
    return {
      close,
      after: (act: () => void): Promise<void> =>
        new Promise((resolve) => {
          noticed = resolve;
          act();
        }),
    };
  }

  it("is watched with all below it, also what is made later and anew", async () => {
    const folder = project({ "a.playbook": good });
    const { after, close } = watched(folder);
    await after(() => writeFileSync(join(folder, "a.playbook"), misspelt));
    await after(() => mkdirSync(join(folder, "one/two"), { recursive: true }));
    await after(() => writeFileSync(join(folder, "one/two/b.playbook"), good));
    await after(() => renameSync(join(folder, "one"), join(folder, "three")));
    await after(() => writeFileSync(join(folder, "three/two/b.playbook"), misspelt));
    await after(() => rmSync(join(folder, "three"), { recursive: true }));
    await after(() => mkdirSync(join(folder, "three/two"), { recursive: true }));
    await after(() => writeFileSync(join(folder, "three/two/b.playbook"), good));
    close();
    expect(readFileSync(join(folder, "three/two/b.playbook"), "utf8")).toBe(good);
  });

  it("is looked through where the system cannot watch it", async () => {
    const folder = project({ "sub/a.playbook": good, ".git/HEAD": "", "node_modules/x/b.playbook": good });
    const waiting: (() => void)[] = [];
    const clock: Clock = {
      now: () => 0,
      until: (_at, signal) =>
        new Promise((resolve) => {
          waiting.push(resolve);
          signal.addEventListener("abort", () => {
            resolve();
          });
        }),
    };
    let changes = 0;
    const refused = () => {
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    };
    const close = watchFolder(folder, () => (changes += 1), clock, refused);
    const tick = async (): Promise<number> => {
      waiting.shift()?.();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return changes;
    };
    expect(await tick()).toBe(0);
    writeFileSync(join(folder, "node_modules/x/b.playbook"), misspelt);
    writeFileSync(join(folder, ".git/HEAD"), "x");
    expect(await tick()).toBe(0);
    writeFileSync(join(folder, "sub/a.playbook"), `${good}\n`);
    expect(await tick()).toBe(1);
    rmSync(join(folder, "sub"), { recursive: true });
    expect(await tick()).toBe(2);
    close();
    expect(await tick()).toBe(2);
    expect(waiting).toEqual([]);
  });
});

#!/usr/bin/env node
// Where the process begins: gives the program its surroundings, and turns a fault of Laban's own into one line.

import * as nodeModule from "node:module";
import { userInfo } from "node:os";
import { isatty } from "node:tty";
import { cacheCompiledCode } from "./compile-cache.js";
import { exit, type ExitCode } from "./exit-code.js";
import { runProgram } from "./program.js";
import type { Surroundings } from "./surroundings.js";

cacheCompiledCode(nodeModule);

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// The process's streams are made when they are first used: making all three costs a noticeable part of a short start.
const used = new Set<NodeJS.WriteStream>();
/** Why output was lost, if it was. */
let unwritten: string | undefined;
const surroundings: Surroundings = {
  cwd: process.cwd(),
  env: process.env,
  in: {
    terminal: isatty(0),
    get stream() {
      return process.stdin;
    },
  },
  out: output(1, () => process.stdout),
  err: output(2, () => process.stderr),
  clock: {
    now: () => Date.now(),
    async until(at, signal) {
      const { systemClock } = await import("../runtime/drive/clock.js");
      await systemClock.until(at, signal);
    },
  },
  get user() {
    return nameOfUser();
  },
  async watch(folder, changed) {
    const { watchFolder } = await import("./watch-folder.js");
    return watchFolder(folder, changed, surroundings.clock);
  },
  onInterrupt(handler) {
    let before = false;
    const heard = (): void => {
      // What is journaled is safe at any instant (`[R-5]`): who interrupts twice is not made to wait.
      if (before) process.exit(exit.interrupted);
      before = true;
      handler();
    };
    for (const signal of signals) process.on(signal, heard);
    return () => {
      for (const signal of signals) process.off(signal, heard);
    };
  },
};

process.on("uncaughtException", (error) => {
  void endWithFault(error);
});

try {
  await end(await runProgram(process.argv.slice(2), surroundings));
} catch (fault) {
  await endWithFault(fault);
}

async function endWithFault(fault: unknown): Promise<void> {
  const { reportFault } = await import("./fault.js");
  await end(reportFault(fault, process.argv[2], surroundings));
}

async function end(code: ExitCode): Promise<void> {
  await Promise.all([...used].map(flushed));
  if (unwritten === undefined) process.exit(code);
  process.stderr.write(`error: the output could not be written (${unwritten})\n`);
  process.exit(code === exit.done ? exit.refused : code);
}

function output(descriptor: 1 | 2, open: () => NodeJS.WriteStream): Surroundings["out"] {
  const stream = (): NodeJS.WriteStream => {
    const opened = open();
    if (!used.has(opened)) {
      used.add(opened);
      opened.on("error", (error: NodeJS.ErrnoException) => {
        // `laban … | head` closes the pipe: nobody reads on, which is no fault, and the command goes to its end.
        if (error.code === "EPIPE" || unwritten !== undefined) return;
        unwritten = error.code ?? error.message;
      });
    }
    return opened;
  };
  return {
    terminal: isatty(descriptor),
    columns: () => stream().columns || 80,
    get stream() {
      return stream();
    },
  };
}

/** The system's name for who runs this process, which containers do not always have. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "local";
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => {
      resolve();
    });
  });
}

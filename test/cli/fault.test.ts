import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { reportFault } from "../../cli/fault.js";
import { frozenClock } from "./session.js";

it("a fault of Laban's own is one line, with the trace in a file that holds no arguments", () => {
  const stream = new PassThrough();
  const output = { terminal: false, columns: () => 80, stream };
  const code = reportFault(new Error("broken invariant: x\nmore"), "run", {
    cwd: "/",
    env: {},
    in: { terminal: false, stream: new PassThrough() },
    out: output,
    err: output,
    clock: frozenClock(),
    user: "tester",
    watch: async () => () => undefined,
    onInterrupt: () => () => undefined,
  });
  const said = String(stream.read());
  expect(code).toBe(1);
  expect(said).toMatch(
    /^this is a fault of Laban, not yours: broken invariant: x \(details in .*fault\.txt\)\n$/,
  );
  const file = /details in (.*)\)\n/.exec(said)?.[1] ?? "";
  expect(readFileSync(file, "utf8")).toMatch(
    /^laban \S+ · node \S+ · \w+ · run\n\nError: broken invariant: x\nmore\n\s+at /,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(dirname(file), { recursive: true });
});

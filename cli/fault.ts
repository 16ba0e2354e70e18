import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../ir/version.gen.js";
import { exit, type ExitCode } from "./exit-code.js";
import { say, type Surroundings } from "./surroundings.js";

/**
 * A fault of Laban's own: one line for the person, and the trace in a file beside the system's other temporary ones.
 * The file names the command and never its arguments, which may be private.
 */
export function reportFault(
  fault: unknown,
  command: string | undefined,
  surroundings: Surroundings,
): ExitCode {
  const message = fault instanceof Error ? fault.message : String(fault);
  const trace = fault instanceof Error ? (fault.stack ?? message) : message;
  say(surroundings, [
    `this is a fault of Laban, not yours: ${message.split("\n")[0] ?? message} (${details(trace, command)})`,
  ]);
  return exit.refused;
}

function details(trace: string, command: string | undefined): string {
  const about = `laban ${version} · node ${process.versions.node} · ${process.platform} · ${command ?? "no command"}`;
  try {
    const file = join(mkdtempSync(join(tmpdir(), "laban-fault-")), "fault.txt");
    writeFileSync(file, `${about}\n\n${trace}\n`, { mode: 0o600 });
    return `details in ${file}`;
  } catch {
    return `${about}, and the details could not be written`;
  }
}

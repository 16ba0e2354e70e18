import { check, memoryHost } from "../../../compiler/index.js";
import type { Format, Report } from "../../../compiler/render/format.js";
import { formats } from "../../../compiler/render/index.gen.js";

/** Two errors, one of them twice in one playbook, a warning with a safe fix, and related places. */
export const faulty = `import { Approval } from "std:waits"

/// What was found.
artifact report at "report.md"

/// Looks it up.
tool search {
  input { query: string }
  output { result: string }
}

/// Writes the report.
playbook report-write {
  intent "Write the report"
  requires evidense-adequacy.verdict == "adequate"
  outputs report
  prompt "Write the report with {{ tone }} and {{ tone }}."
}

/// Says it again.
verdict report: boolean
`;

export async function reportOf(files: Readonly<Record<string, string>>, prefix = ""): Promise<Report> {
  return { ...(await check(memoryHost(files), [""])), prefix };
}

export async function loaded(name: (typeof formats)[number]["name"]): Promise<Format> {
  const registered = formats.find((each) => each.name === name);
  if (registered === undefined) throw new Error(`there is no format ${name}`);
  return registered.load();
}

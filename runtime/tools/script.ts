/** Tools that answer from a script: by what they are asked, or in the order of the calls. */
import { type Json, type JsonObject, canonical, isJsonObject } from "../../ir/index.js";
import { readDuration } from "../config/duration.js";
import type { Output, Script } from "../config/script.gen.js";
import { shortName } from "../core/index.js";
import { type Clock, type Tool, unscripted } from "../ports.js";

export interface ToolScriptOptions {
  readonly clock: Clock;
  /** How messages name the script. */
  readonly file: string;
}

/**
 * The tool of a ref as a script has it; `undefined` where it has none. Of its outputs, those whose `when` has other fields
 * than the input are passed over; of the rest, one with `when` answers whenever it fits, the others in their order. Which
 * call it is, is told by the driver, so that it is the same after a restart.
 */
export function scriptTool(
  script: Script,
  ref: string,
  { clock, file }: ToolScriptOptions,
): Tool | undefined {
  const outputs = script.tools?.[ref] ?? script.tools?.[shortName(ref)];
  if (outputs === undefined) return undefined;
  return {
    async call(input, { ordinal, signal }) {
      const output =
        outputs.find(({ when }) => when !== undefined && includes(input, when)) ?? inOrder(outputs, ordinal);
      if (output === undefined)
        return {
          error: `\`${file}\` has no output for call ${ordinal + 1} of \`${shortName(ref)}\`, with ${canonical(input)}`,
          reasonCode: unscripted,
        };
      if (output.after !== undefined) await clock.until(clock.now() + readDuration(output.after), signal);
      signal.throwIfAborted();
      return "gives" in output ? { output: output.gives } : { error: output.fails };
    },
  };
}

function inOrder(outputs: readonly Output[], ordinal: number): Output | undefined {
  const plain = outputs.filter(({ when }) => when === undefined);
  const always = plain.findIndex((output) => output.always === true);
  return plain[always >= 0 && ordinal > always ? always : ordinal];
}

/** Whether every field is there with that value, objects within field by field. */
function includes(value: Json, wanted: JsonObject): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(wanted).every(([name, field]) => {
    if (!Object.hasOwn(value, name)) return false;
    const found = value[name] ?? null;
    return isJsonObject(field) ? includes(found, field) : canonical(found) === canonical(field);
  });
}

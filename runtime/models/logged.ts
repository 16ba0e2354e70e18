/**
 * A model whose calls are written to a file, a line each, before they are asked: what a provider was asked for, and how
 * often, can be told from outside the journal. The prompts are not in it.
 */
import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileFault, makeFolders } from "../files.js";
import type { Model } from "../ports.js";

/** Writes to `file`, which is made where it is missing. A file that cannot be written fails the call. */
export function loggedModel(model: Model, file: string): Model {
  const log = (call: Readonly<Record<string, string | number | undefined>>): void => {
    try {
      makeFolders(dirname(file));
      appendFileSync(file, `${JSON.stringify(call)}\n`);
    } catch (error) {
      throw new Error(`the log \`${file}\` ${fileFault(error)}`, { cause: error });
    }
  };
  return {
    async generate(request, signal) {
      const { playbook, key, lane, step, target, attempt, call } = request.site;
      log({ purpose: request.purpose, playbook, key, lane, step, target, attempt, call });
      return model.generate(request, signal);
    },
    async clarify(request, signal) {
      const { playbook, key, lane, step, target } = request.site;
      log({ purpose: request.purpose, playbook, key, lane, step, target, ordinal: request.ordinal });
      return model.clarify(request, signal);
    },
    async select(request, signal) {
      const { purpose, path, playbook, round, attempt } = request;
      log({ purpose, playbook, path, round, attempt });
      return model.select(request, signal);
    },
  };
}

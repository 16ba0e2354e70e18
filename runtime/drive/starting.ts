import type { Bundle, RunStartedEvent } from "../../ir/index.js";
import {
  type Machine,
  type Refusal,
  type StartRequest as CoreStart,
  empty,
  shortName,
  step,
  view,
} from "../core/index.js";
import type { RunRow, Workspace } from "../ports.js";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What is to be run: of which program, and, where it is not the driver's own, whose. */
export type StartRequest = Without<CoreStart, "id" | "digest" | "owner"> & {
  readonly bundle: Bundle;
  readonly owner?: string;
};

/** `queuedBehind`: the run after which it starts (`[R-36]`). A refusal has recorded nothing. */
export type StartResult =
  | { readonly kind: "started"; readonly run: string; readonly queuedBehind: string | undefined }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** What the store lists of a run. A dry run holds no key: its row has one that no other run can have (`[R-8]`). */
export function rowOf(started: RunStartedEvent, now: number, status: string, version: number): RunRow {
  const { id, playbook, digest, owner, key, mode } = started;
  return {
    id,
    playbook: playbook ?? null,
    digest,
    owner,
    key: mode === "preview" ? id : key,
    status,
    startedAt: now,
    updatedAt: now,
    version,
  };
}

/**
 * Why a run of a single playbook cannot start: its requirements do not hold with what the workspace has, and nobody is in
 * the run who could bring about the rest. `undefined`: they hold, or it has none.
 */
export async function refuseUnmet(
  machine: Machine,
  started: RunStartedEvent,
  workspace: Workspace,
  now: number,
): Promise<Refusal | undefined> {
  const { playbook = "", shape } = started;
  const { playbooks } = machine.program;
  if (shape !== "single" || playbooks[playbook]?.requires === undefined) return undefined;
  const begun = step(machine, empty(machine), [started], now);
  const reading = begun.commands.find((command) => command.kind === "read-workspace");
  if (reading === undefined) return undefined;
  const read = await workspace.read(machine, reading);
  const { stops } = view(machine, step(machine, begun.state, [read], now).state);
  const unmet = stops.find(({ reasonCode }) => reasonCode === "not_eligible");
  if (unmet === undefined) return undefined;
  const around = Object.entries(playbooks).flatMap(([ref, { choreography }]) =>
    choreography?.members.some((member) => member.playbook === playbook) === true ? [ref] : [],
  );
  return {
    status: 409,
    code: "not_eligible",
    message: `${unmet.message}; nothing was started`,
    details: around.map((ref) => ({
      message: `\`${shortName(ref)}\` admits it, with others that it may need`,
    })),
  };
}

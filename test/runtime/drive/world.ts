import { rmSync } from "node:fs";
import { join } from "node:path";
import { compile, memoryHost } from "../../../compiler/index.js";
import { type Bundle, type Event, invariant } from "../../../ir/index.js";
import { readScript } from "../../../runtime/config/read-script.js";
import { timeOrderedIds } from "../../../runtime/drive/clock.js";
import { type Runtime, type RuntimeOptions, openRuntime } from "../../../runtime/drive/runtime.js";
import { scriptModel } from "../../../runtime/models/script.js";
import type { Store, Workspace } from "../../../runtime/ports.js";
import { openSqliteStore } from "../../../runtime/stores/sqlite.js";
import { scriptTool } from "../../../runtime/tools/script.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { contents, freshFolder } from "../workspace/sample.js";
import { ManualClock } from "./manual-clock.js";

/** The program of a text, which has to be without errors. */
export async function bundleOf(text: string): Promise<Bundle> {
  const { bundle, diagnostics } = await compile(memoryHost({ "program.playbook": text }), [
    "program.playbook",
  ]);
  invariant(bundle !== undefined, diagnostics.map(({ message }) => message).join("\n"));
  return bundle;
}

/** What answers for models and tools: a script in YAML. */
export function scripted(
  text: string,
  clock: ManualClock,
): Pick<RuntimeOptions, "model" | "tool" | "selector"> {
  const read = readScript(text, "script.yaml");
  invariant(
    read.kind === "read",
    read.kind === "read" ? "" : read.diagnostics.map(({ message }) => message).join("\n"),
  );
  const model = scriptModel(read.script, { clock, file: "script.yaml" });
  return {
    model: () => model,
    tool: (ref) => scriptTool(read.script, ref, { clock, file: "script.yaml" }),
    selector: () => undefined,
  };
}

/** A folder with a store and a workspace, and drivers on it. */
export class World {
  readonly root = freshFolder();
  readonly clock = new ManualClock();
  readonly store: Store = this.openStore();
  private readonly runtimes: Runtime[] = [];
  private readonly stores: Store[] = [this.store];
  private drivers = 0;

  openStore(): Store {
    return openSqliteStore(join(this.root, ".laban", "laban.db"), { now: 0 });
  }

  workspace(): Workspace {
    return folderWorkspace(this.root, { clock: this.clock });
  }

  /** Another driver, as of another process, with its own connection to the store. `script`: in YAML. */
  runtime(script: string, options: Partial<RuntimeOptions> = {}): Runtime {
    const store = options.store ?? this.openStore();
    this.stores.push(store);
    this.drivers += 1;
    const runtime = openRuntime({
      store,
      clock: this.clock,
      ids: timeOrderedIds(this.clock),
      random: () => 0.5,
      workspace: this.workspace(),
      owner: "ada",
      holder: `driver ${this.drivers}`,
      ...scripted(script, this.clock),
      ...options,
    });
    this.runtimes.push(runtime);
    return runtime;
  }

  /** Starts a run that is known to be possible. */
  async start(runtime: Runtime, request: Parameters<Runtime["start"]>[0]): Promise<string> {
    const started = await runtime.start(request);
    invariant(
      started.kind === "started",
      started.kind === "refused" ? started.refusal.message : "it started",
    );
    return started.run;
  }

  events(run: string): readonly Event[] {
    return this.store.journal(run).map(({ event }) => event);
  }

  kinds(run: string): readonly string[] {
    return this.events(run).map(({ kind }) => kind);
  }

  /** The members whose lanes settled, in their order. */
  lanes(run: string): readonly string[] {
    const events = this.events(run);
    const members = new Map(
      events.flatMap((event) =>
        event.kind === "lane.admitted" ? [[event.lane, event.member.playbook] as const] : [],
      ),
    );
    return events.flatMap((event) => (event.kind === "lane.settled" ? [members.get(event.lane) ?? ""] : []));
  }

  files(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(contents(this.root)).filter(([path]) => !path.startsWith(".laban/laban.db")),
    );
  }

  async end(): Promise<void> {
    for (const runtime of this.runtimes) await runtime.close();
    for (const store of new Set(this.stores)) store.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

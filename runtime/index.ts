/** `laban/runtime`: runs compiled programs, durably, in this process. */
export { bind, type BindSurroundings, type Bound } from "./config/bind.js";
export type { Config } from "./config/config.gen.js";
export { readConfig, type ReadConfig } from "./config/read-config.js";
export { readScript, type ReadScript } from "./config/read-script.js";
export type { Script } from "./config/script.gen.js";
export * from "./core/index.js";
export { systemClock, timeOrderedIds } from "./drive/clock.js";
export { holderWords } from "./drive/holder.js";
export { defaultRetryPolicy, type RetryPolicy } from "./drive/retry.js";
export {
  type Driven,
  type Followed,
  openRuntime,
  type Runtime,
  type RuntimeOptions,
} from "./drive/runtime.js";
export type { StartRequest as RunRequest, StartResult as RunResult } from "./drive/starting.js";
export { type OpenAiCompatibleOptions, openAiCompatibleModel } from "./models/openai-compatible.js";
export { personModel } from "./models/person.js";
export { scriptModel, type ScriptOptions } from "./models/script.js";
export type * from "./ports.js";
export { memoryStore } from "./stores/memory.js";
export { StaleLease, StoreFailure, type StoreFailureKind, VersionConflict } from "./stores/failure.js";
export { openSqliteStore, type SqliteOptions } from "./stores/sqlite.js";
export { commandTool, type CommandOptions } from "./tools/command.js";
export { scriptTool, type ToolScriptOptions } from "./tools/script.js";
export { folderWorkspace, type FolderOptions } from "./workspace/folder.js";

export { durationWords, lineWords, valueWords } from "./line-words.js";
export { namesOf, type Names } from "./names.js";
export { renderFailure, renderResult, renderTranscript } from "./render-transcript.js";
export type { Coverage, Failure, FailureKind, ScenarioResult } from "./result.js";
export { runScenario, scenarioStart, type ScenarioOptions } from "./run-scenario.js";
export type { Beat, Transcript } from "./transcript.js";

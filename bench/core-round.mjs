// How long the core takes for one choreography round: one lane, one model call, from the workspace's reading to the merge.
// Everything that is not the core (models, disk, clock) answers at once. Goal: under 50 µs in the median, warm.

import { bundled } from "./measure.mjs";

const core = await bundled(`
  export * from "./runtime/core/index.js";
  export * from "./test/support/market.ts";
`);

const { market } = core;
const machine = core.machine(core.marketProgram());
const rounds = Number(process.argv[2] ?? 3000);

/** Research and assessment, in turns: a lane that adds evidence, and one that returns a verdict, each round. */
function run(count) {
  const times = [];
  const started = core.start(machine, {
    id: "r",
    digest: "d",
    owner: "o",
    playbook: market.analysis,
    inputs: { brief: "Lyon" },
  });
  let { state, commands } = core.step(machine, core.empty(machine), started.events, 0);
  let at = 0;
  let entries = 0;
  for (let round = 0; round < count; round++) {
    const begin = process.hrtime.bigint();
    const events = state.seq;
    for (let settled = false; !settled;) {
      const [command] = commands.filter(({ kind }) => kind !== "timer");
      if (command === undefined) return { times, entries, view: core.view(machine, state) };
      settled = command.kind === "generate";
      ({ state, commands } = core.step(machine, state, [answer(command, round)], ++at));
    }
    times.push(Number(process.hrtime.bigint() - begin) / 1000);
    entries += state.seq - events;
  }
  return { times, entries, view: core.view(machine, state) };
}

function answer(command, round) {
  switch (command.kind) {
    case "read-workspace":
      return { kind: "workspace.read", path: command.path, changed: [] };
    case "select": {
      const { path, attempt } = command;
      const playbook = round % 2 === 0 ? market.research : market.adequacy;
      return {
        kind: "selection.replied",
        path,
        round: command.round,
        attempt,
        choice: { lanes: [{ playbook }] },
      };
    }
    case "generate": {
      const { lane, step, attempt, call, playbook } = command.site;
      const value =
        playbook === market.research ? "Competitors: 140 bakeries." : { verdict: "thin", gaps: ["buyers"] };
      return { kind: "attempt.replied", lane, step, attempt, call, reply: { kind: "value", value } };
    }
    default:
      throw new Error(command.kind);
  }
}

const all = [];
let last;
let cpu = process.cpuUsage();
// Runs end at ten rounds: many of them, as there are in life.
for (let done = 0; done < rounds; done += 10) {
  last = run(10);
  if (done <= rounds / 3) cpu = process.cpuUsage();
  else all.push(...last.times);
}
all.sort((a, b) => a - b);
const quantile = (q) => all[Math.min(all.length - 1, Math.floor(all.length * q))].toFixed(1);
console.log(`rounds ${all.length}, entries a round ${(last.entries / last.times.length).toFixed(1)}`);
// On a machine that does other things too, the processor's time tells more than the clock's.
const spent = process.cpuUsage(cpu).user / all.length;
console.log(`processor ${spent.toFixed(1)} µs a round, start and view of the run included`);
const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
console.log(
  `median ${quantile(0.5)} µs (goal: under 50), mean ${mean.toFixed(1)} µs, p90 ${quantile(0.9)} µs, p99 ${quantile(0.99)} µs`,
);

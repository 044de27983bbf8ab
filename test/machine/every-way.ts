/** T of a program by every way there is to it, each of its own code. */

import { Model } from '../../src/analysis/model.js';
import { bounds } from '../../src/analysis/runtime-bounds.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { buildGraph, orderFor } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import { type Machine, machineWith } from '../../src/machine/machine.js';
import { homogeneous, type MachineValues } from '../../src/machine/parameters.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { NOTHING } from '../../src/noise/noise-program.js';
import type { LinkNetwork } from '../../src/platform/link-network.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { kernelMachine } from '../../src/timing/compile.js';
import { Replay } from '../../src/timing/replay.js';

export interface Query {
  readonly goal: string;
  readonly L: number;
  readonly G: number;
  readonly values: Partial<MachineValues>;
  /** Whether the replay of LogGOPSim's model, which has no handshakes, says the same. */
  readonly replayed: boolean;
}

/** T in ns by the name of the way, in TypeScript and on kernels. */
export async function everyWay({ goal, L, G, values, replayed }: Query): Promise<Record<string, number>> {
  const machine = machineWith({ o: 100, ...values }, homogeneous(L, G));
  const found: Record<string, number> = {};
  for (const kernels of ['off', 'all']) {
    useKernels(kernels === 'all', 0);
    try {
      // Kernels find programs that were laid out for them as they were read.
      for (const [way, ns] of Object.entries(await waysOf(parseGoal(goal), machine, G)))
        found[`${way}, kernels ${kernels}`] = ns;
    } finally {
      useKernels(true);
    }
  }
  if (replayed) found.simulated = simulate(parseGoal(goal), machine).runtime;
  return found;
}

async function waysOf(schedule: Schedule, machine: Machine, G: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const cpu of ['free', 'ordered', 'serial'] as const) {
    const at: Machine = { ...machine, cpu };
    for (const engine of ['sweep', 'highs'] as const) {
      const model = await Model.of(schedule, at, { engine });
      found[`${engine}, CPU ${cpu}`] = (await sensitivity(model)).runtime;
    }
    const replay = new Replay(buildGraph(schedule, at), at);
    found[`replayed, CPU ${cpu}`] = replay.runtime;
    found[`path, CPU ${cpu}`] = replay.criticalPath().reduce((last, { end }) => Math.max(last, end), 0);
    if (cpu !== 'serial') found[`noise, CPU ${cpu}`] = noiseless(schedule, at);
  }
  const plain = await Model.of(schedule, machine, { engine: 'sweep' });
  for (const links of [null, wire(schedule.ranks, G)]) {
    const { lower, upper, anyOrder, fair } = await bounds(plain, { links });
    const what = links === null ? 'cards' : 'links';
    Object.assign(found, { [`lower, ${what}`]: lower.runtime, [`upper, ${what}`]: upper });
    if (anyOrder !== null && fair !== null) Object.assign(found, { anyOrder, fair });
  }
  return found;
}

/** A link from each rank to each, as fast as the network. */
function wire(ranks: number, G: number): LinkNetwork {
  return {
    links: ranks ** 2,
    classes: ['wire'],
    gapNsPerByte: [G],
    classOf: new Uint16Array(ranks ** 2),
    name: (link) => `link ${link}`,
    routes: (source, destination) => [{ links: Uint32Array.of(source * ranks + destination), share: 1 }],
  };
}

/** The longest path through the rows that noise falls on, without any. */
function noiseless(schedule: Schedule, machine: Machine): number {
  const graph = orderFor(buildGraph(schedule, machine), machine);
  const axis = latencyAxis(machine);
  const { vertices, rowStart, from, base, slope, unit } = compileNoise(graph, machine, {
    axis,
    places: { ...NOTHING, computation: true, latency: machine.network.latencies.map(() => true) },
  });
  const time = new Float64Array(vertices);
  for (let vertex = 1; vertex < vertices; vertex++)
    for (let row = rowStart[vertex]; row < rowStart[vertex + 1]; row++)
      time[vertex] = Math.max(time[vertex], time[from[row]] + base[row] / unit + slope[row] * axis.base);
  return time[vertices - 1];
}

/** Whether kernels compute programs on such a machine. */
export function onKernels({ goal, L, G, values }: Query): boolean {
  const machine = machineWith({ o: 100, ...values }, homogeneous(L, G));
  useKernels(true, 0);
  try {
    return kernelMachine(buildGraph(parseGoal(goal), machine), machine) !== null;
  } finally {
    useKernels(true);
  }
}

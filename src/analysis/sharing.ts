/** What a program takes by what is assumed of CPUs and cards that several messages share: one row for each assumption. */
import { LlampError } from '../errors.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { MemoryGuard } from '../schedule/memory.js';
import { latencySlopes, simulate, slopesWarning } from '../simulation/simulate.js';
import { lowerModel, served } from './bounds/bounds.js';
import { Model } from './model.js';
import type { SharedRow, SharedWay } from './shared-rows.js';

/** What the model knows to share, in the order of the rows. */
const SHARINGS = [
  { way: 'plain', sharing: 'free' },
  { way: 'ordered', sharing: 'ordered' },
  { way: 'serial', sharing: 'serial' },
] as const;

/** Of the latency, and at least so many ns. */
const STEP = 0.01;
const LEAST_STEP = 1;

/**
 * The rows of a program at its machine's latency, whatever that machine shares. `memory`: asked by each model. `pause`:
 * awaited between two rows; what it throws ends the work. Without the replay where it finds no partner for a message.
 * Throws LimitError.
 */
export async function sharing(
  own: Model,
  memory?: MemoryGuard,
  pause: () => Promise<void> = async () => undefined,
): Promise<SharedRow[]> {
  const { graph, machine } = own;
  const options = { engine: 'sweep', ...(memory === undefined ? {} : { memory }) } as const;
  const rows: SharedRow[] = [];
  for (const { way, sharing } of SHARINGS) {
    const same = machine.cpu === sharing && machine.nic === sharing;
    const on: Machine = { ...machine, cpu: sharing, nic: sharing };
    rows.push(await rowOf(way, same ? own : await Model.ofGraph(graph, on, options)));
    await pause();
  }
  const free: Machine = { ...machine, cpu: 'free', nic: 'free' };
  const lower = await rowOf('bounds', await lowerModel(graph, free, null, options));
  rows.push({ ...lower, upper: served(graph, free, null).runtime });
  await pause();
  const played = replayed(graph, machine);
  return played === null ? rows : [...rows, played];
}

async function rowOf(way: SharedWay, model: Model): Promise<SharedRow> {
  const axis = model.latency;
  const { runtime, lambda } = await model.engine.evaluate(model.lines(axis), axis.base);
  return { way, runtime, upper: null, lambda };
}

function replayed({ schedule }: ExecutionGraph, machine: Machine): SharedRow | null {
  const on: Machine = { ...machine, cpu: 'serial', nic: 'serial', protocol: 'sync' };
  try {
    const { runtime } = simulate(schedule, on);
    const latency = Math.min(...on.network.latencies.map(({ latencyNs }) => latencyNs));
    const slopes = latencySlopes(schedule, on, { runtime, step: Math.max(LEAST_STEP, latency * STEP) });
    const jumps = slopesWarning(slopes).length > 0;
    return { way: 'replay', runtime, upper: null, lambda: jumps ? null : slopes.above };
  } catch (error) {
    if (error instanceof LlampError) return null;
    throw error;
  }
}

/** What a program takes when each of its CPUs and cards does one thing at a time. */
import { joinWarnings, ModelError, many, UsageError, type Warning } from '../errors.js';
import { matchExact } from '../graph/match.js';
import { topologicalOrder } from '../graph/program-order.js';
import { asTraced, isNamed } from '../graph/traced-matches.js';
import { checkMachine, type Machine } from '../machine/machine.js';
import { describeOp, NONE, type Schedule, SEND } from '../schedule/schedule.js';
import { latencyAxis, machineAt } from '../timing/axis.js';
import type { Crossings } from './receiver.js';
import {
  type Listener,
  NO_PECULIARITIES,
  type Peculiarities,
  Simulation,
  type SimulationSetting,
} from './simulation.js';
import { earlier, type OperationTimes } from './simulation-events.js';

/** Left out: bytes cost CPUs nothing, no peculiarities, no listener. */
export interface SimulationOptions {
  /** O of LogGOPS: what each byte after the first costs the CPU at either end, ns/B. */
  readonly overheadPerByte?: number;
  /** Which peculiarities of the published simulator are followed. */
  readonly peculiarities?: Peculiarities;
  /** Hears what each CPU does, in no order of time. */
  readonly listener?: Listener | null;
  /** Filled with when operations are played. */
  readonly times?: OperationTimes | null;
}

/** When it ended, and what each rank did. */
export interface SimulationResult {
  /** T: when the last CPU is done, ns. */
  readonly runtime: number;
  /** [ranks] when its last CPU is done, ns. */
  readonly ends: Float64Array;
  /** [ranks] how long its CPUs computed, sent and took messages, ns. */
  readonly busy: Float64Array;
  /** Operations that took place, and messages that arrived. */
  readonly events: number;
  readonly warnings: readonly Warning[];
}

/**
 * Plays a schedule event by event in the LogGOPS model. Throws ModelError for what never takes place: operations that wait for
 * each other, messages and receives without each other, and what waits for them; UsageError for parameters that the published simulator does not take.
 */
export function simulate(
  schedule: Schedule,
  machine: Machine,
  {
    overheadPerByte = 0,
    peculiarities = NO_PECULIARITIES,
    listener = null,
    times = null,
  }: SimulationOptions = {},
): SimulationResult {
  checkMachine('simulate', machine);
  if (peculiarities.has('empty-messages')) refuseFractions(machine, overheadPerByte);
  if (peculiarities.has('other-cpus') && (machine.async ?? 0) !== 0)
    throw new UsageError(
      'LogGOPSim does not charge irequires dependencies',
      'leave out their cost (--async), or the semantics of LogGOPSim (--semantics)',
    );
  const setting = { odd: peculiarities, perByte: overheadPerByte, listener, times };
  if (schedule.traced === undefined) return played(schedule, machine, setting);
  // A try that fails is not to be heard of.
  const heard = listener !== null || times !== null;
  const named = asTraced(schedule, isNamed);
  try {
    const result = played(named, machine, { ...setting, listener: null, times: null });
    return heard ? played(named, machine, setting) : result;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return played(asTraced(schedule), machine, setting);
  }
}

function played(schedule: Schedule, machine: Machine, setting: SimulationSetting): SimulationResult {
  const simulation = new Simulation(schedule, machine, setting);
  simulation.play();
  const { clocks, events } = simulation;
  const ends = clocks.ends();
  return {
    runtime: ends.reduce((last, end) => (earlier(last, end) ? end : last), 0),
    ends,
    busy: clocks.busy,
    events,
    warnings: joinWarnings(
      leftOver(schedule, machine, simulation, setting.odd),
      crossedWarning(schedule, simulation.crossings()),
    ),
  };
}

/** λ_L as T has it a step below and a step above the machine's latency. */
export interface LatencySlopes {
  /** ns */
  readonly step: number;
  /** Runtime gained per ns of latency less; null: latency cannot be that much less. */
  readonly below: number | null;
  readonly above: number;
}

/** Finite differences: what is simulated has no derivative that could be read. `step`: ns. Throws as {@link simulate}. */
export function latencySlopes(
  schedule: Schedule,
  machine: Machine,
  { step, runtime, ...options }: SimulationOptions & { readonly step: number; readonly runtime: number },
): LatencySlopes {
  const axis = latencyAxis(machine);
  const at = (x: number): number => simulate(schedule, machineAt(machine, axis, x), options).runtime;
  const { base, lowest } = axis;
  return {
    step,
    below: base - step < lowest ? null : (runtime - at(base - step)) / step,
    above: (at(base + step) - runtime) / step,
  };
}

/** Slopes that differ by a larger share of the larger one are those of different orders of events. */
const APART = 0.1;

/** Warns where a step of latency changes who is served first: slopes are then no property of the program. */
export function slopesWarning({ below, above, step }: LatencySlopes): Warning[] {
  if (below === null || Math.abs(above - below) <= APART * Math.max(Math.abs(above), Math.abs(below)))
    return [];
  const message = `a step of ${step} ns in latency changes the order in which CPUs and NICs are used; T jumps there, so λ_L, which is a difference of T, says little. Use a larger step, or the command sensitivity, whose λ_L is exact in its model.`;
  return [{ code: 'order-changes', message }];
}

/** Clocks of the simulator count whole ns. */
function refuseFractions({ network, overhead, gap }: Machine, perByte: number): void {
  const values = {
    L: network.latencies[0].latencyNs,
    o: overhead,
    g: gap,
    G: network.gaps[0].gapNsPerByte,
    O: perByte,
  };
  const found = Object.entries(values).find(([, value]) => !Number.isInteger(value));
  if (found === undefined) return;
  throw new UsageError(
    `LogGOPSim takes whole ns, but ${found[0]} is ${found[1]}`,
    'give whole numbers of ns and ns/B, or leave out the semantics of LogGOPSim',
  );
}

/** Operations that an error names. */
const NAMED = 4;

/** Throws where operations never ran; warns instead where the published simulator accepts it. */
function leftOver(
  schedule: Schedule,
  machine: Machine,
  simulation: Simulation,
  odd: Peculiarities,
): Warning[] {
  const unmatched = simulation.unmatched();
  const never = simulation.releases.left();
  if (never.length > 0) refuseCycle(schedule, machine);
  if (unmatched.length > 0) {
    refuseHang(schedule, machine, simulation.crossings());
    throw new ModelError({
      code: 'unmatched',
      what: `${listed(schedule, unmatched)} ${unmatched.length === 1 ? 'has' : 'have'} no partner${waiting(never.length)}`,
      mend: 'give each send its receive; if all have one, the program deadlocks for messages of more than S bytes',
    });
  }
  if (never.length === 0) return [];
  const message = `${listed(schedule, never)} never ran`;
  if (!odd.has('receive-size')) throw new ModelError({ what: message });
  const without = `${message}, and T does not include them; the published simulator does not report this`;
  return [{ code: 'never-ran', message: without }];
}

/** Throws ModelError where operations wait for each other whatever becomes of messages. */
function refuseCycle(schedule: Schedule, machine: Machine): void {
  const nobody = new Uint32Array(schedule.operations).fill(NONE);
  topologicalOrder(schedule, nobody, { ...machine, rendezvous: Number.POSITIVE_INFINITY });
}

/** Throws ModelError where all have a partner in the schedule: operations wait in a cycle, or another one took a partner. */
function refuseHang(schedule: Schedule, machine: Machine, crossings: Crossings | null): void {
  const { partner, open, unmatched } = matchExact(schedule);
  if (open.length + unmatched > 0) return;
  topologicalOrder(schedule, partner, machine);
  if (crossings === null) return;
  throw new ModelError({
    code: 'posted-order',
    what: `the program hangs, because ${crossedText(schedule, crossings)}`,
    mend: CROSSED_MEND,
  });
}

const CROSSED_MEND =
  'let the one that is second in the file wait for the start of the other (irequires), or give them different tags';

/** The two operations that show another order than that of the file. */
function crossedText(schedule: Schedule, { first: [first, second] }: Crossings): string {
  const ops = schedule.kind[first] === SEND ? 'sends of the same destination' : 'receives of the same source';
  return `${ops} and tag are posted in another order than in the file (${describeOp(schedule, first)} before ${describeOp(schedule, second)})`;
}

/** Receives that the model pairs with other messages. */
function crossedWarning(schedule: Schedule, crossings: Crossings | null): Warning | null {
  if (crossings === null) return null;
  const { count } = crossings;
  const taken = `${many(count, 'receive takes', 'receives take')} another message than in the model`;
  const message = `${taken}, because ${crossedText(schedule, crossings)}. For the pairs of the model, ${CROSSED_MEND}.`;
  return { code: 'posted-order', count, message };
}

function listed(schedule: Schedule, ops: readonly number[]): string {
  const named = ops.slice(0, NAMED).map((op) => describeOp(schedule, op));
  const more = ops.length - named.length;
  return named.join('; ') + (more === 0 ? '' : ` and ${more} more`);
}

const waiting = (count: number): string =>
  count === 0 ? '' : `, so ${count} other ${count === 1 ? 'operation' : 'operations'} never ran`;

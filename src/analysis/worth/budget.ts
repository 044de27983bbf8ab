/** What should be bought: every parameter of a machine by what a percentage of T costs or brings in it. */
import { SEND } from '../../schedule/schedule.js';
import { type Axis, classAxis, gapAxis, latencyAxis, overheadAxis } from '../../timing/axis.js';
import type { Model } from '../model.js';
import { sensitivity } from '../sensitivity.js';
import { ownLatency } from './call-latency.js';
import { type Worth, worthOf } from './worth.js';

/** A parameter for the messages of one MPI call alone. */
export interface CallWorth extends Worth {
  readonly call: string;
  /** Messages of the call in the whole program. */
  readonly messages: number;
}

/** The table of one program on one machine. */
export interface Budget {
  readonly percent: number;
  /** T, ns. */
  readonly runtime: number;
  /** Of the critical path, ns. */
  readonly latency: number;
  /** L, o, G and the latency classes; the largest share first, those that are added amounts in front. */
  readonly parameters: readonly Worth[];
  /** Latency of each call's messages, by falling λ; null where the input does not say which calls there are. */
  readonly calls: readonly CallWorth[] | null;
  /** Calls that were not asked about, with least messages. */
  readonly left: number;
}

/** Calls that are asked about: a search each. */
export const MOST_CALLS = 20;

/** Asks each parameter. `percent`: above 0, below 100. */
export async function budgetOf(model: Model, percent: number): Promise<Budget> {
  const { runtime, rho } = await sensitivity(model);
  const parameters: Worth[] = [];
  for (const axis of axesOf(model)) parameters.push(await worthOf(model, axis, percent, true));
  const asked = callsOf(model);
  const calls: CallWorth[] = [];
  for (const { call, name, messages } of (asked ?? []).slice(0, MOST_CALLS)) {
    const gains = (send: number): boolean => model.schedule.call?.[send] === call;
    const own = await ownLatency(model, gains);
    calls.push({ ...(await worthOf(own.model, own.axis, percent, false)), call: name, messages });
  }
  const order = (one: Worth): number => one.share ?? Number.POSITIVE_INFINITY;
  return {
    ...{ percent, runtime, latency: rho * runtime },
    parameters: parameters.sort((a, b) => (order(a) === order(b) ? 0 : order(b) - order(a))),
    calls: asked === null ? null : calls.sort((a, b) => b.lambda - a.lambda),
    left: Math.max((asked ?? []).length - MOST_CALLS, 0),
  };
}

/** All parameters; of several classes of latency also each. */
function axesOf({ machine }: Model): Axis[] {
  const { latencies } = machine.network;
  const classes = latencies.length === 1 ? [] : latencies.map((_, k) => classAxis(machine, k));
  return [latencyAxis(machine), overheadAxis(machine), gapAxis(machine), ...classes];
}

interface AskedCall {
  /** Index of the call's name. */
  readonly call: number;
  readonly name: string;
  readonly messages: number;
}

/** Calls that send, by falling number of their messages; null where the input does not tell. */
function callsOf({ schedule, graph }: Model): AskedCall[] | null {
  const { call, callNames, kind, operations } = schedule;
  if (call === null) return null;
  const messages = new Map<number, number>();
  for (let op = 0; op < operations; op++)
    if (kind[op] === SEND && graph.partner[op] < operations)
      messages.set(call[op], (messages.get(call[op]) ?? 0) + 1);
  return [...messages]
    .map(([index, count]) => ({ call: index, name: callNames[index] || 'unknown', messages: count }))
    .sort((a, b) => b.messages - a.messages);
}

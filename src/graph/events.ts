/**
 * Events of a schedule: an operation's post (2·op) and its end (2·op + 1). Where an operation ends a fixed time
 * after its post (computations, eager sends) the two are one, the post. Source: model §1 and §3.
 */
import type { Machine } from '../machine/machine.js';
import { DEP_OP, IREQUIRES, RECV, type Schedule, SEND } from '../schedule/schedule.js';
import { NONE } from './channels.js';

/** What of a machine decides the order of events. */
export type Protocol = Pick<Machine, 'rendezvous' | 'protocol'>;

export const opOf = (event: number): number => event >>> 1;
export const isEnd = (event: number): boolean => (event & 1) === 1;
export const postOf = (op: number): number => op * 2;

/** Whether `op` ends in an event of its own: every receive, and sends that wait for their receiver. */
export function endsApart(schedule: Schedule, protocol: Protocol, op: number): boolean {
  const kind = schedule.kind[op];
  return kind === RECV || (kind === SEND && schedule.value[op] > protocol.rendezvous);
}

/** The event at which `op` has ended. */
export function endOf(schedule: Schedule, protocol: Protocol, op: number): number {
  return endsApart(schedule, protocol, op) ? op * 2 + 1 : op * 2;
}

/**
 * The i-th predecessor of an event, or NONE behind the last.
 * Ends: a receive waits for its post and for the message; with `rdma-read` both ends wait for both posts, with
 * `sync` the send waits for the end of the receive.
 */
export function predecessor(
  schedule: Schedule,
  partner: Uint32Array,
  protocol: Protocol,
  event: number,
  i: number,
): number {
  const op = event >>> 1;
  if ((event & 1) === 0) {
    const at = schedule.depStart[op] + i;
    if (at >= schedule.depStart[op + 1]) return NONE;
    const dep = schedule.deps[at];
    const before = dep & DEP_OP;
    return (dep & IREQUIRES) === 0 ? endOf(schedule, protocol, before) : before * 2;
  }
  if (i === 0) return op * 2;
  if (i > 1 || partner[op] === NONE) return NONE;
  const waitsForEnd = protocol.protocol === 'sync' && schedule.kind[op] === SEND;
  return waitsForEnd ? partner[op] * 2 + 1 : partner[op] * 2;
}

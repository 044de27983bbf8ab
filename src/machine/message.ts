/**
 * How a message is sent. One place decides it, for a send may ask to be synchronous whatever its size, and events,
 * rows, replays and orders must agree on which sends wait for their receivers.
 */

import { type Schedule, SEND } from '../schedule/schedule.js';
import { isRendezvous, type Machine, type RendezvousProtocol } from './machine.js';

/** What of a machine decides how messages are sent. */
export type Protocol = Pick<Machine, 'rendezvous' | 'protocol'>;

/** What of a schedule decides it. */
type Sends = Pick<Schedule, 'value' | 'synchronous' | 'unreceived'>;

/** `acknowledged`: a synchronous send of at most S bytes, eager data and an answer when the receive has begun. */
export type MessageProtocol = 'eager' | 'acknowledged' | RendezvousProtocol;

/** Whether `send` is over only when its receive has begun. */
export function isSynchronous(schedule: Sends, machine: Protocol, send: number): boolean {
  if (schedule.unreceived?.[send] === 1) return false;
  return (
    isRendezvous(machine, schedule.value[send]) ||
    (schedule.synchronous !== null && schedule.synchronous[send] !== 0)
  );
}

/**
 * The protocol of the message of `send`. With `sync`, where no rendezvous pays for its answer, a synchronous send of
 * few bytes pays for none either.
 */
export function protocolOf(schedule: Sends, machine: Protocol, send: number): MessageProtocol {
  if (!isSynchronous(schedule, machine, send)) return 'eager';
  if (isRendezvous(machine, schedule.value[send]) || machine.protocol === 'sync') return machine.protocol;
  return 'acknowledged';
}

/** Whether any message is sent otherwise with one threshold than with the other. */
export function protocolsChange(schedule: Schedule, one: number, other: number): boolean {
  const { kind, value, operations } = schedule;
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (low === high) return false;
  for (let op = 0; op < operations; op++)
    if (
      kind[op] === SEND &&
      isRendezvous({ rendezvous: low }, value[op]) &&
      !isRendezvous({ rendezvous: high }, value[op])
    )
      return true;
  return false;
}

/** Bytes of a message that take their time at G: the first one goes with the latency (LogGP: s − 1); none of an empty one. */
export const bytesAtGap = (bytes: number): number => Math.max(bytes - 1, 0);

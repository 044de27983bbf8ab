/** Values of the parameters of a machine that are neither times nor sizes. */

import { UsageError } from '../errors.js';
import { type Bytes, formatSize, formatTime, type Nanoseconds, type ParseOptions } from '../units/units.js';

/**
 * What a message above the rendezvous threshold costs (LLAMP, appendix B, Fig. 14).
 * `rdma-read`: both ends meet, then the receiver fetches. `sync`: the eager receive, and the send ends with it.
 */
export type RendezvousProtocol = 'rdma-read' | 'sync';

/** All rendezvous protocols. */
export const RENDEZVOUS_PROTOCOLS: readonly RendezvousProtocol[] = ['rdma-read', 'sync'];

/**
 * How the operations of one rank share a CPU or a NIC (model §4, "CPU and NIC order").
 * - `free`: they do not hinder each other: the plain model of the papers.
 * - `ordered`: what the program issues or takes in an order goes in that order, each after the time that the one before
 *   takes; what may come in any order takes at least its sum. Holds at every L.
 * - `serial`: one at a time, in the order in which they become ready at the machine's parameters.
 */
export type Sharing = 'free' | 'ordered' | 'serial';

/** All ways to share a CPU or NIC. */
export const SHARINGS: readonly Sharing[] = ['free', 'ordered', 'serial'];

/** Overhead measured at one message size. */
export interface OverheadPoint {
  readonly bytes: Bytes;
  readonly ns: Nanoseconds;
}

/** o by message size, interpolated linearly between neighbours; null: one o for all sizes. */
export type OverheadTable = readonly OverheadPoint[] | null;

/** One of `options`. Throws a UsageError that lists them. */
export function parseChoice<Choice extends string>(
  options: readonly Choice[],
  text: string,
  { name = 'value' }: ParseOptions,
): Choice {
  const found = options.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${name} '${text}' is unknown`, `use ${options.join(', ')}`);
  return found;
}

export function formatTable(table: OverheadTable): string {
  return (table ?? []).map(({ bytes, ns }) => `${formatTime(ns)} at ${formatSize(bytes)}`).join(', ');
}

export function formatTableRange(table: OverheadTable): string {
  const times = (table ?? []).map(({ ns }) => ns);
  return `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))} by size`;
}

export function sameTable(one: OverheadTable, other: OverheadTable): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(({ bytes, ns }, i) => bytes === other[i].bytes && ns === other[i].ns)
  );
}

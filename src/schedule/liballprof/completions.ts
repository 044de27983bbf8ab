/**
 * Which requests do Waitany, Waitsome and Test* complete? The trace does not keep their answers (only the
 * addresses of the variables for them), but a request that no later call completes before its variable is
 * used again must have been completed by the last call that named it.
 */
import { CALLS } from './calls.js';
import { type Named, namedRequests, REQUEST_USE, type RequestPitch } from './requests.js';
import type { RankTrace } from './trace.js';

/** By row of an uncertain call: the addresses that it names as the last call before they are used again. */
export type LastNamed = ReadonlyMap<number, ReadonlySet<number>>;

const NONE: LastNamed = new Map();

function hasUncertain(trace: RankTrace): boolean {
  const uncertain = REQUEST_USE.map((use) => use === 'maybe');
  for (let row = 0; row < trace.rows; row++) if (uncertain[trace.call[row]]) return true;
  return false;
}

/** Goes through the rows of a rank from the last to the first. */
export function lastNamed(trace: RankTrace, pitch: RequestPitch): LastNamed {
  if (!hasUncertain(trace)) return NONE;
  const found = new Map<number, Set<number>>();
  /** Addresses that a later call completes or asks for, before they are used again. */
  const later = new Set<number>();
  const named: Named = { first: 0, count: 0 };
  for (let row = trace.rows - 1; row >= 0; row--) {
    const use = REQUEST_USE[trace.call[row]];
    if (use === 'none') continue;
    namedRequests(trace, row, named);
    const last = new Set<number>();
    for (let i = 0; i < named.count; i++) {
      const address = named.first + i * pitch;
      if (use === 'complete' || use === 'maybe') {
        if (!later.has(address)) last.add(address);
        later.add(address);
      } else later.delete(address);
    }
    if (use === 'maybe' && last.size > 0) found.set(row, last);
  }
  return found;
}

/**
 * The addresses, of those that a row names and that are `open` (address → operation, in the order of issue),
 * that the call completes: a Waitany or Waitsome at least the oldest, a Testall all or none.
 */
export function completedBy(
  trace: RankTrace,
  row: number,
  named: Named,
  pitch: RequestPitch,
  last: LastNamed,
  open: ReadonlyMap<number, number>,
): number[] {
  const here: number[] = [];
  for (let i = 0; i < named.count; i++) {
    const address = named.first + i * pitch;
    if (open.has(address)) here.push(address);
  }
  const kind = CALLS[trace.call[row]].kind;
  const final = here.filter((address) => last.get(row)?.has(address) === true);
  if (kind === 'waitany' && final.length === 0) return oldest(here, open);
  if (kind === 'testall' && final.length < here.length) return [];
  return final;
}

function oldest(addresses: readonly number[], open: ReadonlyMap<number, number>): number[] {
  if (addresses.length === 0) return [];
  const issued = (address: number) => open.get(address) ?? 0;
  return [addresses.reduce((a, b) => (issued(b) < issued(a) ? b : a))];
}

/** The collectives that a rank carries out, one after the other: those it calls, and persistent ones at each start. */
import { CALLS, isAmongNeighbours } from './calls.js';
import type { CallPart } from './ledger.js';
import type { PartOf } from './parts.js';
import { PersistentRequests } from './persistent-requests.js';
import { requestPitchOf } from './pitch.js';
import type { RankTrace, RequestPitch } from './trace.js';

export interface CarriedOut {
  /** Whose fields describe it. */
  readonly row: number;
  readonly part: CallPart;
  /** Its place among the collectives of its sequence. */
  readonly k: number;
  /** Which start of a persistent one it is, from 0. */
  readonly round: number;
}

type Use = 'none' | 'call' | 'describe' | 'start' | 'free';

const USE: readonly Use[] = CALLS.map(({ kind, collective }) => {
  if (kind === 'start' || kind === 'startall') return 'start';
  if (kind === 'request-free') return 'free';
  if (collective === undefined && !isAmongNeighbours(kind)) return 'none';
  return kind.endsWith('-init') ? 'describe' : 'call';
});

const describesSome = ({ call }: RankTrace): boolean => call.some((code) => USE[code] === 'describe');

/**
 * What to give {@link carriedOut}: the distance of request variables where `wanted` does not tell it, which matters only
 * where collectives are persistent. Throws InputError where it must be known, and cannot be.
 */
export const pitchOfStarts = (ranks: readonly RankTrace[], wanted: RequestPitch | 'infer'): RequestPitch =>
  ranks.some(describesSome) ? requestPitchOf(ranks, wanted).pitch : 8;

/** In order. Rows without a part are left out. */
export function* carriedOut(trace: RankTrace, partOf: PartOf, pitch: RequestPitch): Generator<CarriedOut> {
  const persistent = describesSome(trace) ? new PersistentRequests(trace, pitch) : null;
  const described = new Map<number, CarriedOut>();
  const count: number[] = [];
  for (let row = 0; row < trace.rows; row++) {
    const use = USE[trace.call[row]];
    if (use === 'call' || use === 'describe') {
      const part = partOf(trace, row);
      if (part === undefined) continue;
      const k = count[part.sequence] ?? 0;
      count[part.sequence] = k + 1;
      if (use === 'call') yield { row, part, k, round: 0 };
      else {
        described.set(row, { row, part, k, round: 0 });
        persistent?.describe(row);
      }
    } else if (use === 'free') persistent?.free(row);
    else if (use === 'start')
      for (const { definition } of persistent?.startedBy(row) ?? []) {
        const one = described.get(definition);
        if (one === undefined) continue;
        yield one;
        described.set(definition, { ...one, round: one.round + 1 });
      }
  }
}

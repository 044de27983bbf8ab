/** What the time stamps of traces leave open: how fine they are, other times that they may stand for. */
import type { RankTrace, TraceSet } from '../sources/mpi/trace.js';

/** Steps that are tried, ns: whole µs first, as liballprof writes. */
const STEPS = [1000, 100, 10, 1] as const;
/** Of a step: what arithmetic on µs may lose. */
const ROUNDING = 1e-4;

/** All stamps of a rank in their order, µs: end of MPI_Init, start and end of each call, start of MPI_Finalize. */
function stampsOf({ initEnd, rows, start, end, finalizeStart }: RankTrace): Float64Array {
  const stamps = new Float64Array(2 * rows + 2);
  stamps[0] = initEnd;
  for (let row = 0; row < rows; row++) {
    stamps[2 * row + 1] = start[row];
    stamps[2 * row + 2] = end[row];
  }
  stamps[2 * rows + 1] = finalizeStart;
  return stamps;
}

function withStamps(trace: RankTrace, stamps: Float64Array): RankTrace {
  return {
    ...trace,
    initEnd: stamps[0],
    start: trace.start.map((_, row) => stamps[2 * row + 1]),
    end: trace.end.map((_, row) => stamps[2 * row + 2]),
    finalizeStart: stamps[2 * trace.rows + 1],
  };
}

const stamped = (set: TraceSet, change: (stamps: Float64Array) => void): TraceSet => ({
  ...set,
  ranks: set.ranks.map((trace) => {
    const stamps = stampsOf(trace);
    change(stamps);
    return withStamps(trace, stamps);
  }),
});

/** The largest of 1 µs, 100, 10 and 1 ns of which all time stamps are multiples, ns; 0 where none is. */
export function resolutionOf({ ranks }: TraceSet): number {
  const fits = (step: number): boolean =>
    ranks.every((trace) =>
      stampsOf(trace).every((stamp) => {
        const steps = (stamp * 1000) / step;
        return Number.isNaN(stamp) || Math.abs(steps - Math.round(steps)) <= ROUNDING;
      }),
    );
  return STEPS.find(fits) ?? 0;
}

/** What recording a call took by what the traces say, ns: the median of their ranks; null where not all tell. */
export function overheadOf({ ranks }: TraceSet): number | null {
  const told = ranks.flatMap(({ header: { overhead } }) => (overhead === undefined ? [] : [overhead]));
  if (told.length < ranks.length) return null;
  told.sort((a, b) => a - b);
  return (told[(told.length - 1) >> 1] + told[told.length >> 1]) / 2;
}

/** Whether several threads of a rank call at once: then stamps have no one order. */
export const callsAtOnce = ({ ranks }: TraceSet): boolean => ranks.some(({ thread }) => thread !== null);

/**
 * The traces with each time between two calls made longer by `ns`, or shorter where that is below 0, but never below 0;
 * calls last as long as they did.
 */
export function withGaps(set: TraceSet, ns: number): TraceSet {
  return stamped(set, (stamps) => {
    let moved = 0;
    let before = stamps[0];
    for (let k = 1; k < stamps.length; k += 2) {
      moved += Math.max(ns / 1000, before - stamps[k]) || 0;
      before = stamps[k + 1];
      stamps[k] += moved;
      if (k + 1 < stamps.length) stamps[k + 1] += moved;
    }
  });
}

/**
 * One set of times that may have been, had stamps of steps of `resolution` ns been rounded down: each true time is drawn
 * evenly from its step, those of one step in their order. `draw` gives numbers from 0 to 1.
 */
export function drawnTimes(set: TraceSet, resolution: number, draw: () => number): TraceSet {
  return stamped(set, (stamps) => {
    for (let from = 0; from < stamps.length; ) {
      let to = from + 1;
      while (to < stamps.length && stamps[to] - stamps[from] < (resolution * ROUNDING) / 1000) to++;
      const parts = Array.from({ length: to - from }, draw).sort((a, b) => a - b);
      for (let k = from; k < to; k++) stamps[k] += (parts[k - from] * resolution) / 1000;
      from = to;
    }
  });
}

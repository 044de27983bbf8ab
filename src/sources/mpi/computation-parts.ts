/**
 * The time between two calls that become operations: computation, calls that become none, and the tracer's recording, which
 * is subtracted.
 */
import type { Warning } from '../../errors.js';
import type { ComputationParts } from '../../schedule/program-calls.js';
import { f64, u32 } from '../../schedule/schedule.js';
import { formatTime } from '../../units.js';
import type { CallCoverage } from '../program.js';
import { kindOf, percent, type SkippedCalls } from './coverage.js';
import { PROBES } from './poll-loops.js';
import type { RankTrace } from './rank-trace.js';

/** What happened on a thread since its last call with operations; times in µs. */
interface Gap {
  /** Not asked for yet. */
  skipped: number;
  library: number;
  undecided: number;
  undecidedCalls: number;
  /** Calls that were recorded, also that last one. */
  records: number;
}

const emptyGap = (records: number): Gap => ({
  skipped: 0,
  library: 0,
  undecided: 0,
  undecidedCalls: 0,
  records,
});

/** Time that recording a call takes, by the headers, ns: the median over ranks; null unless all have it. */
export function recordingTime(ranks: readonly RankTrace[]): number | null {
  const stated = ranks.flatMap(({ header: { overhead } }) => overhead ?? []).sort((a, b) => a - b);
  if (stated.length < ranks.length) return null;
  const middle = stated.length / 2;
  return (stated[Math.ceil(middle) - 1] + stated[Math.floor(middle)]) / 2;
}

/** Share of the time from which on the answer states what was subtracted. */
const NOTABLE = 0.01;

/** States what was subtracted for the tracer, of `time` ns of all ranks. */
export function tracerWarning(
  parts: readonly ComputationParts[],
  overhead: number,
  time: number,
): Warning | null {
  const tracer = parts.reduce((sum, one) => sum + (one.tracer?.reduce((a, b) => a + b) ?? 0), 0);
  const share = time > tracer ? tracer / (time - tracer) : 0;
  if (share <= NOTABLE) return null;
  return {
    code: 'tracer-time',
    message: `${formatTime(overhead)} per call of the tracer subtracted (${percent(share)} of T)`,
  };
}

/** Those of one rank, as its calls are gone through in their order. */
export class BetweenCalls {
  readonly #trace: RankTrace;
  /** Of calls without rows, by their names. */
  readonly #kinds: readonly CallCoverage['kind'][];
  /** Of recording a call, ns. */
  readonly #overhead: number;
  /** By thread. */
  readonly #gaps: Gap[] = [];
  #gap: Gap;
  /** Calls without rows so far. */
  #at = 0;
  #tracer: Float64Array | null = null;
  #library: Float64Array | null = null;
  #undecided: Float64Array | null = null;
  #undecidedCalls: Uint32Array | null = null;

  /** `overhead`: time that the tracer takes for each call, ns. */
  constructor(trace: RankTrace, skipped: SkippedCalls, overhead = 0) {
    this.#trace = trace;
    this.#overhead = overhead;
    // MPI_Init was recorded.
    this.#gap = emptyGap(1);
    this.#gaps[0] = this.#gap;
    // Where a loop of polls waits, its time is no part of a computation.
    this.#kinds = trace.others.names.map((name) =>
      PROBES.has(name) && !skipped.has(name) ? 'modelled' : kindOf(name, skipped, [trace]),
    );
  }

  /** The call of `row` is next; returns the µs since the last row of its thread that are left out. */
  reach(row: number, thread: number): number {
    const { others, initEnd, finalizeStart } = this.#trace;
    for (; this.#at < others.row.length && others.row[this.#at] <= row; this.#at++) {
      const start = others.start[this.#at];
      if (start >= initEnd && !(start >= finalizeStart))
        this.#add(
          this.#gapOf(others.thread?.[this.#at] ?? 0),
          this.#kinds[others.name[this.#at]],
          others.time[this.#at],
        );
    }
    this.#gap = this.#gapOf(thread);
    const { skipped } = this.#gap;
    this.#gap.skipped = 0;
    return skipped;
  }

  #gapOf(thread: number): Gap {
    this.#gaps[thread] ??= emptyGap(0);
    return this.#gaps[thread];
  }

  #add(gap: Gap, kind: CallCoverage['kind'], time: number): void {
    gap.records++;
    if (kind === 'skipped') gap.skipped += time;
    else if (kind === 'unknown') {
      gap.undecided += time;
      gap.undecidedCalls++;
    } else if (kind === 'local') gap.library += time;
  }

  /** The call of the row at hand became no operations; `time`: what is left of it, µs. */
  remains(time: number, understood: boolean): void {
    this.#add(this.#gap, understood ? 'local' : 'unknown', time);
  }

  /** The time of the call of the row at hand is left out, or that of a loop of polls. */
  leftOut(): void {
    this.#gap.records++;
  }

  /** A part of the time between polls may be waiting, µs. */
  mayWait(time: number): void {
    this.#gap.undecided += time;
  }

  /** The call of `row` begins with operations `ns` after the last that did; returns that without the tracer. */
  close(row: number, ns: number): number {
    const gap = this.#gap;
    const tracer = Math.min(Math.max(ns, 0), this.#overhead * gap.records);
    const left = tracer > 0 ? ns - tracer : ns;
    if (tracer > 0) {
      this.#tracer ??= this.#column();
      this.#tracer[row] = tracer;
    }
    if (gap.undecided > 0 || gap.undecidedCalls > 0) {
      this.#undecided ??= this.#column();
      this.#undecidedCalls ??= u32(this.#trace.rows + 1);
      this.#undecided[row] = Math.min(gap.undecided * 1000, left);
      this.#undecidedCalls[row] = gap.undecidedCalls;
    }
    if (gap.library > 0) {
      this.#library ??= this.#column();
      this.#library[row] = Math.min(gap.library * 1000, left - (this.#undecided?.[row] ?? 0));
    }
    gap.library = 0;
    gap.undecided = 0;
    gap.undecidedCalls = 0;
    gap.records = 1;
    return left;
  }

  #column(): Float64Array {
    return f64(this.#trace.rows + 1);
  }

  /** Of the rank when it is finished. */
  get parts(): ComputationParts {
    return {
      tracer: this.#tracer,
      library: this.#library,
      undecided: this.#undecided,
      undecidedCalls: this.#undecidedCalls,
      unplaced: this.#trace.header.polls?.undecided ?? 0,
    };
  }
}

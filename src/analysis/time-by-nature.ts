/** What a rank does with its time: it computes, waits, works in the MPI library, or nobody knows which. */
import { COMPUTATION, type ComputationParts } from '../schedule/program-calls.js';
import { CALC, type Schedule } from '../schedule/schedule.js';
import type { Coverage } from '../sources/program.js';
import type { CriticalPath } from './critical-path-shares.js';

/** ns by nature. */
export interface TimeByNature {
  readonly computation: number;
  /**
   * Of a critical path the latency and bandwidth of its messages; of a traced run the time in calls that are modelled, which
   * contains the o of their messages.
   */
  readonly waiting: number;
  /** o, local calls, and what is left of calls in which ranks wait for each other. */
  readonly library: number;
  /** Waiting or computation; counts as computation. */
  readonly undecided: number;
  /** Subtracted, so beside the others. */
  readonly tracer: number;
}

/** Null where it is unknown. */
export interface Natures {
  readonly path: TimeByNature | null;
  /** Of all ranks in the traced run. */
  readonly all: TimeByNature | null;
}

/** A computation that may be waiting. */
export interface UndecidedComputation {
  readonly op: number;
  readonly ns: number;
  /** Calls in it that are not understood. */
  readonly calls: number;
}

interface Parts {
  readonly tracer: number;
  readonly library: number;
  readonly undecided: number;
  readonly calls: number;
}

/** The parts of computations of a schedule. */
class PartsOf {
  readonly #schedule: Schedule;
  readonly #between: number;
  readonly #parts: readonly (ComputationParts | undefined)[];

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#between = schedule.callNames.indexOf(COMPUTATION);
    this.#parts = schedule.calls?.ranks.map(({ parts }) => parts) ?? [];
  }

  /** Undefined for other operations. The computation of a region or of a changed program may have become shorter. */
  of(rank: number, op: number): Parts | undefined {
    const { call, calls, kind, value } = this.#schedule;
    if (kind[op] !== CALC || (call !== null && call[op] !== this.#between)) return undefined;
    const { tracer, library, undecided, undecidedCalls }: Partial<ComputationParts> = this.#parts[rank] ?? {};
    const row = calls?.of[op] ?? 0;
    const waits = Math.min(value[op], undecided?.[row] ?? 0);
    return {
      tracer: tracer?.[row] ?? 0,
      library: Math.min(value[op] - waits, library?.[row] ?? 0),
      undecided: waits,
      calls: undecidedCalls?.[row] ?? 0,
    };
  }
}

/** `coverage`: of a whole program that was traced. */
export const timeByNature = (
  schedule: Schedule,
  coverage: Coverage | null,
  path: CriticalPath | null,
): Natures => ({
  path: path && onPath(schedule, path),
  all: coverage && ofAll(schedule, coverage),
});

function onPath(schedule: Schedule, { steps, segments, latency, bandwidth, overhead }: CriticalPath) {
  const parts = new PartsOf(schedule);
  const sum = { computation: 0, waiting: latency + bandwidth, library: overhead, undecided: 0, tracer: 0 };
  let at = 0;
  for (const { rank, steps: count } of segments)
    for (const end = at + count; at < end; at++) {
      const { op, computation } = steps[at];
      if (schedule.kind[op] === CALC) add(sum, computation, parts.of(rank, op));
    }
  return sum;
}

/** Computation of an operation; within a call it belongs to the library. */
function add(sum: { -readonly [Nature in keyof TimeByNature]: number }, ns: number, parts?: Parts): void {
  if (parts === undefined) {
    sum.library += ns;
    return;
  }
  sum.computation += ns - parts.library - parts.undecided;
  sum.library += parts.library;
  sum.undecided += parts.undecided;
  sum.tracer += parts.tracer;
}

function ofAll(schedule: Schedule, { calls, time }: Coverage): TimeByNature {
  const { kind, rankStart, value } = schedule;
  const parts = new PartsOf(schedule);
  const sum = { computation: 0, waiting: 0, library: 0, undecided: 0, tracer: 0 };
  for (let rank = 0; rank < schedule.ranks; rank++)
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      if (kind[op] === CALC) add(sum, value[op], parts.of(rank, op));
  const unplaced = schedule.calls?.ranks.reduce((ns, one) => ns + (one.parts?.unplaced ?? 0), 0) ?? 0;
  sum.undecided += unplaced;
  sum.computation = Math.max(0, sum.computation - unplaced);
  const skipped = calls.reduce((ns, one) => ns + (one.kind === 'skipped' ? one.time : 0), 0);
  const { computation, library, undecided, tracer } = sum;
  // Threads of a rank may compute at once.
  sum.waiting = Math.max(0, time - skipped - computation - library - undecided - tracer);
  return sum;
}

/** The schedule with the time that was subtracted for the tracer; the same where none was. */
export function withTracer(schedule: Schedule): Schedule {
  const { calls, rankStart } = schedule;
  if (calls === null || calls.ranks.every(({ parts }) => (parts?.tracer ?? null) === null)) return schedule;
  const parts = new PartsOf(schedule);
  const value = Float64Array.from(schedule.value);
  for (let rank = 0; rank < schedule.ranks; rank++)
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++)
      value[op] += Math.round(parts.of(rank, op)?.tracer ?? 0);
  return { ...schedule, value };
}

/** All computations that may be waiting, rank by rank. */
export function undecidedComputations(schedule: Schedule): UndecidedComputation[] {
  const found: UndecidedComputation[] = [];
  const parts = new PartsOf(schedule);
  schedule.calls?.ranks.forEach((calls, rank) => {
    if ((calls.parts?.undecided ?? null) === null) return;
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      const { undecided: ns = 0, calls: count = 0 } = parts.of(rank, op) ?? {};
      if (ns > 0 || count > 0) found.push({ op, ns, calls: count });
    }
  });
  return found;
}

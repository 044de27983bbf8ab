/**
 * Loops of tests and probes that find nothing, as `while (!flag) MPI_Test(…)`, wait: their time is that of the call that
 * ends them. Traces of our tracer have one call in place of such a loop, because the tracer reads CPU clocks to tell waiting
 * from computation between two polls (tracer/README.md, "Polls"). In other traces, only a brief gap is waiting.
 */
import type { Warning } from '../../errors.js';
import type { PollTimes } from '../program.js';
import { percent, type SkippedCalls } from './coverage.js';
import { CALLS, isLocal } from './mpi-calls.js';
import type { RankTrace } from './rank-trace.js';

/** µs between two polls of a loop that computes nothing: as in the tracer, and an eighth of its time for interrupts. */
const BRIEF = 5;
const INTERRUPTED = 1 / 8;
/** Of the time, from which on the answer says what is undecided. */
const LEAST_SHARE = 0.01;

/** Calls without a row that find something or nothing; that they found it the receive that follows says. */
export const PROBES: ReadonlySet<string> = new Set(['MPI_Iprobe', 'MPI_Improbe', 'MPI_Request_get_status']);

type Ending = 'test' | 'wait' | 'receive' | 'none';

const ENDINGS: readonly Ending[] = CALLS.map(({ kind }) => {
  if (/^test/.test(kind)) return 'test';
  if (/^(wait|probe)/.test(kind)) return 'wait';
  return /^i?recv$/.test(kind) ? 'receive' : 'none';
});

export const isTest = (code: number): boolean => ENDINGS[code] === 'test';

interface Loop {
  /** Start of the first poll, later by what was computed since; end of the last; µs. */
  readonly from: number;
  readonly until: number;
  readonly polls: number;
  /** Whether the last of them was a probe. */
  readonly probes: boolean;
  /** Time of the last of them without a brief gap before it: with none behind it either, it is computation. */
  readonly alone: number;
}

type OtherKind = 'probe' | 'local' | 'communication';

export const hasPolls = ({ tally }: RankTrace): boolean =>
  [...tally.keys()].some((name) => PROBES.has(name) || /^MPI_Test(all|any|some)?$/.test(name));

/** Those of one rank, as its calls are gone through in their order. */
export class PollLoops {
  readonly #trace: RankTrace;
  readonly #others: readonly OtherKind[];
  /** By thread the loop that its last call went on with. */
  readonly #loops: (Loop | undefined)[] = [];
  /** Calls without a row so far. */
  #at = 0;
  #thread = 0;
  /** That the row at hand may end, or go on with. */
  #open: Loop | undefined;
  #waiting = 0;
  #undecided = 0;
  /** By thread the part of it that nobody took yet. */
  readonly #untaken: number[] = [];

  constructor(trace: RankTrace, skipped: SkippedCalls) {
    this.#trace = trace;
    this.#others = trace.others.names.map((name) => {
      if (PROBES.has(name)) return skipped.has(name) ? 'local' : 'probe';
      return isLocal(name) ? 'local' : 'communication';
    });
  }

  /** The call of `row` is next. */
  reach(row: number, thread: number): void {
    const { others } = this.#trace;
    for (; this.#at < others.row.length && others.row[this.#at] <= row; this.#at++) {
      const kind = this.#others[others.name[this.#at]];
      if (kind === 'local') continue;
      const of = others.thread?.[this.#at] ?? 0;
      this.#thread = of;
      const start = others.start[this.#at];
      this.#loops[of] =
        kind === 'probe'
          ? this.#goOn(this.#loops[of], start, start + others.time[this.#at], true)
          : undefined;
    }
    this.#thread = thread;
    this.#open = this.#loops[thread];
    this.#loops[thread] = undefined;
  }

  /** The call of the row at hand tested requests under way, and found nothing. */
  failed(row: number): void {
    this.#loops[this.#thread] = this.#goOn(this.#open, this.#trace.start[row], this.#trace.end[row], false);
  }

  /** Where the call of the row at hand begins: with the first poll of a loop that it ends. */
  startOf(row: number): number {
    const { start, call } = this.#trace;
    const open = this.#open;
    const ending = ENDINGS[call[row]];
    if (open === undefined || ending === 'none') return start[row];
    // The last probe found the message: what the rank did since then is no part of the loop.
    if (ending === 'receive')
      return open.probes ? open.from + open.alone + start[row] - open.until : start[row];
    // One poll before a call that blocks is no loop.
    if (ending === 'wait' && open.polls === 1 && !isBrief(open, start[row])) return start[row];
    return this.#goOn(open, start[row], start[row], false).from;
  }

  /** A poll goes on with a loop, or begins one. */
  #goOn(loop: Loop | undefined, start: number, end: number, probes: boolean): Loop {
    if (loop === undefined) return { from: start, until: end, polls: 1, probes, alone: end - start };
    const { from, until, alone } = loop;
    const polls = loop.polls + 1;
    const gap = start - until;
    if (isBrief(loop, start)) {
      this.#waiting += gap;
      return { from, until: end, polls, probes, alone: 0 };
    }
    this.#undecided += gap;
    this.#untaken[this.#thread] = (this.#untaken[this.#thread] ?? 0) + gap;
    return { from: from + gap + alone, until: end, polls, probes, alone: end - start };
  }

  /** Undecided time of the thread at hand since this was last called, µs. */
  takeUndecided(): number {
    const time = this.#untaken[this.#thread] ?? 0;
    this.#untaken[this.#thread] = 0;
    return time;
  }

  /** Between the polls so far, in ns. */
  get times(): PollTimes {
    const [waiting, undecided] = [this.#waiting, this.#undecided].map((time) => Math.round(time * 1000));
    return { waiting, computation: 0, undecided };
  }
}

const isBrief = ({ from, until }: Loop, start: number): boolean =>
  start - until <= BRIEF + (until - from) * INTERRUPTED;

/** Over ranks; undefined where none has polls. */
export function addTimes(sum: PollTimes | undefined, one: PollTimes | undefined): PollTimes | undefined {
  if (one === undefined || one.waiting + one.computation + one.undecided === 0) return sum;
  return {
    waiting: (sum?.waiting ?? 0) + one.waiting,
    computation: (sum?.computation ?? 0) + one.computation,
    undecided: (sum?.undecided ?? 0) + one.undecided,
  };
}

/** States the time between polls that may be waiting as well as computation, of `time` ns in all. */
export function pollsWarning(polls: PollTimes | undefined, time: number): Warning | null {
  const share = polls === undefined || time <= 0 ? 0 : polls.undecided / time;
  if (share < LEAST_SHARE) return null;
  return {
    code: 'polls',
    message: `${percent(share)} of the time is between tests or probes that find nothing, and may be waiting or computation. It counts as computation; if it is waiting, λ_L is larger and less latency is tolerated.`,
  };
}

/**
 * Nonblocking collectives of several rounds that the model lets go on while the program computes. Libraries without a
 * thread of their own for that begin the next round only in an MPI call (docs/reading-the-numbers.md).
 */
import type { Warning } from '../../errors.js';
import type { Coverage } from '../coverage.js';
import { CALLS } from './calls.js';
import { percent } from './coverage.js';
import type { RankState } from './rank-state.js';

/** Below this share of the ranks' time it is the gap between a call and its wait. */
const LEAST_SHARE = 0.001;

/** A call that is not complete, the row that began it, and the longest time since without an MPI call, µs. */
interface UnderWay {
  readonly name: string;
  readonly row: number;
  longest: number;
}

export class UnattendedCalls {
  readonly #names = new Set<string>();
  /** Of each call the longest time without an MPI call, over all calls and ranks, µs. */
  #time = 0;
  /** By request. */
  readonly #open = new Map<number, UnderWay>();

  /** The call that row `described` says was begun in `row`, and goes on by rounds. */
  issued({ rules, trace }: RankState, row: number, request: number, described = row): void {
    if (!rules.collectivesGoOn) return;
    this.#open.set(request, { name: CALLS[trace.call[described]].name, row, longest: 0 });
  }

  /** The rank comes to `row`; `rows`: there is no further one. */
  reach({ trace, requests }: RankState, row: number): void {
    if (this.#open.size === 0) return;
    const gap = row < trace.rows ? trace.start[row] - trace.end[row - 1] : 0;
    for (const [request, call] of this.#open) {
      const isOpen = row < trace.rows && requests.get(request)?.row === call.row;
      if (isOpen) call.longest = Math.max(call.longest, gap);
      else this.#close(request, call);
    }
  }

  #close(request: number, { name, longest }: UnderWay): void {
    this.#open.delete(request);
    if (longest <= 0) return;
    this.#names.add(name);
    this.#time += longest;
  }

  warnings({ time }: Coverage): Warning[] {
    const share = time > 0 ? (this.#time * 1000) / time : 0;
    if (share < LEAST_SHARE) return [];
    const names = [...this.#names];
    return [
      {
        code: 'collectives-unattended',
        names,
        message:
          `nonblocking collectives (${names.join(', ')}) are taken to go on from round to round while the ` +
          `program computes, for ${percent(share)} of its time without an MPI call: a library that has no thread for ` +
          'that goes on in MPI calls only, so that T may be larger and latency less hidden',
      },
    ];
  }
}

/** In which call was each rank when the last of its trace was written? What a program that hangs, fails or is killed shows. */
import type { CallSite } from '../../schedule/program-calls.js';
import { NONE } from '../../schedule/schedule.js';
import type { RankEnd } from '../program.js';
import type { OpenCall, RankTrace } from './rank-trace.js';
import type { TraceSites } from './trace-sites.js';

/** `# open-call: 0,MPI_Recv,1629325,2`, or `# open-call: none`. */
const LINE = /^# open-call: (?:none|(\d{1,5}),(MPIX?_\w+),(-?\d{1,18}),(\d{1,9}))$/;

/** Takes the lines of one trace. What is written before a call is no longer true behind it. */
export class OpenCallLines {
  /** By thread. */
  #calls: Map<number, OpenCall> | null = null;

  /** False for other lines. */
  take(text: string): boolean {
    const match = LINE.exec(text);
    if (match === null) return false;
    const [, thread, name, start, site] = match;
    if (name === undefined) this.#calls = new Map();
    else {
      this.#calls ??= new Map();
      this.#calls.set(Number(thread), {
        name,
        thread: Number(thread),
        start: Number(start),
        site: Number(site),
      });
    }
    return true;
  }

  /** Calls, or further lines, follow. */
  clear(): void {
    this.#calls = null;
  }

  /** Undefined where the trace does not say; outside of MPI since `last`, ns. */
  done(last: number): readonly OpenCall[] | undefined {
    if (this.#calls === null) return undefined;
    if (this.#calls.size > 0) return [...this.#calls.values()];
    return [{ name: '', thread: 0, start: Math.max(last, 0), site: 0 }];
  }
}

/** Where each rank was; undefined where no trace says it. */
export function endsOf(
  ranks: readonly RankTrace[],
  sites: TraceSites | null,
): readonly RankEnd[] | undefined {
  const ends = ranks.flatMap(({ rank, open = [] }, index) =>
    open.map(({ name, thread, start, site }) => ({
      rank,
      thread,
      call: name,
      site: siteOf(sites, index, site),
      sinceNs: start,
    })),
  );
  return ends.length === 0 ? undefined : ends;
}

function siteOf(sites: TraceSites | null, rank: number, site: number): CallSite | null {
  const index = site === 0 ? NONE : (sites?.index[rank]?.[site] ?? NONE);
  return index === NONE ? null : (sites?.list[index] ?? null);
}

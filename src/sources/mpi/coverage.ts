/** Which calls of the traces became operations, and how much time those take that did not. */
import { InputError, many, type Place, type Problem, type Warning } from '../../errors.js';
import { globSource } from '../glob.js';
import type { CallCoverage, Coverage, PollTimes } from '../program.js';
import { CALLS, isLocal } from './mpi-calls.js';
import { placeOf, type RankTrace } from './rank-trace.js';

/** A glob of names of calls, `MPI_` given or not: `Comm_*`, `MPI_File_*`. */
function expressionOf(glob: string): RegExp {
  const name = glob.trim().replace(/^MPI_/i, '');
  return new RegExp(`^(MPI_)?${globSource(name)}$`, 'i');
}

/** Calls that the user leaves out: neither their messages nor their time count. */
export class SkippedCalls {
  /** By code of the call. */
  readonly rows: readonly boolean[];
  readonly #globs: readonly { readonly text: string; readonly expression: RegExp }[];

  constructor(globs: readonly string[]) {
    this.#globs = globs.map((text) => ({ text, expression: expressionOf(text) }));
    this.rows = CALLS.map((call) => this.has(call.name));
  }

  has(name: string): boolean {
    return this.#globs.some(({ expression }) => expression.test(name));
  }

  /** Warnings about globs that no call of the traces matches: they may be misspelt. */
  warnings(ranks: readonly RankTrace[]): Warning[] {
    return this.#globs
      .filter(({ expression }) =>
        ranks.every((trace) => [...trace.tally.keys()].every((name) => !expression.test(name))),
      )
      .map(({ text }) => ({
        code: 'skip-calls',
        message: `no call of the traces matches '${text}', so this pattern skips nothing`,
      }));
  }
}

interface Missed {
  calls: number;
  time: number;
  readonly place: Place;
}

const OUTSIDE: ReadonlySet<string> = new Set(['MPI_Init', 'MPI_Init_thread', 'MPI_Finalize']);
const KNOWN = new Map(CALLS.map((call) => [call.name, call]));
const OFTEN_NAMED = new Map(
  CALLS.flatMap(({ name, joins, own }, code) => (joins || own ? [[name, code] as const] : [])),
);

/** Whether the traces have rows of a call that some tracers, and earlier ones of ours, write without its arguments. */
function hasRows(ranks: readonly RankTrace[], name: string): boolean {
  const code = OFTEN_NAMED.get(name);
  return code === undefined || ranks.some(({ call }) => call.includes(code));
}

/** Calls of a name of which this trace has no row, though others have: such as of ranks that are not in the communicator. */
function onlyNamed({ others }: RankTrace, wanted: string): { readonly calls: number; readonly time: number } {
  const at = others.names.indexOf(wanted);
  let calls = 0;
  let time = 0;
  for (let i = 0; i < others.name.length; i++) {
    if (others.name[i] !== at) continue;
    calls++;
    time += others.time[i];
  }
  return { calls, time };
}

/** What becomes of the calls of a name. */
export function kindOf(
  name: string,
  skipped: SkippedCalls,
  ranks: readonly RankTrace[],
): CallCoverage['kind'] {
  const kind = KNOWN.get(name)?.kind;
  if (skipped.has(name)) return 'skipped';
  if (OUTSIDE.has(name)) return 'outside';
  if (!hasRows(ranks, name)) return 'unknown';
  if (kind !== undefined) return kind === 'local' ? 'local' : 'modelled';
  return isLocal(name) ? 'local' : 'unknown';
}

function totalTime(trace: RankTrace): number {
  const last = trace.rows === 0 ? trace.initEnd : trace.end[trace.rows - 1];
  return (Number.isNaN(trace.finalizeStart) ? last : trace.finalizeStart) - trace.initEnd;
}

export class CoverageCounter {
  readonly #missed = new Map<string, Missed>();

  /** A row that no rule understood. */
  miss(trace: RankTrace, row: number): void {
    const { name } = CALLS[trace.call[row]];
    this.#add(name, 1, trace.end[row] - trace.start[row], placeOf(trace, row));
  }

  #add(name: string, calls: number, time: number, place: Place): void {
    const missed = this.#missed.get(name) ?? { calls: 0, time: 0, place };
    this.#missed.set(name, missed);
    missed.calls += calls;
    missed.time += time;
  }

  report(ranks: readonly RankTrace[], skipped: SkippedCalls, polls: PollTimes | undefined): Coverage {
    const names = new Map<string, { calls: number; time: number }>();
    let time = 0;
    for (const trace of ranks) {
      time += totalTime(trace);
      for (const [name, tally] of trace.tally) {
        const sum = names.get(name) ?? { calls: 0, time: 0 };
        sum.calls += tally.calls;
        sum.time += tally.time;
        names.set(name, sum);
        const place = { source: trace.source, line: tally.line };
        const kind = kindOf(name, skipped, ranks);
        if (kind === 'unknown') this.#add(name, tally.calls, tally.time, place);
        else if (kind === 'modelled' && OFTEN_NAMED.has(name)) {
          const { calls, time: without } = onlyNamed(trace, name);
          if (calls > 0) this.#add(name, calls, without, place);
        }
      }
    }
    const share = (part: number) => (time > 0 ? part / time : 0);
    const calls = [...names].map(([name, sum]) => {
      const missed = this.#missed.get(name);
      const kind = kindOf(name, skipped, ranks);
      return {
        name,
        calls: sum.calls,
        missed: missed?.calls ?? 0,
        kind,
        time: sum.time * 1000,
        share: kind === 'outside' ? 0 : share(sum.time),
        missedShare: share(missed?.time ?? 0),
      };
    });
    calls.sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
    return { calls, ...(polls && { polls }), time: time * 1000 };
  }

  /** One problem per name that was missed, at its first call; for `strict`. */
  refuse(): void {
    const problems: Problem[] = [...this.#missed].map(([name, missed]) => ({
      place: missed.place,
      what: `${name} is not understood (${missed.calls} call${missed.calls === 1 ? '' : 's'})`,
      mend: 'leave out --rules strict to count its time as computation',
    }));
    if (problems.length > 0) throw new InputError(problems);
  }
}

/** A share of the time as warnings say it. */
export function percent(share: number): string {
  const value = share * 100;
  return value >= 0.01 || value === 0 ? `${Number(value.toPrecision(2))} %` : '< 0.01 %';
}

/** More calls are counted without their names: a coverage lists them all. */
const MOST_NAMED = 3;
/** Share of the time from which on the answer says what it may be. */
const LEAST_SHARE = 0.01;

/** Names calls that are not understood, those with the most time first; nothing is dropped silently. */
export function coverageWarning(coverage: Coverage): Warning | null {
  const missed = coverage.calls.filter((call) => call.missed > 0);
  if (missed.length === 0) return null;
  missed.sort((a, b) => b.missedShare - a.missedShare);
  const shareOf = (calls: typeof missed): number => calls.reduce((sum, call) => sum + call.missedShare, 0);
  const list = missed
    .slice(0, MOST_NAMED)
    .map((call) => `${call.name} (${many(call.missed, 'call')}, ${percent(call.missedShare)} of the time)`);
  const others = missed.slice(MOST_NAMED);
  if (others.length > 0) list.push(`${others.length} more (${percent(shareOf(others))})`);
  const waits = '; if this time is waiting, λ_L is larger and less latency is tolerated';
  const message = `calls that are not understood count as computation: ${list.join(', ')}${shareOf(missed) < LEAST_SHARE ? '' : waits}`;
  return { code: 'calls-not-understood', names: missed.map(({ name }) => name), message };
}

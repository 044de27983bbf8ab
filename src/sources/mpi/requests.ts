/**
 * Requests in a trace are addresses of request variables; one call names several of them by the address of
 * the first, so the distance between two must be known: 8 B (Open MPI, C) or 4 B (MPICH, Fortran). Some formats number
 * requests instead: there a call lists those that it names.
 */
import { InputError } from '../../errors.js';
import { CALLS, type CallKind, REQUESTS } from './calls.js';
import type { RankTrace } from './trace.js';

/** How a kind of call touches the requests it names. */
export type RequestUse = 'none' | 'issue' | 'define' | 'start' | 'complete' | 'maybe' | 'forget';

const USE: Readonly<Partial<Record<CallKind, RequestUse>>> = {
  isend: 'issue',
  irecv: 'issue',
  'send-init': 'define',
  'recv-init': 'define',
  'collective-init': 'define',
  'neighbours-init': 'define',
  start: 'start',
  startall: 'start',
  wait: 'complete',
  waitall: 'complete',
  waitany: 'maybe',
  waitsome: 'maybe',
  test: 'maybe',
  testall: 'maybe',
  testany: 'maybe',
  testsome: 'maybe',
  'request-free': 'forget',
};

/** Kinds that name one request instead of a count and the first. */
const SINGLE: ReadonlySet<CallKind> = new Set(['start', 'wait', 'test', 'request-free']);

/** No program waits for more at once; a damaged line may say so. */
const MOST_REQUESTS = 2 ** 24;

export const REQUEST_USE: readonly RequestUse[] = CALLS.map(
  (call) => USE[call.kind] ?? (call.nonblocking ? 'issue' : 'none'),
);

/** The requests that a row names: `count` of them, see {@link addressOf}. */
export interface Named {
  first: number;
  count: number;
  /** Where in the trace's `args` they are listed; -1: they lie one after the other from `first` on. */
  listed: number;
}

/** The `i`-th request of those that a row of `trace` names. */
export const addressOf = ({ args }: RankTrace, { first, listed }: Named, i: number, pitch: number): number =>
  listed < 0 ? first + i * pitch : args[listed + i];

/** Reads the requests of a row into `into`; for rows that use any. */
export function namedRequests(trace: RankTrace, row: number, into: Named): void {
  const call = CALLS[trace.call[row]];
  const at = trace.argStart[row];
  into.listed = -1;
  if (call.requestArg >= 0) {
    into.first = trace.args[at + call.requestArg];
    into.count = 1;
  } else if (SINGLE.has(call.kind)) {
    into.first = trace.args[at];
    into.count = 1;
  } else {
    into.count = trace.args[at + REQUESTS.count];
    into.first = trace.args[at + REQUESTS.first];
    if (into.count < 0 || into.count > MOST_REQUESTS) {
      throw new InputError({
        place: { source: trace.source, line: trace.line[row] },
        what: `${call.name} of ${into.count} requests`,
        mend: 'the line is damaged',
      });
    }
    const list = at + REQUESTS.first + 1;
    if (trace.argStart[row + 1] >= list + into.count && trace.argStart[row + 1] > list) into.listed = list;
  }
}

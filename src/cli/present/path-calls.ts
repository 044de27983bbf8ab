/** The calls that segments of the critical path begin and end in, as a line of text, JSON and CSV. */
import type { PathSegment } from '../../analysis/path.js';
import type { SiteTitle } from '../../analysis/site-groups.js';
import { baseName } from '../../schedule/call-sites.js';
import {
  Calls,
  callPlaceText,
  callText,
  NO_COMMUNICATOR,
  type OperationCall,
  spanText,
} from '../../schedule/calls.js';
import { rankOf, type Schedule } from '../../schedule/schedule.js';
import { siteJson } from './call-sites.js';

/** The call of an operation with its communicator's name, and where in the program it stands. */
interface NamedCall {
  readonly origin: OperationCall;
  /** Null for calls that are on none. */
  readonly communicator: string | null;
}

/** Names the calls of a schedule's operations. */
export class NamedCalls {
  readonly #schedule: Schedule;
  readonly #calls: Calls;

  private constructor(schedule: Schedule, calls: Calls) {
    this.#schedule = schedule;
    this.#calls = calls;
  }

  /** Null where the input tells of no calls, as GOAL files. */
  static of(schedule: Schedule): NamedCalls | null {
    const calls = Calls.of(schedule);
    return calls === null ? null : new NamedCalls(schedule, calls);
  }

  operation(op: number): NamedCall {
    const origin = this.#calls.operation(rankOf(this.#schedule, op), op);
    const { communicators } = this.#calls.table;
    const on = origin.communicator;
    return { origin, communicator: on === NO_COMMUNICATOR ? null : communicators[on].name };
  }
}

/** `site`: of the call; undefined where the input tells of none at all. */
export function callJson(
  { origin, communicator }: NamedCall,
  site: SiteTitle | null | undefined,
): Record<string, unknown> {
  const { call, occurrence, before, source, at, unit } = origin;
  return {
    call,
    occurrence,
    computation_before: before,
    communicator,
    source,
    [unit]: at,
    ...(site === undefined
      ? {}
      : { site: site && siteJson(site.site), region: site?.site.place.function || null }),
  };
}

/** `MPI_Recv#2 … MPI_Allreduce#3 (solver.c:10) at trace-3.txt:1865`: where a segment begins, and by what it leaves its rank. */
export function segmentCallsText(
  calls: NamedCalls,
  { first, last }: Pick<PathSegment, 'first' | 'last'>,
  leaves: SiteTitle | null,
): string {
  const { origin } = calls.operation(last);
  const site = leaves === null ? '' : [leaves.place, ...leaves.via].join(' < ');
  return spanText(calls.operation(first).origin, { ...origin, source: baseName(origin.source) }, site);
}

/** Columns of {@link segmentCallCells}. */
export const SEGMENT_CALL_COLUMNS = [
  'first_call',
  'first_place',
  'last_call',
  'last_place',
  'last_communicator',
  'first_communicator',
] as const;

export function segmentCallCells(
  calls: NamedCalls,
  { first, last }: Pick<PathSegment, 'first' | 'last'>,
): string[] {
  const [begins, ends] = [calls.operation(first), calls.operation(last)];
  return [
    ...[begins, ends].flatMap(({ origin }) => [callText(origin), callPlaceText(origin)]),
    ends.communicator ?? '',
    begins.communicator ?? '',
  ];
}

/** What an archive leaves open, said once for all ranks. */
import type { Warning } from '../../errors.js';
import type { Anchor } from './anchor.js';
import { countingOf } from './collective-sizes.js';
import type { RankFound } from './rank-reader.js';
import { MOST_COMPUTING } from './region-marks.js';

export interface ArchiveFound {
  readonly anchor: Anchor;
  /** Locations that are no threads of ranks. */
  readonly others: number;
  /** Records with fields that are not known. */
  readonly longer: number;
}

const sum = (list: readonly RankFound[], of: (found: RankFound) => number): number =>
  list.reduce((total, found) => total + of(found), 0);

const many = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** Time of all ranks between MPI_Init and MPI_Finalize, in µs. */
const timeOf = ({ trace }: RankFound): number => {
  const { finalizeStart, initEnd, end, rows } = trace;
  return (Number.isNaN(finalizeStart) ? (end[rows - 1] ?? initEnd) : finalizeStart) - initEnd;
};

/** Some of many names. */
const named = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

const NAMED = 5;

const HOW: Readonly<Record<string, string>> = {
  'all ranks': 'what goes to and comes from all ranks',
  buffers: 'the buffers of each call',
};

export function warningsOf(found: readonly RankFound[], { anchor, others, longer }: ArchiveFound): Warning[] {
  const messages: [code: string, message: string, count?: number][] = [];
  const waits = sum(found, (one) => one.waits);
  if (waits > 0 && sum(found, (one) => one.collectives) > 0) {
    const share = (100 * sum(found, (one) => one.waitTime)) / Math.max(1, sum(found, timeOf));
    messages.push([
      'otf2-waits',
      `the archive does not tell of nonblocking collectives when they were complete, nor what they sent: ` +
        `${many(waits, 'wait')} for them or for nothing, ${Number(share.toPrecision(2))} % of the time, ` +
        'count as computation',
    ]);
  }
  const threaded = sum(found, ({ trace }) => (trace.thread === null ? 0 : 1));
  if (threaded > 0)
    messages.push([
      'otf2-threads',
      `threads of ${many(threaded, 'rank')} call MPI at once: each goes on by itself, on a CPU of its own; what they wait ` +
        'for of each other, such as locks, is computation',
    ]);
  const late = sum(found, (one) => one.lateReceives);
  if (late > 0)
    messages.push([
      'otf2-receives',
      `${many(late, 'nonblocking receive is', 'nonblocking receives are')} told of only where they were complete: ` +
        'they are taken as blocking ones there',
    ]);
  const lost = sum(found, (one) => one.lostReceives);
  if (lost > 0)
    messages.push([
      'otf2-open-receives',
      `${many(lost, 'receive was', 'receives were')} never complete, and the archive does not tell from whom they ` +
        'are: they are left out',
    ]);
  const choices = sum(found, (one) => one.choices);
  if (choices > 0)
    messages.push([
      'completion-order',
      `${many(choices, 'call completes', 'calls complete')} some of several requests, and the archive does not tell of ` +
        'which: the order is frozen',
      choices,
    ]);
  const oneSided = sum(found, (one) => one.oneSided);
  if (oneSided > 0)
    messages.push([
      'otf2-one-sided',
      `${many(oneSided, 'one-sided operation')} outside of MPI ${oneSided === 1 ? 'is' : 'are'} not modelled`,
    ]);
  const unentered = sum(found, (one) => one.unentered);
  if (unentered > 0)
    messages.push([
      'otf2-unentered',
      `${many(unentered, 'call of MPI is', 'calls of MPI are')} left and not entered, and the time in them counts as ` +
        `computation; first at ${found.flatMap(({ firstUnentered }) => firstUnentered ?? [])[0]}: is an event missing?`,
      unentered,
    ]);
  const strange = sum(found, (one) => one.strange);
  if (strange > 0)
    messages.push([
      'otf2-other-call',
      `${many(strange, 'event of a message is', 'events of messages are')} in a call that has no such message, and ` +
        `${strange === 1 ? 'counts as a call' : 'count as calls'} of their own; first at ` +
        `${found.flatMap(({ firstStrange }) => firstStrange ?? [])[0]}: is the archive damaged?`,
      strange,
    ]);
  const unissued = sum(found, (one) => one.unissued);
  if (unissued > 0)
    messages.push([
      'otf2-unissued',
      `${many(unissued, 'request is', 'requests are')} complete and not under way, and nothing waits for ` +
        `${unissued === 1 ? 'it' : 'them'}; first at ${found.flatMap(({ firstUnissued }) => firstUnissued ?? [])[0]}: ` +
        'is the archive damaged?',
      unissued,
    ]);
  if (longer > 0)
    messages.push([
      'otf2-newer',
      `the archive is of OTF2 ${anchor.version}: ${many(longer, 'record has', 'records have')} more fields than those of ` +
        '3.0, which are all that is read',
      longer,
    ]);
  if (others > 0)
    messages.push([
      'otf2-locations',
      `${many(others, 'location is', 'locations are')} no thread of a rank (accelerators, metrics): not read`,
    ]);
  const unmarked = [...new Set(found.flatMap((one) => one.unmarked))].sort();
  if (unmarked.length > 0)
    messages.push([
      'otf2-regions',
      `regions that only compute are entered more than ${MOST_COMPUTING} times by a rank: those entered most often have no marks ` +
        `where they do: ${named(unmarked)}`,
    ]);
  const [miscounted] = found.flatMap((one) => one.miscounted);
  if (miscounted !== undefined)
    messages.push([
      'otf2-events',
      `${miscounted}: another number of events than the archive defines: was it recorded to its end?`,
    ]);
  if (usesSizes(found) && countingOf(anchor.creator) === 'buffers')
    messages.push([
      'otf2-sizes',
      `the archive is ${anchor.creator === '' ? 'of a tool without a name' : `by ${anchor.creator}`}, not by Score-P: ` +
        `sizes of collectives are taken as ${HOW.buffers}`,
    ]);
  return messages.map(([code, message, count]) => ({
    code,
    message,
    ...(count === undefined ? {} : { count }),
  }));
}

/** Whether any collective has a size. */
const usesSizes = (found: readonly RankFound[]): boolean =>
  found.some(({ trace }) => [...trace.tally.keys()].some((name) => SIZED.test(name)));

const SIZED = /^MPI_I?(all(reduce|gather|to)|bcast|reduce|gather|scatter|scan|exscan)/i;

/** Flags that select a part of the program, and its places in their words. */
import { Flags } from '@oclif/core';
import type { Bound, RegionEntry, RegionQuery } from '../../analysis/cut/region-bounds.js';
import { UsageError } from '../../errors.js';
import { decimal, parseTime } from '../../units.js';

export const regionFlags = {
  region: Flags.string({
    helpGroup: 'REGION',
    helpValue: 'A..B|steady-state',
    summary: 'analyse a part of the program',
    description:
      'analyse only this part of the program; steady-state are its repeating iterations, without the first and last tenth of them, steady-state:inner the inner loop of an iteration; A and B are a time (2ms), a share (10%), start, end, first-message, last-message, the n-th call of a name (MPI_Allreduce#3), the n-th MPI_Pcontrol (MPI_Pcontrol#1, pcontrol:LEVEL#1) or a region of the program (region:solve; alone, the whole region); with @together behind it, all ranks enter at once, otherwise each at its own time in the run',
  }),
};

/** Its name in answers. */
const STEADY = 'steady-state';
/** The same of the inner loop. */
const INNER = `${STEADY}:inner`;

/** As oclif parses them, with the flags that exclude them. */
export interface RegionFlags {
  readonly region?: string | undefined;
  readonly measured?: string | undefined;
}

/** The region that flags select; null: the whole program. Throws UsageError. */
export function regionQuery(flags: RegionFlags): RegionQuery | null {
  const { measured } = flags;
  if (flags.region === undefined) return null;
  const { text: region, entry } = withEntry(flags.region);
  if (measured !== undefined)
    throw new UsageError(
      '--measured compares whole programs and cannot be combined with --region',
      'leave one of them out',
    );
  if (region === STEADY) return { text: region, from: { kind: 'steady' }, to: { kind: 'steady' }, entry };
  if (region === INNER) {
    const steady = { kind: 'steady', inner: true } as const;
    return { text: region, from: steady, to: steady, entry };
  }
  return { ...parseRegion(region), entry };
}

/** A region, or parts, and how ranks enter: with `@together` behind the text all at once. */
export function withEntry(text: string): { readonly text: string; readonly entry: RegionEntry } {
  const together = text.endsWith(TOGETHER);
  return { text: together ? text.slice(0, -TOGETHER.length) : text, entry: together ? 'together' : 'as-run' };
}

const TOGETHER = '@together';

/** The same for variants, each with its own times. Throws UsageError. */
export function regionOfVariants(flags: RegionFlags): RegionQuery | null {
  const query = regionQuery(flags);
  const timed = [query?.from, query?.to].find((bound) => bound?.kind === 'time' || bound?.kind === 'share');
  if (timed === undefined) return query;
  throw new UsageError(
    `--region ${flags.region} is a ${timed.kind}, which is a different place in each variant`,
    'name calls, such as MPI_Allreduce#3..MPI_Allreduce#8, or first-message..last-message',
  );
}

function parseRegion(text: string): Omit<RegionQuery, 'entry'> {
  const bound = (one: string): Bound => parseBound(one, '--region');
  if (isRegion(text)) return { text, from: bound(text), to: bound(text) };
  const ends = text.split('..');
  if (ends.length !== 2 || ends.some((end) => end.trim() === ''))
    throw new UsageError(
      `--region '${text}' cannot be read`,
      'write A..B, such as first-message..last-message, 10%..90% or MPI_Allreduce#3..MPI_Allreduce#8',
    );
  const [from, to] = ends.map((end) => bound(end.trim()));
  const [begin, end] = [from, to].map(amountOf);
  if (from.kind === to.kind && begin >= end)
    throw new UsageError(`--region '${text}' does not end after it begins`, 'write a later end');
  return { text, from, to };
}

/** Orders bounds of one kind; NaN for kinds without an order. */
function amountOf(bound: Bound): number {
  if (bound.kind === 'time') return bound.ns;
  return bound.kind === 'share' ? bound.share : Number.NaN;
}

const WORDS = ['start', 'end', 'first-message', 'last-message'] as const;

/** A place in a program, as `--region` has two. `flag`: has the text, for errors. Throws UsageError. */
export function parseBound(text: string, flag: '--region' | '--by'): Bound {
  const word = WORDS.find((one) => one === text);
  if (word !== undefined) return { kind: word };
  const mark = parseMark(text);
  if (mark !== null) return mark;
  if (/^[a-z_]/i.test(text)) return parseCall(text, flag);
  if (!text.endsWith('%'))
    return {
      kind: 'time',
      ns: parseTime(text, { name: flag }),
    };
  const share = decimal(text.slice(0, -1).trim()) / 100;
  if (share >= 0 && share <= 1) return { kind: 'share', share };
  throw new UsageError(`${flag} '${text}' is no share of the runtime`, 'write 0% to 100%');
}

/** Whether the text names a whole region of the program instead of two bounds. */
const isRegion = (text: string): boolean => text.startsWith(REGION) && !text.includes('..');

const REGION = 'region:';
const PCONTROL = /^(?:mpi_)?pcontrol(?::(-?\d{1,10}))?(?:#([1-9]\d{0,9}))?$/i;
const NUMBERED = /^(.+?)(?:#([1-9]\d{0,9}))?$/;

/** `MPI_Pcontrol#3`, `pcontrol:1#2`, `region:solve#2`; without a number the first. Null if it is no mark. */
function parseMark(text: string): Bound | null {
  const pcontrol = PCONTROL.exec(text);
  if (pcontrol !== null) {
    const level = pcontrol[1] === undefined ? null : Number(pcontrol[1]);
    return { kind: 'pcontrol', level, nth: Number(pcontrol[2] ?? 1) };
  }
  const region = text.startsWith(REGION) ? NUMBERED.exec(text.slice(REGION.length)) : null;
  return region === null ? null : { kind: 'region', name: region[1], nth: Number(region[2] ?? 1) };
}

/** `MPI_Allreduce#3`; without a number the first. */
function parseCall(text: string, flag: string): Bound {
  const match = /^([a-z_]\w*)(?:#([1-9]\d{0,9}))?$/i.exec(text);
  if (match !== null) return { kind: 'call', name: match[1], nth: Number(match[2] ?? 1) };
  throw new UsageError(
    `${flag} '${text}' is no place in a program`,
    `write a time, a share, ${WORDS.join(', ')}, a call with its number, such as MPI_Allreduce#3, or a mark, such as MPI_Pcontrol#1 or region:NAME`,
  );
}

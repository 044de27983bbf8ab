/** The parts that the marks of a program make of it. */
import { UsageError } from '../../errors.js';
import {
  type MarkedRegion,
  type MarkTable,
  type RankMarks,
  regionsOf,
  regionTally,
} from '../../schedule/marks.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Bound } from './bounds.js';
import { namesInOrder, pcontrolCounts, pcontrolText, regionCounts } from './marks.js';

/** By which marks: each occurrence of regions, of one name unless that is null; or from one MPI_Pcontrol to the next. */
export type MarkedBy =
  | { readonly kind: 'region'; readonly name: string | null }
  | { readonly kind: 'pcontrol' };

/** A part of a program with its name. */
export interface Part {
  readonly name: string;
  readonly from: Bound;
  readonly to: Bound;
}

/** The parts, and names of regions that have none because there would be too many. */
export interface MarkedParts {
  readonly parts: readonly Part[];
  readonly leftOut: readonly string[];
}

/**
 * Where all regions would be more than `most` parts, those are left out that only compute. Throws UsageError where there are no
 * such marks, or ranks have different numbers of them.
 */
export function markedParts({ calls }: Schedule, by: MarkedBy, most: number): MarkedParts {
  const marks = calls?.marks ?? null;
  if (by.kind === 'region' && by.name === null) return allRegions(marks, most);
  const parts =
    by.kind === 'pcontrol' || by.name === null
      ? betweenPcontrols(marks)
      : occurrences(by.name, sameOnAll(marks, by.name));
  return { parts, leftOut: [] };
}

function betweenPcontrols(marks: MarkTable | null): Part[] {
  const count = evenCount(pcontrolCounts(marks), 'calls', pcontrolText(null));
  const inner = Array.from({ length: count }, (_, i) => ({
    text: `${pcontrolText(null)}#${i + 1}`,
    bound: { kind: 'pcontrol', level: null, nth: i + 1 } as const,
  }));
  const all: { text: string; bound: Bound }[] = [
    { text: 'start', bound: { kind: 'start' } },
    ...inner,
    { text: 'end', bound: { kind: 'end' } },
  ];
  return all.slice(1).map(({ text, bound }, i) => ({
    name: `${all[i].text}..${text}`,
    from: all[i].bound,
    to: bound,
  }));
}

function occurrences(name: string, count: number): Part[] {
  return Array.from({ length: count }, (_, i) => {
    const bound: Bound = { kind: 'region', name, nth: i + 1 };
    return { name: `${name}#${i + 1}`, from: bound, to: bound };
  });
}

const sameOnAll = (marks: MarkTable | null, name: string): number =>
  evenCount(regionCounts(marks, name), 'enters', `region '${name}'`);

/** Throws where a rank has another number: which belong together is not known then. */
function evenCount(counts: readonly number[], does: 'calls' | 'enters', name: string): number {
  const [first] = counts;
  const other = counts.findIndex((count) => count !== first);
  if (other < 0) return first;
  throw new UsageError(
    `rank 0 ${does} ${name} ${first} times, rank ${other} ${counts[other]}: which of them belong together is not known`,
    'name single ones as the bounds of parts',
  );
}

/** Those that all ranks enter equally often, in the order in which rank 0 begins them. */
function allRegions(marks: MarkTable | null, most: number): MarkedParts {
  if (marks === null || marks.names.length === 0)
    throw new UsageError('the input tells of no regions of the program', 'take iterations, or name bounds');
  const tallies = marks.ranks.map((rank) => regionTally(rank, marks.names.length));
  const even = namesInOrder(marks).filter((name) => {
    const index = marks.names.indexOf(name);
    return tallies.every((tally) => tally[index] === tallies[0][index]);
  });
  if (even.length === 0)
    throw new UsageError(
      'ranks enter no region equally often: which of them belong together is not known',
      'name single ones as the bounds of parts',
    );
  const [first] = marks.ranks;
  const found = even.map((name) => ({ name, begun: regionsOf(first, marks.names.indexOf(name)) }));
  const all = found.reduce((sum, { begun }) => sum + begun.length, 0);
  const computing = all > most ? found.filter(({ begun }) => begun.every((one) => computes(first, one))) : [];
  const kept = found.filter((one) => !computing.includes(one));
  const parts = kept
    .flatMap(({ name, begun }) =>
      occurrences(name, begun.length).map((part, i) => ({ part, at: begun[i].begin })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ part }) => part);
  return { parts, leftOut: computing.map(({ name }) => name) };
}

/** Whether a region lies between two calls. */
const computes = ({ call }: RankMarks, { begin, end }: MarkedRegion): boolean =>
  end !== null && call[begin] === call[end];

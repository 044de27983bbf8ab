/** A program in consecutive parts, by its marks or iterations, and the tolerance of each. */
import { ModelError, many, UsageError } from '../../errors.js';
import { buildGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import {
  type MarkedRegion,
  type MarkTable,
  type RankMarks,
  regionsOf,
  regionTally,
} from '../../schedule/program-calls.js';
import type { Schedule } from '../../schedule/schedule.js';
import { Replay } from '../../timing/replay.js';
import { Model } from '../model.js';
import { type ToleranceResult, tolerance } from '../sensitivity.js';
import { cutIfAny, type RegionFound } from './cut-region.js';
import { type Iterations, iterationsOf } from './iterations.js';
import { namesInOrder, pcontrolCounts, pcontrolText, regionCounts } from './program-marks.js';
import type { Bound, RegionEntry } from './region-bounds.js';

/** One part; times are those of the whole program at the machine's parameters. */
export interface Phase {
  readonly name: string;
  readonly found: RegionFound;
  /** By how much the last operation so far ends later than without the part, ns: its contribution to T. */
  readonly adds: number;
  readonly result: ToleranceResult;
}

/** A bound with the words that name it. */
export interface Mark {
  readonly text: string;
  readonly bound: Bound;
}

/** The parts, and what is computed for each. */
export interface PhasesQuery {
  /** The bounds of the parts, each ending where the next begins; null: the iterations that the program repeats. */
  readonly marks: readonly Mark[] | null;
  /** The iterations of the inner loop instead. */
  readonly inner?: boolean;
  /** Instead of `marks`: parts that the program itself marks. */
  readonly marked?: MarkedBy;
  readonly percents: readonly number[];
  readonly entry: RegionEntry;
  readonly onDone?: (done: number, total: number) => void;
  /** Called with the iterations found. */
  readonly onIterations?: (found: Iterations) => void;
  /** Called with empty parts between bounds, which are omitted. */
  readonly onEmpty?: (names: readonly string[]) => void;
  /** Called with regions that only compute, which are omitted if there would be too many parts. */
  readonly onLeftOut?: (names: readonly string[]) => void;
}

/** Maximum number of parts; each is a separate program. */
export const MOST_PHASES = 1000;

/** Throws UsageError for missing bounds, ModelError as the program does, and if nothing repeats. */
export async function phases(schedule: Schedule, machine: Machine, query: PhasesQuery): Promise<Phase[]> {
  const replay = new Replay(buildGraph(schedule, machine), machine);
  const parts = partsQuery(replay, query);
  if (parts.length > MOST_PHASES)
    throw new UsageError(
      `${parts.length} parts are more than the maximum of ${MOST_PHASES}`,
      query.marked?.kind === 'region'
        ? 'use a region that is entered less often'
        : 'use fewer bounds, such as 0%,25%,50%,75%,100%',
    );
  const list: Phase[] = [];
  const empty: string[] = [];
  const adding = query.marked?.kind === 'region' ? new AddedByRegions() : new Added();
  for (const { name, from, to } of parts) {
    const one = { text: name, from, to, entry: query.entry };
    const cut = cutIfAny(replay, one);
    if (cut === null) {
      empty.push(name);
      continue;
    }
    const { schedule: own, found } = cut;
    // Parts are many and small: loading another solver for each takes longer than the passes.
    const model = await Model.of(own, machine, { engine: 'sweep' });
    const adds = adding.by(found);
    list.push({ name, found, adds, result: await tolerance(model, query.percents) });
    query.onDone?.(list.length, parts.length);
  }
  // Consecutive marks of the program may be adjacent; adjacent bounds of a user are unexpected.
  if (empty.length > 0 && list.length > 0 && query.marked === undefined) query.onEmpty?.(empty);
  if (list.length > 0) return list;
  throw query.marked === undefined
    ? new ModelError({
        what: `no operation of the program is within ${empty.join(' or ')}`,
        mend: 'use bounds that are farther apart; a computation belongs to the part in which it starts',
      })
    : new ModelError({
        what: `no operation of the program is ${markedText(query.marked)}`,
        mend: `use ${OTHER_PARTS}`,
      });
}

/** Where operations were searched, for errors. */
function markedText(by: MarkedBy): string {
  if (by.kind === 'pcontrol') return `between its calls of ${pcontrolText(null)}`;
  return by.name === null ? 'within its regions' : `within region:${by.name}`;
}

/** For programs without usable marks. */
const OTHER_PARTS = '--by iteration, or bounds such as --by part:start,50%,end';

/** The contributions of consecutive parts to T. */
class Added {
  #reached: number | null = null;

  by({ begin, end }: RegionFound): number {
    const reached = this.#reached ?? begin;
    const adds = Math.max(0, end - reached);
    this.#reached = reached + adds;
    return adds;
  }
}

/**
 * The contributions of regions: operations between two regions belong to neither, and a nested region is a part of the
 * outer one.
 */
class AddedByRegions {
  readonly #ends: number[] = [];

  by({ begin, end }: RegionFound): number {
    const reached = this.#ends.reduce((most, one) => (one < end ? Math.max(most, one) : most), begin);
    this.#ends.push(end);
    return end - reached;
  }
}

function partsQuery(
  replay: Replay,
  { marks, inner = false, marked, onLeftOut, onIterations }: PhasesQuery,
): readonly Part[] {
  if (marked !== undefined) {
    const { parts, leftOut } = markedParts(replay.graph.schedule, marked, MOST_PHASES);
    if (leftOut.length > 0) onLeftOut?.(leftOut);
    return parts;
  }
  if (marks !== null) return partsBetween(marks);
  const { at, ...found } = iterationsOf(replay, inner);
  onIterations?.(found);
  return Array.from({ length: found.iterations }, (_, i) => ({
    name: String(i + 1),
    from: at(i),
    to: at(i + 1),
  }));
}

const partsBetween = (marks: readonly Mark[]): Part[] =>
  marks.slice(1).map((mark, i) => ({
    name: `${marks[i].text}..${mark.text}`,
    from: marks[i].bound,
    to: mark.bound,
  }));

/** The marks used: each occurrence of regions, of one name unless that is null; or from one MPI_Pcontrol to the next. */
export type MarkedBy =
  | { readonly kind: 'region'; readonly name: string | null }
  | { readonly kind: 'pcontrol' };

/** A part of a program with its name. */
interface Part {
  readonly name: string;
  readonly from: Bound;
  readonly to: Bound;
}

/** The parts, and names of regions omitted to limit their number. */
interface MarkedParts {
  readonly parts: readonly Part[];
  readonly leftOut: readonly string[];
}

/**
 * If all regions would be more than `most` parts, those that only compute are omitted. Throws UsageError if there are no
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

/** Throws if ranks have different numbers, because they cannot be matched. */
function evenCount(counts: readonly number[], does: 'calls' | 'enters', name: string): number {
  const [first] = counts;
  const other = counts.findIndex((count) => count !== first);
  if (other < 0) return first;
  throw new UsageError(
    `rank 0 ${does} ${name} ${many(first, 'time')}, but rank ${other} does so ${many(counts[other], 'time')}, so the occurrences cannot be matched`,
    'use single occurrences, such as region:NAME#2 or MPI_Pcontrol#2, as the bounds of parts',
  );
}

/** Those that all ranks enter equally often, in the order in which rank 0 begins them. */
function allRegions(marks: MarkTable | null, most: number): MarkedParts {
  if (marks === null || marks.names.length === 0)
    throw new UsageError('the input has no program regions', `use ${OTHER_PARTS}`);
  const tallies = marks.ranks.map((rank) => regionTally(rank, marks.names.length));
  const even = namesInOrder(marks).filter((name) => {
    const index = marks.names.indexOf(name);
    return tallies.every((tally) => tally[index] === tallies[0][index]);
  });
  if (even.length === 0)
    throw new UsageError(
      'no region is entered equally often by all ranks, so none can be matched',
      'use single occurrences, such as region:NAME#2, as the bounds of parts',
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

/** Whether a region is between two calls. */
const computes = ({ call }: RankMarks, { begin, end }: MarkedRegion): boolean =>
  end !== null && call[begin] === call[end];

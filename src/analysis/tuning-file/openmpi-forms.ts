/** Which algorithms a rules file of Open MPI's coll/tuned can name, with the fan-outs and segments that it takes. */
import type { CollectiveName } from '../../collectives/names.js';
import { algorithmNumbers, counterpartOf, numberedChoice } from '../../collectives/openmpi-rules.js';
import type { CollectiveSize } from '../../sources/program.js';
import { FANOUTS, SEGMENTS, sizeText } from '../tune-choices.js';
import type { ChosenCalls, TuningForm } from './form.js';

/** A line of a rules file but for its size. */
export interface OpenMpiForm extends TuningForm {
  readonly number: number;
  /** 0: none. */
  readonly faninout: number;
  /** Bytes; 0: not segmented. */
  readonly segment: number;
}

/** What rules files know of each collective: its number, and which size they compare. Others they do not know. */
interface OpenMpiCollective {
  readonly id: number;
  /** Bytes that a rule is chosen by, of `bytes` of the unit by `ranks` ranks; null: rules know no size. */
  readonly size: ((bytes: number, ranks: number) => number) | null;
  /** Numbers of the algorithms whose segment and whose fan-out a rule gives. */
  readonly segmented?: readonly number[];
  readonly fanned?: readonly number[];
  /** The fan-out that the algorithm of a number is to have where it has but one here. */
  readonly faninout?: Readonly<Record<number, number>>;
}

const own = (bytes: number): number => bytes;
const total = (bytes: number, ranks: number): number => bytes * ranks;

/**
 * Sizes as Open MPI 4.1.4 was seen to compare them (test/openmpi/rules-file.real.test.ts): an allgatherv by the mean
 * block, and scan and exscan by the size of an element times the ranks, which a trace does not tell.
 */
export const OPEN_MPI_COLLECTIVES: Readonly<Partial<Record<CollectiveName, OpenMpiCollective>>> = {
  // From Open MPI 5 on Bruck's takes its radix as fan-out; 4 passes it over.
  allgather: { id: 0, size: total, faninout: { 2: 2 } },
  allgatherv: { id: 1, size: own },
  allreduce: { id: 2, size: own },
  alltoall: { id: 3, size: total },
  alltoallv: { id: 4, size: null },
  barrier: { id: 6, size: null },
  bcast: { id: 7, size: own, segmented: [2, 5, 6, 7], fanned: [2] },
  exscan: { id: 8, size: null },
  gather: { id: 9, size: total },
  reduce: { id: 11, size: own, segmented: [2, 4, 5, 6], fanned: [2] },
  reduce_scatter: { id: 12, size: total },
  reduce_scatter_block: { id: 13, size: total },
  scan: { id: 14, size: null },
  scatter: { id: 15, size: total },
};

/** Made of other collectives, which the same file may rule: their messages are not theirs alone. */
const COMPOSED = ['ompi-reduce-bcast', 'ompi-gather-bcast', 'ompi-reduce-scatter'];
/** For two ranks only; others of theirs do the same there. */
const TWO_RANKS = 'two_proc';

/**
 * The forms that run as said for all of these calls: none that hands over to another for want of elements. Of several
 * that send the same messages, the first.
 */
export function openMpiForms({ collective, calls }: ChosenCalls): OpenMpiForm[] {
  const known = OPEN_MPI_COLLECTIVES[collective];
  if (known === undefined) return [];
  const segments = SEGMENTS.filter((segment) => calls.every((call) => cutsEqually(call, segment)));
  const forms = new Map<string, OpenMpiForm>();
  for (const number of algorithmNumbers(collective)) {
    const { theirs, ours } = counterpartOf(collective, number);
    if (theirs === TWO_RANKS || COMPOSED.includes(ours)) continue;
    if (!calls.every((call) => numberedChoice(collective, number, call.ranks, call.bytes).ours === ours))
      continue;
    for (const form of formsOf(known, number, { theirs, ours }, segments))
      if (!forms.has(form.text)) forms.set(form.text, form);
  }
  return [...forms.values()];
}

/** Whether segments are all of one size: the rest of others Open MPI sends by itself, and here they are made equal. */
const cutsEqually = ({ bytes }: CollectiveSize, segment: number): boolean =>
  bytes > segment && bytes % segment === 0;

function formsOf(
  { segmented = [], fanned = [], faninout: fixed = {} }: OpenMpiCollective,
  number: number,
  { theirs, ours }: { readonly theirs: string; readonly ours: string },
  cuts: readonly number[],
): OpenMpiForm[] {
  const fanouts = fanned.includes(number) ? [1, ...FANOUTS] : [fixed[number] ?? 0];
  const segments = segmented.includes(number) ? cuts : [];
  return [0, ...segments].flatMap((segment) =>
    fanouts.map((faninout) => {
      const fan = fanned.includes(number) && faninout > 1 ? `:fanout=${faninout}` : '';
      const cut = segment > 0 ? `:segment=${sizeText(segment)}` : '';
      return { text: `${ours}${fan}${cut}`, theirs, number, faninout, segment };
    }),
  );
}

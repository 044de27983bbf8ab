/** Which algorithms control variables of MPICH can name: one for each collective, whatever its size and its ranks. */
import { powerBelow } from '../../collectives/blocks.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveSize } from '../../sources/program.js';
import { commented } from './comment.js';
import type { ChosenCalls, TuningForm } from './form.js';

/** MPICH's name of one of its algorithms, and the calls that it runs for; for others MPICH takes another. */
interface MpichAlgorithm {
  readonly theirs: string;
  readonly runs?: (call: CollectiveSize) => boolean;
}

const ELEMENT_BYTES = 8;
/** Calls up to which MPICH's scattered alltoall keeps all messages in flight (`MPIR_CVAR_ALLTOALL_THROTTLE`). */
const THROTTLE = 32;

const powersOfTwo = ({ ranks }: CollectiveSize): boolean => powerBelow(ranks) === ranks;
/** For other numbers of ranks MPICH folds whole vectors, we halves. */
const foldsNothing = (call: CollectiveSize): boolean =>
  powersOfTwo(call) && call.bytes >= call.ranks * ELEMENT_BYTES;
const unthrottled = ({ ranks }: CollectiveSize): boolean => ranks <= THROTTLE;

const ALLGATHER: Readonly<Record<string, MpichAlgorithm>> = {
  'recursive-doubling': { theirs: 'recursive_doubling', runs: powersOfTwo },
  bruck: { theirs: 'brucks' },
  ring: { theirs: 'ring' },
};

/**
 * By our name. Left out is what runs otherwise than what we have under that name: the binomial tree of its bcast, which
 * halves the ranks; its pairwise exchange of powers of two, by exclusive or. So is reduce: the tree that it takes by itself
 * is another than the one that stands for it here, and a gain over that might be none. Held against MPICH 4.0.2 as it runs: test/mpich.
 */
const ALGORITHMS: Readonly<Partial<Record<CollectiveName, Readonly<Record<string, MpichAlgorithm>>>>> = {
  bcast: {
    'scatter-allgather-doubling': { theirs: 'scatter_recursive_doubling_allgather', runs: powersOfTwo },
    'scatter-allgather': { theirs: 'scatter_ring_allgather' },
  },
  allreduce: {
    'recursive-doubling': { theirs: 'recursive_doubling' },
    rabenseifner: { theirs: 'reduce_scatter_allgather', runs: foldsNothing },
  },
  allgather: ALLGATHER,
  alltoall: {
    linear: { theirs: 'scattered', runs: unthrottled },
    pairwise: { theirs: 'pairwise', runs: (call) => !powersOfTwo(call) },
    bruck: { theirs: 'brucks' },
  },
};

/** The forms that run as said for all of these calls. */
export function mpichForms({ collective, calls }: ChosenCalls): TuningForm[] {
  return Object.entries(ALGORITHMS[collective] ?? {})
    .filter(([, { runs }]) => runs === undefined || calls.every(runs))
    .map(([text, { theirs }]) => ({ text, theirs }));
}

/** What one collective is to take, wherever it is called. */
export interface MpichSetting {
  readonly collective: CollectiveName;
  readonly form: TuningForm;
}

/** A file that a POSIX shell reads: `. FILE`. `comments`: the lines at its head. */
export function mpichVariablesFile(settings: readonly MpichSetting[], comments: readonly string[]): string {
  const lines = settings.map(
    ({ collective, form }) => `export ${mpichVariable(collective)}=${form.theirs}\n`,
  );
  return `${commented(comments)}${lines.join('')}`;
}

/** The control variable of a collective. */
export const mpichVariable = (collective: CollectiveName): string =>
  `MPIR_CVAR_${collective.toUpperCase()}_INTRA_ALGORITHM`;

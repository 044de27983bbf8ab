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
/** Bytes from which MPICH's ring of an allgatherv cuts a block (`MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE`). */
const PIPELINE = 32_768;

const powersOfTwo = ({ ranks }: CollectiveSize): boolean => powerBelow(ranks) === ranks;
/** Vectors that shares of whole elements make up: others MPICH cuts otherwise than we do. */
const divides = ({ ranks, bytes }: CollectiveSize): boolean =>
  bytes > 0 && bytes % (ranks * ELEMENT_BYTES) === 0;
/** For other numbers of ranks MPICH folds whole vectors, we halves. */
const foldsNothing = (call: CollectiveSize): boolean => powersOfTwo(call) && divides(call);
const unthrottled = ({ ranks }: CollectiveSize): boolean => ranks <= THROTTLE;
/** However blocks differ, none is larger than what MPICH's ring sends at once. */
const unpiped = ({ ranks, bytes }: CollectiveSize): boolean => ranks * bytes <= PIPELINE;

const DOUBLING: MpichAlgorithm = { theirs: 'recursive_doubling', runs: powersOfTwo };
const REDUCE_SCATTER: Readonly<Record<string, MpichAlgorithm>> = {
  'recursive-halving': { theirs: 'recursive_halving' },
  pairwise: { theirs: 'pairwise' },
};

/**
 * By our name. Left out is what runs otherwise than what we have under that name: its pairwise exchange of powers of two,
 * by exclusive or; its reduce-scatter by recursive doubling. The other collectives have but one algorithm. Held against
 * MPICH 4.0.2 as it runs: test/mpich.
 */
const ALGORITHMS: Readonly<Partial<Record<CollectiveName, Readonly<Record<string, MpichAlgorithm>>>>> = {
  bcast: {
    'knomial:fanout=2': { theirs: 'binomial' },
    'scatter-allgather-doubling': {
      theirs: 'scatter_recursive_doubling_allgather',
      runs: (call) => powersOfTwo(call) && divides(call),
    },
    'scatter-allgather': { theirs: 'scatter_ring_allgather', runs: divides },
  },
  reduce: {
    'ompi-binomial': { theirs: 'binomial' },
    rabenseifner: { theirs: 'reduce_scatter_gather', runs: foldsNothing },
  },
  allreduce: {
    'recursive-doubling': { theirs: 'recursive_doubling' },
    rabenseifner: { theirs: 'reduce_scatter_allgather', runs: foldsNothing },
  },
  allgather: { 'recursive-doubling': DOUBLING, bruck: { theirs: 'brucks' }, ring: { theirs: 'ring' } },
  allgatherv: {
    'recursive-doubling': DOUBLING,
    bruck: { theirs: 'brucks' },
    ring: { theirs: 'ring', runs: unpiped },
  },
  alltoall: {
    linear: { theirs: 'scattered', runs: unthrottled },
    pairwise: { theirs: 'pairwise', runs: (call) => !powersOfTwo(call) },
    bruck: { theirs: 'brucks' },
  },
  reduce_scatter: REDUCE_SCATTER,
  reduce_scatter_block: REDUCE_SCATTER,
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

/**
 * The formats of tuning files: what control variables of MPICH, and rules files of Open MPI's coll/tuned (classic, JSON),
 * can express for each algorithm, and their text.
 */
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import { powerBelow } from '../collectives/data-flow.js';
import { algorithmNumbers, counterpartOf, numberedChoice } from '../collectives/openmpi-rules.js';
import type { CollectiveSize } from '../sources/program.js';
import { FANOUTS, SEGMENTS, sizeText } from './tuning.js';

/** An algorithm that a library has, with its options. */
export interface TuningForm {
  /** As a candidate here, such as `chain:fanout=4:segment=8KiB`. */
  readonly text: string;
  /** The library's name of it. */
  readonly theirs: string;
}

/** The calls of one collective that a choice is for. */
export interface ChosenCalls {
  readonly collective: CollectiveName;
  /** Each with its size and number of ranks, at least one. */
  readonly calls: readonly CollectiveSize[];
}

// Algorithms that control variables of MPICH can select: one per collective, for all sizes and ranks.

/** MPICH's name of an algorithm, and the calls for which it runs; for others MPICH takes another. */
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
/** Vectors of whole elements per rank; others MPICH cuts differently from the model. */
const divides = ({ ranks, bytes }: CollectiveSize): boolean =>
  bytes > 0 && bytes % (ranks * ELEMENT_BYTES) === 0;
/** For other numbers of ranks MPICH folds whole vectors, the model halves. */
const foldsNothing = (call: CollectiveSize): boolean => powersOfTwo(call) && divides(call);
const unthrottled = ({ ranks }: CollectiveSize): boolean => ranks <= THROTTLE;
/** No block is larger than MPICH's ring sends at once. */
const unpiped = ({ ranks, bytes }: CollectiveSize): boolean => ranks * bytes <= PIPELINE;

const DOUBLING: MpichAlgorithm = { theirs: 'recursive_doubling', runs: powersOfTwo };
const REDUCE_SCATTER: Readonly<Record<string, MpichAlgorithm>> = {
  'recursive-halving': { theirs: 'recursive_halving' },
  pairwise: { theirs: 'pairwise' },
};

/**
 * By our name. Omitted are algorithms that run differently under the same name: its pairwise exchange for powers of two, by
 * exclusive or; its reduce-scatter by recursive doubling. The other collectives have only one algorithm. Verified with
 * MPICH 4.0.2: test/mpich.
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

/** The forms that run as named for all of these calls. */
export function mpichForms({ collective, calls }: ChosenCalls): TuningForm[] {
  return Object.entries(ALGORITHMS[collective] ?? {})
    .filter(([, { runs }]) => runs === undefined || calls.every(runs))
    .map(([text, { theirs }]) => ({ text, theirs }));
}

/** The algorithm of one collective, for all calls. */
interface MpichSetting {
  readonly collective: CollectiveName;
  readonly form: TuningForm;
}

/** A file to be sourced by a POSIX shell: `. FILE`. `comments`: the lines at its head. */
export function mpichVariablesFile(settings: readonly MpichSetting[], comments: readonly string[]): string {
  const lines = settings.map(
    ({ collective, form }) => `export ${mpichVariable(collective)}=${form.theirs}\n`,
  );
  return `${commented(comments)}${lines.join('')}`;
}

/** The control variable of a collective. */
export const mpichVariable = (collective: CollectiveName): string =>
  `MPIR_CVAR_${collective.toUpperCase()}_INTRA_ALGORITHM`;

// Algorithms that a rules file of Open MPI's coll/tuned can select, with the fan-outs and segments that it takes.

/** A line of a rules file but for its size. */
interface OpenMpiForm extends TuningForm {
  readonly number: number;
  /** 0: none. */
  readonly faninout: number;
  /** Bytes; 0: not segmented. */
  readonly segment: number;
}

/** What rules files know of each collective: its number, and which size they compare. Others they do not know. */
interface OpenMpiCollective {
  readonly id: number;
  /** Bytes by which a rule is chosen, for `bytes` of the unit by `ranks` ranks; null: rules have no size. */
  readonly size: ((bytes: number, ranks: number) => number) | null;
  /** Numbers of the algorithms whose segment and whose fan-out a rule gives. */
  readonly segmented?: readonly number[];
  readonly fanned?: readonly number[];
  /** The fan-out of an algorithm that has only one here. */
  readonly faninout?: Readonly<Record<number, number>>;
}

const own = (bytes: number): number => bytes;
const total = (bytes: number, ranks: number): number => bytes * ranks;

/**
 * Sizes as Open MPI 4.1.4 compares them (test/openmpi/rules-file.real.test.ts): an allgatherv by the mean block, and scan
 * and exscan by the size of an element times the ranks, which a trace does not record.
 */
export const OPEN_MPI_COLLECTIVES: Readonly<Partial<Record<CollectiveName, OpenMpiCollective>>> = {
  // From Open MPI 5 on Bruck's algorithm takes its radix as fan-out; version 4 ignores it.
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

/** Made of other collectives, which the same file may also change. */
const COMPOSED = ['ompi-reduce-bcast', 'ompi-gather-bcast', 'ompi-reduce-scatter'];
/** For two ranks only; others are equivalent there. */
const TWO_RANKS = 'two_proc';

/**
 * The forms that run as named for all of these calls, without a fallback for too few elements. Of several with the same
 * messages, the first.
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

/** Whether segments are all of one size; Open MPI sends a remainder separately, while the model equalises segments. */
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

// A rules file for coll/tuned of Open MPI in its classic format, which versions 4 and 5 read.

/** The choices for calls of some sizes by communicators of one size. */
export interface OpenMpiRule {
  readonly collective: CollectiveName;
  readonly ranks: number;
  /** Smallest and largest bytes of the collective's unit; of blocks that differ, their mean. */
  readonly least: number;
  readonly most: number;
  readonly form: OpenMpiForm;
}

/** Sizes from `from` on, in bytes as rules compare them; null: Open MPI's own decision. */
interface Line {
  readonly from: number;
  readonly form: OpenMpiForm | null;
}

/**
 * The file. A rule of Open MPI applies from its number of ranks and from its bytes on, and the first one also below them,
 * so each list begins and ends with a rule that leaves the decision to Open MPI. `comments`: the lines at its head.
 */
export function openMpiRulesFile(rules: readonly OpenMpiRule[], comments: readonly string[]): string {
  const names = [...new Set(rules.map(({ collective }) => collective))].sort((a, b) => idOf(a) - idOf(b));
  const blocks = names.map((name) =>
    collectiveText(
      name,
      rules.filter(({ collective }) => collective === name),
    ),
  );
  return `${commented(comments)}${names.length}  # collectives\n${blocks.join('')}`;
}

function idOf(collective: CollectiveName): number {
  const known = OPEN_MPI_COLLECTIVES[collective];
  if (known === undefined) throw new RangeError(`rules files do not support ${collective}`);
  return known.id;
}

function collectiveText(name: CollectiveName, rules: readonly OpenMpiRule[]): string {
  const sizes = communicators(rules);
  const texts = sizes.map(({ ranks, own }) => communicatorText(ranks, own));
  return `${idOf(name)}  # ${name}\n${sizes.length}  # sizes of communicators\n${texts.join('')}`;
}

/** From 0 ranks on; entries without rules end a size that has some. */
function communicators(rules: readonly OpenMpiRule[]): { ranks: number; own: OpenMpiRule[] }[] {
  const ruled = [...new Set(rules.map(({ ranks }) => ranks))];
  const starts = [...new Set([0, ...ruled.flatMap((ranks) => [ranks, ranks + 1])])].sort((a, b) => a - b);
  return starts.map((ranks) => ({ ranks, own: rules.filter((rule) => rule.ranks === ranks) }));
}

function communicatorText(ranks: number, own: readonly OpenMpiRule[]): string {
  const lines = linesOf(own);
  const texts = lines.map(({ from, form }) =>
    form === null
      ? `${from} 0 0 0  # left to Open MPI\n`
      : `${from} ${form.number} ${form.faninout} ${form.segment}  # ${form.theirs}\n`,
  );
  return `${ranks}  # ranks\n${lines.length}  # bytes from, algorithm, fan-out, segment\n${texts.join('')}`;
}

/** Ascending, the first from 0 on; sizes without a rule are left to Open MPI. */
function linesOf(rules: readonly OpenMpiRule[]): Line[] {
  const lines: Line[] = [{ from: 0, form: null }];
  const add = (line: Line): void => {
    if (lines[lines.length - 1].from >= line.from) lines.pop();
    lines.push(line);
  };
  for (const rule of [...rules].sort((a, b) => a.least - b.least)) {
    const range = comparedRange(rule);
    add({ from: range.from, form: rule.form });
    if (range.end !== null) add({ from: range.end, form: null });
  }
  return lines;
}

/** Whole bytes as rules compare them; `end`: the first larger value, null if sizes are not compared. */
function comparedRange({ collective, ranks, least, most }: OpenMpiRule): {
  from: number;
  end: number | null;
} {
  const size = OPEN_MPI_COLLECTIVES[collective]?.size ?? null;
  if (size === null) return { from: 0, end: null };
  return { from: Math.floor(size(least, ranks)), end: Math.ceil(size(most, ranks)) + 1 };
}

// Rules for coll/tuned in the JSON format of Open MPI 6, which has no comments. Its reader takes the first rule that
// matches, of communicators and then of sizes, both ends included, and decides by itself if none does; one unknown name
// makes it ignore the whole file. Source: `tuned_dynamic_file_schema.json` of Open MPI's documentation, and its reader,
// `coll_tuned_dynamic_file.c`.

/** Version of the format. */
const VERSION = 3;

/**
 * Collectives with the same name in schema and reader. The others that coll/tuned rules are omitted: the schema lacks
 * allgatherv, and has reducescatter and reducescatterblock where the reader expects reduce_scatter and reduce_scatter_block.
 */
const NAMED: readonly CollectiveName[] = [
  'allgather',
  'allreduce',
  'alltoall',
  'alltoallv',
  'barrier',
  'bcast',
  'exscan',
  'gather',
  'reduce',
  'scan',
  'scatter',
];

/** Whether a JSON file can have rules for a collective. */
export const isNamedInJson = (collective: CollectiveName): boolean => NAMED.includes(collective);

/** The file; one without rules leaves everything to Open MPI. Throws a RangeError for collectives that it cannot name. */
export function openMpiJsonFile(rules: readonly OpenMpiRule[]): string {
  const names = [...new Set(rules.map(({ collective }) => collective))].sort();
  const collectives = Object.fromEntries(names.map((name) => [name, communicatorRules(name, rules)]));
  return `${JSON.stringify({ rule_file_version: VERSION, module: 'tuned', collectives }, null, 2)}\n`;
}

function communicatorRules(name: CollectiveName, rules: readonly OpenMpiRule[]): unknown[] {
  if (!isNamedInJson(name)) throw new RangeError(`rules in JSON do not support ${name}`);
  const own = rules.filter(({ collective }) => collective === name);
  const sizes = [...new Set(own.map(({ ranks }) => ranks))].sort((a, b) => a - b);
  return sizes.map((ranks) => ({
    comm_size_min: ranks,
    comm_size_max: ranks,
    rules: own
      .filter((rule) => rule.ranks === ranks)
      .sort((a, b) => a.least - b.least)
      .map(sizeRule),
  }));
}

/** Algorithms by number, because some names differ between versions. */
function sizeRule(rule: OpenMpiRule): Record<string, number> {
  const { from, end } = comparedRange(rule);
  const { number, faninout, segment } = rule.form;
  return {
    ...(end === null ? {} : { msg_size_min: from, msg_size_max: end - 1 }),
    alg: number,
    ...(faninout === 0 ? {} : { faninout }),
    ...(segment === 0 ? {} : { seg_size: segment }),
  };
}

const MICRO = /[µμ]/g;
/** Anything but plain printable characters: a line break in a name would end the comment. */
const OTHER = /[^\x20-\x7e]/g;

/** Each line as a comment of a tuning file: after `#`, in characters that every reader accepts. */
export const commented = (lines: readonly string[]): string =>
  lines.map((line) => `# ${line.replaceAll(MICRO, 'u').replaceAll(OTHER, '?')}\n`).join('');

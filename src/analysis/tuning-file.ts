/** Tuning results as a file for an MPI library: the libraries, the choices for their files, the rules worth keeping. */

import { parseCollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/collective-algorithm.js';
import type { CollectiveSize } from '../sources/program.js';
import { collectiveSizes, type TuneChoice, tuneChoices } from './tuning.js';
import {
  type ChosenCalls,
  isNamedInJson,
  mpichForms,
  mpichVariablesFile,
  OPEN_MPI_COLLECTIVES,
  type OpenMpiRule,
  openMpiForms,
  openMpiJsonFile,
  openMpiRulesFile,
  type TuningForm,
} from './tuning-file-formats.js';

/** Calls of one collective, and their form. */
export interface ChosenForm extends ChosenCalls {
  readonly form: TuningForm;
}

/** A library whose algorithms can be set. */
export interface TuningLibrary {
  /** Its name in flags. */
  readonly name: string;
  readonly title: string;
  /** Its own decision as a choice of algorithms, used for calls without a rule. */
  readonly own: 'auto' | 'mpich';
  /** The basis of that decision. */
  readonly decision: string;
  /** Whether its rules can distinguish calls by size. */
  readonly bySize: (collective: CollectiveName) => boolean;
  /** The forms that its file can name for these calls. */
  readonly forms: (calls: ChosenCalls) => readonly TuningForm[];
  /** What the file is, and how to use it. */
  readonly notes: readonly string[];
  readonly file: (chosen: readonly ChosenForm[], comments: readonly string[]) => string;
  /** Suffix of a second file with the comments, if the file itself cannot have any. */
  readonly beside: string | null;
}

const ruledBySize = (collective: CollectiveName): boolean =>
  (OPEN_MPI_COLLECTIVES[collective]?.size ?? null) !== null;
const LOADED = 'mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename';

export const TUNING_LIBRARIES: readonly TuningLibrary[] = [
  {
    name: 'openmpi',
    title: 'Open MPI',
    own: 'auto',
    decision: "Open MPI's own decision",
    bySize: ruledBySize,
    forms: openMpiForms,
    notes: [
      'rules of coll/tuned, classic format of Open MPI 4 and 5; other sizes and communicators are left to Open MPI',
      `${LOADED} THIS_FILE --mca coll ^han,adapt`,
    ],
    file: (chosen, comments) => openMpiRulesFile(chosen.flatMap(openMpiRules), comments),
    beside: null,
  },
  {
    name: 'openmpi6',
    title: 'Open MPI 6',
    own: 'auto',
    decision: "Open MPI 5's own decision (6 may decide otherwise)",
    bySize: ruledBySize,
    forms: (calls) => (isNamedInJson(calls.collective) ? openMpiForms(calls) : []),
    notes: [
      'rules of coll/tuned, JSON format of Open MPI 6; other sizes and communicators are left to Open MPI',
      `${LOADED} THE_JSON_FILE --mca coll ^han,adapt`,
    ],
    file: (chosen) => openMpiJsonFile(chosen.flatMap(openMpiRules)),
    beside: '.txt',
  },
  {
    name: 'mpich',
    title: 'MPICH',
    own: 'mpich',
    decision: "MPICH's published rules (MPICH 4 may decide otherwise)",
    bySize: () => false,
    forms: mpichForms,
    notes: [
      'control variables of MPICH 4; each applies to all sizes and communicators, including those that the program does not use',
      'source it in the shell before mpiexec: . ./THIS_FILE',
    ],
    file: (chosen, comments) => mpichVariablesFile(chosen, comments),
    beside: null,
  },
];

/** One rule for each number of ranks that calls, from its smallest size to its largest. */
function openMpiRules({ collective, calls, form }: ChosenForm): OpenMpiRule[] {
  const known = openMpiForms({ collective, calls }).find(({ text }) => text === form.text);
  if (known === undefined) throw new RangeError(`rules files cannot express ${collective}=${form.text}`);
  return [...new Set(calls.map(({ ranks }) => ranks))].map((ranks) => {
    const bytes = calls.filter((call) => call.ranks === ranks).map((call) => call.bytes);
    return { collective, ranks, least: Math.min(...bytes), most: Math.max(...bytes), form: known };
  });
}

/**
 * The choices for a tuning file: the library's own decision first, then each form that its file can name. `calls` are split
 * into at most `classes` classes of sizes; omitted are those without a form, and those with calls that the library's
 * settings do not affect.
 */
export function emitChoices(
  library: TuningLibrary,
  calls: readonly CollectiveSize[],
  classes: number,
): TuneChoice[] {
  const names = [...new Set(calls.map(({ collective }) => collective))].sort();
  return names.flatMap((name) => {
    const own = calls.filter(({ collective }) => collective === name);
    return tuneChoices(collectiveSizes(own), library.bySize(name) ? classes : 1).flatMap((choice) => {
      const chosen = callsOf(choice, own);
      const forms = chosen.some(isFree) ? [] : library.forms({ collective: name, calls: chosen });
      const candidates = [library.own, ...forms.map(({ text }) => text)];
      return forms.length === 0 ? [] : [{ ...choice, candidates }];
    });
  });
}

const isFree = ({ unbound = 0 }: CollectiveSize): boolean => unbound > 0;

/** Number of calls of each collective that settings of libraries do not affect; collectives without such calls are omitted. */
export function unboundCalls(calls: readonly CollectiveSize[]): Map<CollectiveName, number> {
  const found = new Map<CollectiveName, number>();
  for (const { collective, unbound = 0 } of calls)
    if (unbound > 0) found.set(collective, (found.get(collective) ?? 0) + unbound);
  return found;
}

/** The calls of a choice. */
const callsOf = (
  { collective, from, to }: Pick<TuneChoice, 'collective' | 'from' | 'to'>,
  calls: readonly CollectiveSize[],
): CollectiveSize[] =>
  calls.filter((one) => one.collective === collective && from <= one.bytes && one.bytes < to);

/** For each choice the index of its candidate among `flags`, as the search found them; 0, the library's own, if none is named. */
export function pointOf(choices: readonly TuneChoice[], flags: readonly string[]): number[] {
  const specs = flags.map((text) => parseCollectiveSpec(text));
  return choices.map(({ collective, least, candidates }) => {
    const spec = specs.find((one) => one.collective === collective && one.from <= least && least < one.to);
    if (spec === undefined) return 0;
    const key = keyOf(spec);
    return Math.max(
      0,
      candidates.findIndex((text) => keyOf(parseCollectiveSpec(`${collective}=${text}`)) === key),
    );
  });
}

const keyOf = ({ algorithm, options }: ReturnType<typeof parseCollectiveSpec>): string =>
  `${typeof algorithm === 'string' ? algorithm : algorithm.name} ${JSON.stringify(options)}`;

/** The choices that differ from the library's own. */
export function chosenForms(
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  point: readonly number[],
  calls: readonly CollectiveSize[],
): ChosenForm[] {
  return choices.flatMap((choice, i) => {
    const own = { collective: choice.collective, calls: callsOf(choice, calls) };
    const form = library.forms(own).find(({ text }) => text === choice.candidates[point[i]]);
    return form === undefined ? [] : [{ ...own, form }];
  });
}

/** The kept collectives, and the gain of each. */
interface Worth<Name> {
  readonly kept: readonly Name[];
  /** Share of the runtime that a collective saves beside those kept; for omitted ones, at the time of their omission. */
  readonly gains: ReadonlyMap<Name, number>;
}

/**
 * Omits the collective with the least gain, repeatedly, until each remaining one gains at least `least` (a share of the
 * runtime). `runtimes`: of the program with some collectives tuned and all others unchanged, ns.
 */
export async function worthwhile<Name>(
  names: readonly Name[],
  least: number,
  runtimes: (tuned: readonly (readonly Name[])[]) => Promise<readonly number[]>,
): Promise<Worth<Name>> {
  const gains = new Map<Name, number>();
  let kept = names;
  while (kept.length > 0) {
    const [all, ...without] = await runtimes([
      kept,
      ...kept.map((name) => kept.filter((one) => one !== name)),
    ]);
    kept.forEach((name, i) => {
      gains.set(name, without[i] > 0 ? 1 - all / without[i] : 0);
    });
    const worst = kept.reduce((a, b) => ((gains.get(b) ?? 0) < (gains.get(a) ?? 0) ? b : a));
    const gain = gains.get(worst) ?? 0;
    if (gain >= least && gain > 0) break;
    kept = kept.filter((name) => name !== worst);
  }
  return { kept, gains };
}

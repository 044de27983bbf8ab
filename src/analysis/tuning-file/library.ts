/** The libraries that tuning files are for. */
import type { CollectiveName } from '../../collectives/names.js';
import type { ChosenCalls, TuningForm } from './form.js';
import { mpichForms, mpichVariablesFile } from './mpich-forms.js';
import { type OpenMpiRule, openMpiRulesFile } from './openmpi-file.js';
import { OPEN_MPI_COLLECTIVES, openMpiForms } from './openmpi-forms.js';
import { isNamedInJson, openMpiJsonFile } from './openmpi-json.js';

/** Calls of one collective, and the form that they are to take. */
export interface ChosenForm extends ChosenCalls {
  readonly form: TuningForm;
}

/** A library that can be told which algorithms to take. */
export interface TuningLibrary {
  /** As flags name it. */
  readonly name: string;
  readonly title: string;
  /** Its own decision as a choice of algorithms: what is left alone takes it. */
  readonly own: 'auto' | 'mpich';
  /** What that decision rests on. */
  readonly decision: string;
  /** Whether calls of a collective can be told apart by their size. */
  readonly bySize: (collective: CollectiveName) => boolean;
  /** What its file can name for these calls. */
  readonly forms: (calls: ChosenCalls) => readonly TuningForm[];
  /** What the file is, and how it is put to use. */
  readonly notes: readonly string[];
  readonly file: (chosen: readonly ChosenForm[], comments: readonly string[]) => string;
  /** What the name of a file beside ends with, which holds the comments where the file itself can have none. */
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
      'control variables of MPICH 4: each holds for all sizes and communicators, also for those that the program does not have',
      'read by a shell before mpiexec: . ./THIS_FILE',
    ],
    file: (chosen, comments) => mpichVariablesFile(chosen, comments),
    beside: null,
  },
];

/** One rule for each number of ranks that calls, from its smallest size to its largest. */
function openMpiRules({ collective, calls, form }: ChosenForm): OpenMpiRule[] {
  const known = openMpiForms({ collective, calls }).find(({ text }) => text === form.text);
  if (known === undefined) throw new RangeError(`rules files cannot name ${collective}=${form.text}`);
  return [...new Set(calls.map(({ ranks }) => ranks))].map((ranks) => {
    const bytes = calls.filter((call) => call.ranks === ranks).map((call) => call.bytes);
    return { collective, ranks, least: Math.min(...bytes), most: Math.max(...bytes), form: known };
  });
}

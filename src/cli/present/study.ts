/** A study as it stands, and what it would cost, as JSON, CSV and text. */
import type { Warning } from '../../errors.js';
import type { QueuedJob } from '../../study/engines/queue.js';
import { formatSize, formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csvTable } from '../output/csv.js';
import { type ColumnHead, facts, table } from '../output/table.js';

/** What failed in the same way. */
export interface FailedCells {
  readonly exit: number;
  readonly message: string;
  readonly cells: number;
  /** The first of them, by its command line. */
  readonly command: readonly string[];
}

export interface StudyStands {
  readonly name: string;
  readonly source: string;
  /** Where its results are, as shown. */
  readonly directory: string;
  readonly inputs: number;
  readonly cells: number;
  readonly done: number;
  readonly missing: number;
  /** Those that happened most often first. */
  readonly failed: readonly FailedCells[];
  /** Asked by this run; null where none was. */
  readonly asked: number | null;
}

export interface StudyCost {
  readonly name: string;
  readonly cells: number;
  readonly missing: number;
  readonly bytes: number;
  readonly operations: number | null;
  readonly readSeconds: number | null;
  readonly seconds: number | null;
}

export interface StudyForecast {
  readonly name: string;
  readonly source: string;
  readonly directory: string;
  readonly cells: number;
  readonly missing: number;
  readonly tasks: number;
  readonly openTasks: readonly number[];
  readonly inputs: readonly StudyCost[];
  /** Choices of each dimension, by the name of its column. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

const failedCount = ({ failed }: StudyStands): number => failed.reduce((sum, { cells }) => sum + cells, 0);

/** Jobs of the study that wait or run elsewhere; null where nobody was asked, or nobody knows. */
interface ShownQueue {
  readonly jobs: readonly QueuedJob[] | null;
  readonly warnings: readonly Warning[];
}

const NO_QUEUE: ShownQueue = { jobs: null, warnings: [] };

export const studyStandsView = (stands: StudyStands, { jobs, warnings }: ShownQueue = NO_QUEUE): Answer => ({
  json: () => ({
    input: { source: stands.source },
    machine: null,
    result: { ...standsJson(stands), ...(jobs === null ? {} : { jobs }) },
    warnings,
  }),
  csv: () =>
    csvTable(
      ['cells', 'state', 'exit', 'error'],
      [
        [stands.done, 'done', 0, null],
        ...stands.failed.map(({ cells, exit, message }) => [cells, 'failed', exit, message]),
        [stands.missing, 'missing', null, null],
      ],
    ),
  text: () => standsText(stands, jobs),
});

const standsJson = (stands: StudyStands): Record<string, unknown> => ({
  name: stands.name,
  directory: stands.directory,
  inputs: stands.inputs,
  cells: stands.cells,
  done: stands.done,
  failed: failedCount(stands),
  missing: stands.missing,
  ...(stands.asked === null ? {} : { asked: stands.asked }),
  failures: stands.failed.map(({ exit, message, cells, command }) => ({
    exit,
    error: message,
    cells,
    command: ['llamp-ts', ...command],
  })),
});

const FAILED_HEADS: readonly ColumnHead[] = [
  { title: 'cells' },
  { title: 'exit' },
  { title: 'error', align: 'left' },
];

const shownFact = (name: string, value: string): [string, string] => [name, value];

function standsText(stands: StudyStands, jobs: readonly QueuedJob[] | null): string {
  const { name, inputs, cells, done, missing, asked, directory, failed } = stands;
  const counts: [string, string][] = [
    ['cells', `${cells} of ${inputs} ${inputs === 1 ? 'input' : 'inputs'}`],
    ...(asked === null ? [] : [shownFact('asked now', String(asked))]),
    ['done', String(done)],
    ['failed', String(failedCount(stands))],
    ['missing', String(missing)],
    ...(jobs === null ? [] : [shownFact('jobs', jobsText(jobs))]),
    ['results', directory],
  ];
  const rows = failed.map((one) => [String(one.cells), String(one.exit), one.message]);
  return `study ${name}\n${facts(counts)}${rows.length === 0 ? '' : `\n${table(FAILED_HEADS, rows)}`}`;
}

/** `array job 17: 2 tasks run, 4 wait; table job 18 waits`. */
const jobsText = (jobs: readonly QueuedJob[]): string =>
  jobs.length === 0 ? 'none waits or runs' : jobs.map(jobText).join('; ');

function jobText({ job, part, running, waiting }: QueuedJob): string {
  if (part === 'table') return `table job ${job} ${running > 0 ? 'runs' : 'waits'}`;
  const counts = [
    [running, 'run'],
    [waiting, 'wait'],
  ] as const;
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, does], i) => {
      const tasks = i > 0 ? '' : count === 1 ? ' task' : ' tasks';
      return `${count}${tasks} ${does}${count === 1 ? 's' : ''}`;
    });
  return `array job ${job}: ${told.join(', ')}`;
}

export const studyForecastView = (forecast: StudyForecast): Answer => ({
  json: () => ({
    input: { source: forecast.source },
    machine: null,
    result: forecastJson(forecast),
    warnings: [],
  }),
  text: () => forecastText(forecast),
});

const forecastJson = ({
  name,
  directory,
  cells,
  missing,
  tasks,
  openTasks,
  choices,
  inputs,
}: StudyForecast) => ({
  ...{ name, directory, cells, missing, tasks, open_tasks: openTasks, choices },
  inputs: inputs.map((one) => ({
    name: one.name,
    cells: one.cells,
    missing: one.missing,
    bytes: one.bytes,
    operations: one.operations,
    read_seconds: one.readSeconds,
    seconds: one.seconds,
  })),
});

const COST_HEADS: readonly ColumnHead[] = [
  { title: 'input', align: 'left' },
  ...['cells', 'missing', 'size', 'operations', 'read in', 'answered in'].map((title) => ({ title })),
];

/** What nobody knows before a cell is answered. */
const UNKNOWN = '?';
const known = (value: number | null, format: (value: number) => string): string =>
  value === null ? UNKNOWN : format(value);

function forecastText(forecast: StudyForecast): string {
  const { name, cells, missing, tasks, openTasks, directory, choices, inputs } = forecast;
  const dimensions = Object.entries(choices).map(([key, names]): [string, string] => [
    key,
    names.join(' | '),
  ]);
  const seconds = (value: number): string => formatTime(value * 1e9);
  const rows = inputs.map((one) => [
    one.name,
    String(one.cells),
    String(one.missing),
    formatSize(one.bytes),
    known(one.operations, String),
    known(one.readSeconds, seconds),
    known(one.seconds, seconds),
  ]);
  const head = facts([
    ...dimensions,
    ['cells', `${cells}, ${missing} of them missing`],
    ['tasks', `${tasks}, ${openTasks.length} of them with cells that are missing`],
    ['results', directory],
  ]);
  return `study ${name}\n${head}\n${table(COST_HEADS, rows)}`;
}

/** State, cost and jobs of a study, and its table in exchange formats. */
import { InputError, type Warning } from '../../errors.js';
import type { QueuedJob } from '../../study/study-engines.js';
import { shellLine } from '../../study/study-plan.js';
import { type StudyTable, studyTable } from '../../study/study-table.js';
import { formatTime } from '../../units.js';
import type { Answer } from '../output/answer.js';
import {
  type Column,
  csvTable,
  csvText,
  facts,
  jsonRows,
  NOT_IN_JSON,
  tableCsv,
  tableText,
} from '../output/table.js';
import type { CellState } from './cells.js';
import { type CellValue, occupiedBy } from './store.js';
import { cellNames, type Study } from './study-file.js';

/** Cells with the same error. */
export interface FailedCells {
  readonly exit: number;
  readonly message: string;
  readonly cells: number;
  /** The first of them, by its command line. */
  readonly command: readonly string[];
}

export interface StudyStatus {
  readonly name: string;
  readonly source: string;
  /** Folder of its results, as shown. */
  readonly directory: string;
  readonly inputs: number;
  readonly cells: number;
  readonly done: number;
  readonly missing: number;
  /** Most frequent first. */
  readonly failed: readonly FailedCells[];
  /** Cells of this run; null if it ran none. */
  readonly asked: number | null;
}

interface StudyCost {
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

const failedCount = ({ failed }: StudyStatus): number => failed.reduce((sum, { cells }) => sum + cells, 0);

/** Waiting and running jobs of the study; null if unknown. */
interface ShownQueue {
  readonly jobs: readonly QueuedJob[] | null;
  readonly warnings: readonly Warning[];
}

const NO_QUEUE: ShownQueue = { jobs: null, warnings: [] };

export const studyStatusView = (status: StudyStatus, { jobs, warnings }: ShownQueue = NO_QUEUE): Answer => ({
  json: () => ({
    input: { source: status.source },
    machine: null,
    result: { ...statusJson(status), ...(jobs === null ? {} : { jobs }) },
    warnings,
  }),
  csv: () =>
    tableCsv(STATES, [
      { cells: status.done, state: 'done', exit: 0 },
      ...status.failed,
      { cells: status.missing, state: 'missing' },
    ]),
  text: () => statusText(status, jobs),
});

const statusJson = (status: StudyStatus): Record<string, unknown> => ({
  name: status.name,
  directory: status.directory,
  inputs: status.inputs,
  cells: status.cells,
  done: status.done,
  failed: failedCount(status),
  missing: status.missing,
  ...(status.asked === null ? {} : { asked: status.asked }),
  failures: jsonRows(STATES, status.failed, ['exit', 'error']),
});

/** Cells of one state; failed ones with their error. */
type CellsOf = Partial<FailedCells> & { readonly cells: number; readonly state?: 'done' | 'missing' };

const STATES: readonly Column<CellsOf>[] = [
  { key: 'cells', title: 'cells', of: ({ cells }) => cells },
  { key: 'state', of: ({ state = 'failed' }) => state, ...NOT_IN_JSON },
  { key: 'exit', title: 'exit', of: ({ exit }) => exit },
  { key: 'error', title: 'error', align: 'left', of: ({ message }) => message },
  { json: ({ command = [] }) => ({ command: ['llamp-ts', ...command] }) },
];

const shownFact = (name: string, value: string): [string, string] => [name, value];

function statusText(status: StudyStatus, jobs: readonly QueuedJob[] | null): string {
  const { name, inputs, cells, done, missing, asked, directory, failed } = status;
  const counts: [string, string][] = [
    ['cells', `${cells} of ${inputs} ${inputs === 1 ? 'input' : 'inputs'}`],
    ...(asked === null ? [] : [shownFact('run now', String(asked))]),
    ['done', String(done)],
    ['failed', String(failedCount(status))],
    ['missing', String(missing)],
    ...(jobs === null ? [] : [shownFact('jobs', queuedText(jobs))]),
    ['results', directory],
  ];
  return `study ${name}\n${facts(counts)}${failed.length === 0 ? '' : `\n${tableText(STATES, failed)}`}`;
}

/** `array job 17: 2 tasks run, 4 wait; table job 18 waits`. */
const queuedText = (jobs: readonly QueuedJob[]): string =>
  jobs.length === 0 ? 'none waiting or running' : jobs.map(jobText).join('; ');

function jobText({ job, part, running, waiting }: QueuedJob): string {
  if (part === 'table') return `table job ${job} ${running > 0 ? 'runs' : 'waits'}`;
  const counts = [
    [running, 'run'],
    [waiting, 'wait'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, does], i) => {
      const tasks = i > 0 ? '' : count === 1 ? ' task' : ' tasks';
      return `${count}${tasks} ${does}${count === 1 ? 's' : ''}`;
    });
  return `array job ${job}: ${parts.join(', ')}`;
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
  inputs: jsonRows(COSTS, inputs),
});

/** For values that are unknown before a cell is answered. */
const UNKNOWN = '?';
const known = (value: number | null, format: (value: number) => string): string =>
  value === null ? UNKNOWN : format(value);
const seconds = (value: number): string => formatTime(value * 1e9);

const COSTS: readonly Column<StudyCost>[] = [
  { key: 'name', title: 'input', align: 'left', of: ({ name }) => name },
  { key: 'cells', title: 'cells', of: ({ cells }) => cells },
  { key: 'missing', title: 'missing', of: ({ missing }) => missing },
  { key: 'bytes', title: 'size', of: ({ bytes }) => bytes },
  {
    ...{ key: 'operations', title: 'operations', of: ({ operations }) => operations },
    text: ({ operations }) => known(operations, String),
  },
  {
    ...{ key: 'read_seconds', title: 'read time', of: ({ readSeconds }) => readSeconds },
    text: ({ readSeconds }) => known(readSeconds, seconds),
  },
  {
    ...{ key: 'seconds', title: 'run time', of: (one) => one.seconds },
    text: (one) => known(one.seconds, seconds),
  },
];

function forecastText(forecast: StudyForecast): string {
  const { name, cells, missing, tasks, openTasks, directory, choices, inputs } = forecast;
  const dimensions = Object.entries(choices).map(([key, names]): [string, string] => [
    key,
    names.join(' | '),
  ]);
  const head = facts([
    ...dimensions,
    ['cells', `${cells} (${missing} missing)`],
    ['tasks', `${tasks} (${openTasks.length} with missing cells)`],
    ['results', directory],
  ]);
  return `study ${name}\n${head}\n${tableText(COSTS, inputs)}`;
}

/** Paths of a study and its directory relative to the current folder. */
export interface ShownStudy {
  readonly source: string;
  readonly directory: string;
}

/** The jobs of a study for Slurm; paths are shown. */
export interface StudyJobs extends ShownStudy {
  readonly name: string;
  readonly tasks: number;
  /** Tasks with missing cells, which are the elements of the array. */
  readonly open: readonly number[];
  readonly scripts: { readonly tasks: string; readonly table: string };
  /** Path of Slurm's output files. */
  readonly logs: string;
  /** Command that submits the scripts one after the other. */
  readonly commands: readonly [string, string];
  /** Numbers of the array job and of the table job; null if not submitted. */
  readonly submitted: { readonly tasks: string; readonly table: string } | null;
}

export const studyJobsView = (jobs: StudyJobs, warnings: readonly Warning[]): Answer => ({
  json: () => ({
    input: { source: jobs.source },
    machine: null,
    result: {
      name: jobs.name,
      tasks: jobs.tasks,
      open_tasks: jobs.open,
      scripts: jobs.scripts,
      logs: jobs.logs,
      commands: jobs.commands,
      submitted: jobs.submitted,
    },
    warnings,
  }),
  text: () => jobsText(jobs),
});

function jobsText(jobs: StudyJobs): string {
  const { name, scripts, logs, commands, submitted } = jobs;
  const head = facts([
    ['tasks', `${jobs.tasks} (${jobs.open.length} with missing cells)`],
    ['scripts', `${scripts.tasks}, ${scripts.table}`],
    ['logs', logs],
    ['submitted', submitted === null ? 'no; run these lines, or add --submit' : jobsOf(submitted)],
  ]);
  const next = submitted === null ? commands : [shellLine(statusWords(jobs))];
  return `study ${name}\n${head}\n${next.join('\n')}\n`;
}

const jobsOf = ({ tasks, table }: { readonly tasks: string; readonly table: string }): string =>
  `array job ${tasks}, table job ${table}`;

/** Command that shows the state of the jobs. */
const statusWords = ({ source, directory }: ShownStudy): string[] => [
  ...['llamp-ts', 'study', 'status', source, '--dir', directory],
];

/** A study as text for another program. */
interface EmittedStudy {
  readonly name: string;
  readonly source: string;
  readonly tasks: number;
  readonly open: readonly number[];
  readonly text: string;
  /** Command line for the table after all tasks. */
  readonly table: readonly string[];
}

export const emittedStudyView = ({ name, source, tasks, open, text, table }: EmittedStudy): Answer => ({
  json: () => ({
    input: { source },
    machine: null,
    result: { name, tasks, open_tasks: open, text, table },
    warnings: [],
  }),
  text: () => text,
});

const TABLE_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
type TableFormat = (typeof TABLE_FORMATS)[number];

/** Throws InputError if cells are missing, unless --partial is given. */
export function refuseMissing(study: Study, states: readonly CellState[], allowed: boolean): void {
  const missing = states.filter(({ result }) => result === null).length;
  if (missing === 0 || allowed) return;
  throw new InputError({
    place: { source: study.source },
    what: `results of ${missing} of ${states.length} cells are missing`,
    mend: 'run them with llamp-ts study, or leave them out with --partial',
  });
}

/** Results in the order of the cells, without missing ones. */
export function tableOf(study: Study, states: readonly CellState[]): StudyTable {
  const cells = states.flatMap(({ cell, result }) => {
    if (result === null) return [];
    const { exit, error, rows, columns, answer } = result;
    const ranks: unknown = Object(Object(answer).input).ranks;
    const names = cellNames(study, study.cells[cell]);
    const said = error === null ? null : firstLine(error.message);
    const occupied = occupiedColumns(answer);
    return [
      {
        ...{ names, ranks: typeof ranks === 'number' ? ranks : null, exit, error: said },
        rows: rows.map((row) => ({ ...occupied, ...row })),
        columns: [...Object.keys(occupied), ...columns],
      },
    ];
  });
  return studyTable(cells);
}

/** Occupied nodes of an answer on a topology. */
function occupiedColumns(answer: unknown): Record<string, CellValue> {
  const found = occupiedBy(answer);
  if (found === null) return {};
  const { allocation, occupancy } = found;
  return {
    allocation,
    switches_occupied: occupancy.switches,
    wires_unused: occupancy.wiresUnused.join(' '),
  };
}

/** Further lines, such as the stack of a bug, are in the cell's file. */
const firstLine = (text: string): string => text.split('\n')[0];

/** The bytes of a table. */
export async function tableBytes(table: StudyTable, format: TableFormat): Promise<Uint8Array> {
  const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
  switch (format) {
    case 'csv':
      return encoded(csvOf(table));
    case 'jsonl':
      return encoded(linesOf(table));
    case 'parquet': {
      const { parquet } = await import('../output/parquet.js');
      return parquet(table);
    }
  }
}

const rowsOf = (table: StudyTable) =>
  (table[0]?.values ?? []).map((_, i) => table.map(({ values }) => values[i]));

const namesOf = (table: StudyTable): string[] => table.map(({ name }) => name);

const csvOf = (table: StudyTable): string => csvText(csvTable(namesOf(table), rowsOf(table)));

/** One object per line; null for empty cells. */
const linesOf = (table: StudyTable): string =>
  rowsOf(table)
    .map((row) => `${JSON.stringify(Object.fromEntries(namesOf(table).map((name, i) => [name, row[i]])))}\n`)
    .join('');

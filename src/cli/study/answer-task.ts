/** Runs the cells of one task one after the other in this thread as command lines, and keeps each result. */
import { formatProblem } from '../../errors.js';
import { keepingPrograms, readingMs } from '../input/find-input.js';
import { envelope, takingAnswers } from '../output/answer.js';
import { packageFiles } from '../process/package-files.js';
import { main } from '../run/main.js';
import {
  answeredAt,
  type CellOutcome,
  Claims,
  isAnswered,
  keepResult,
  namedRows,
  resultOf,
} from './store.js';
import { asInFolder, type CellNames, valueAsInFolder } from './study-file.js';

// Runs the command line of one cell in this process; its answer is JSON and rows.

/** There is no standard input. */
const NO_INPUT = -1;

type Answered = Pick<CellOutcome, 'answer' | 'columns' | 'rows'>;

/** `words`: a command line that means the same in any folder; `folder`: that of the study. */
async function askCell(words: readonly string[], folder: string): Promise<CellOutcome> {
  const said: Said = { out: [], err: [] };
  let answered: Answered = { answer: null, columns: [], rows: [] };
  const [began, readBefore] = [performance.now(), readingMs()];
  const exit = await takingAnswers(
    (command, answer) => {
      const json: unknown = JSON.parse(envelope(command, answer.json()));
      answered = { answer: valueAsInFolder(json, folder), ...namedRows(answer.csv?.()) };
    },
    () => main([...words, '--json', '--quiet'], packageFiles().script, streamsInto(said)),
  );
  return {
    exit,
    ...answered,
    error: exit === 0 ? null : errorOf(said, folder),
    seconds: (performance.now() - began) / 1000,
    read_seconds: (readingMs() - readBefore) / 1000,
  };
}

interface Said {
  readonly out: Uint8Array[];
  readonly err: string[];
}

const streamsInto = ({ out, err }: Said) => ({
  out: (bytes: Uint8Array) => {
    out.push(bytes.slice());
  },
  err: (text: string) => {
    err.push(text);
  },
  input: NO_INPUT,
  terminal: false,
});

/** Failures are objects on standard output; a gate that was not met is a line on standard error. */
function errorOf({ out, err }: Said, folder: string): NonNullable<CellOutcome['error']> {
  const { error } = jsonOf(Buffer.concat(out).toString('utf8'));
  const lines = err
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('llamp-ts: ') && !/ \(\d+ s\)$/.test(line));
  const problems: unknown = error?.problems;
  const messages = Array.isArray(problems)
    ? problems.map(problemText)
    : lines.map((line) => line.slice('llamp-ts: '.length));
  const family = typeof error?.family === 'string' ? error.family : 'answer';
  return { family, message: asInFolder(messages.join('; '), folder) };
}

function jsonOf(text: string): { error?: Record<string, unknown> } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A problem of an answer in JSON, as on a terminal. */
function problemText(problem: unknown): string {
  const { source, line, column, what, mend } = Object(problem);
  return formatProblem({ ...(source === undefined ? {} : { place: { source, line, column } }), what, mend });
}

/** A cell to run, as plain values that cross between threads. */
export interface CellQuery {
  readonly key: string;
  readonly names: CellNames;
  /** The command line in the folder of the study. */
  readonly command: readonly string[];
  /** The same from any folder. */
  readonly words: readonly string[];
  /** Whether it is run although it has a result. */
  readonly again: boolean;
}

export interface TaskQuery {
  readonly cells: readonly CellQuery[];
  /** Where results are kept, and the folder of the study. */
  readonly directory: string;
  readonly folder: string;
  /** Identifies the run. */
  readonly run: string;
}

/** A cell that another run was running. */
export interface HeldCell {
  readonly cell: CellQuery;
  /** Time of its last result; null: none. */
  readonly answeredAt: number | null;
}

/** Called before a cell is run, and when it has a result. */
interface TaskWatch {
  begin(cell: number): void;
  /** `ofThisRun`: not answered by another run in the meantime. */
  end(cell: number, ofThisRun: boolean): void;
}

/**
 * Returns the cells that other runs were running, which are left to them. Throws only if results cannot be kept; failures of
 * cells are in their files.
 */
export const answerTask = (task: TaskQuery, watch: TaskWatch): Promise<HeldCell[]> =>
  keepingPrograms(async () => {
    const claims = new Claims(task.directory, task.run);
    const held: HeldCell[] = [];
    for (const [i, cell] of task.cells.entries()) {
      watch.begin(i);
      const before = answeredAt(task.directory, cell.key);
      const come = await answerOne(cell, task, claims);
      if (come === 'held') held.push({ cell, answeredAt: before });
      else watch.end(i, come === 'ran');
    }
    return held;
  });

/** `answered`: by another run; `held`: another run is running it. */
async function answerOne(
  cell: CellQuery,
  { directory, folder }: TaskQuery,
  claims: Claims,
): Promise<'ran' | 'answered' | 'held'> {
  const isDone = (): boolean => !cell.again && isAnswered(directory, cell.key);
  if (isDone()) return 'answered';
  if (!claims.take(cell.key)) return 'held';
  try {
    if (isDone()) return 'answered';
    keepResult(directory, resultOf(cell, await askCell(cell.words, folder)));
    return 'ran';
  } finally {
    claims.release(cell.key);
  }
}

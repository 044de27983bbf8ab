/** Asks one cell: its command line, run in this process, its answer as JSON and as rows of one asking. */
import { readingMs } from '../input/kept.js';
import { envelope } from '../output/json.js';
import { packageFiles } from '../output/package-files.js';
import { takingAnswers } from '../output/sink.js';
import { main } from '../run/main.js';
import type { CellOutcome } from './result.js';
import { namedRows } from './rows.js';
import { asInFolder, valueAsInFolder } from './words.js';

/** There is no standard input. */
const NO_INPUT = -1;

type Answered = Pick<CellOutcome, 'answer' | 'columns' | 'rows'>;

/** `words`: a command line that means the same in any folder; `folder`: that of the study. */
export async function askCell(words: readonly string[], folder: string): Promise<CellOutcome> {
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

/** What a command line wrote. */
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
  const told = Array.isArray(problems)
    ? problems.map(problemText)
    : lines.map((line) => line.slice('llamp-ts: '.length));
  const family = typeof error?.family === 'string' ? error.family : 'answer';
  return { family, message: asInFolder(told.join('; '), folder) };
}

function jsonOf(text: string): { error?: Record<string, unknown> } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** `file:line:column: what: mend`, as on a terminal. */
function problemText(problem: unknown): string {
  const { source, line, column, what, mend } = Object(problem);
  const place = [source, line, column].filter((part) => part !== undefined).join(':');
  return [place, what, mend].filter((part) => part !== undefined && part !== '').join(': ');
}

/**
 * The table of `docs/validation/README.md`: measured sets against what `validate` predicts.
 *
 *   node scripts/run-ts.js docs/validation/make.ts FOLDER
 *
 * FOLDER has a folder for each set: `trace/`, `measured.csv`, and `meta.json` with `o_ns`, half of what a ping-pong takes
 * above its latency, or `half_rtt_ns`, the latency that a ping-pong saw by the delay that was set, in µs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As the injector runs collectives. */
const COLLECTIVES = [
  'allgather=ring',
  'barrier=dissemination:flow=complete',
  'allreduce=recursive-doubling:flow=complete',
  'gather=linear',
];

/** What `validate` is asked of a set: INPUT, --measured FILE, machine. */
export interface Query {
  readonly argv: readonly string[];
  readonly measured: string;
}

/** What of its JSON the table shows. */
export interface ValidatedSet {
  readonly name: string;
  readonly asked: Query;
  readonly result: {
    readonly rrmse: number;
    readonly rrmse_of_minimum: number;
    readonly points: readonly { readonly L_ns: number; readonly lambda: { readonly L: number } }[];
  };
}

/** Sets of a folder by name. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'measured.csv')))
    .sort();

interface Meta {
  readonly o_ns?: number;
  readonly half_rtt_ns?: Readonly<Record<string, number>>;
}

/** `scratch`: a folder for runs at the latency that arrived, where another was set. */
export function ofQuery(set: string, scratch: string): Query {
  const meta: Meta = JSON.parse(readFileSync(join(set, 'meta.json'), 'utf8'));
  const measured = measuredOf(set, meta, scratch);
  const overheadNs = meta.o_ns ?? 0;
  const collectives = COLLECTIVES.flatMap((choice) => ['--collective', choice]);
  // These runs delayed no call that makes communicators; a prediction without them has what was measured.
  const skipped = ['--skip-calls', 'Comm_*,Cart_*'];
  // Where these programs call MPI_Waitany, their traces have the MPI_Wait of what it completed.
  const machine = [
    '--rules',
    'waits=any',
    '-o',
    `${overheadNs}ns`,
    '-G',
    '0',
    '-S',
    'none',
    '--engine',
    'sweep',
    ...collectives,
    ...skipped,
  ];
  return { argv: [join(set, 'trace'), '--measured', measured, ...machine], measured };
}

function measuredOf(set: string, { half_rtt_ns: arrived }: Meta, scratch: string): string {
  const file = join(set, 'measured.csv');
  if (arrived === undefined) return file;
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const column = header.split(',').indexOf('L_ns');
  const moved = lines.map((line) =>
    line
      .split(',')
      .map((cell, i) => (i === column ? (arrived[String(Number(cell) / 1000)] ?? cell) : cell))
      .join(),
  );
  const made = join(scratch, 'measured.csv');
  writeFileSync(made, `${[header, ...moved].join('\n')}\n`);
  return made;
}

const percent = (share: number): string => (100 * share).toFixed(2);
const milliseconds = (ns: number): string => String(Number((ns / 1e6).toPrecision(3)));

/** A row of the table. */
export function rowOf({ name, result }: ValidatedSet): string {
  const { points } = result;
  const lambdas = points.map(({ lambda }) => lambda.L);
  const cells = [
    `\`${name}\``,
    `${milliseconds(points[0].L_ns)}–${milliseconds(points[points.length - 1].L_ns)}`,
    `${Math.min(...lambdas)}–${Math.max(...lambdas)}`,
    percent(result.rrmse),
    percent(result.rrmse_of_minimum),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = ['| set | L (ms) | λ | RRMSE (%) | of the fastest (%) |', '|---|---|---|---:|---:|'];
const MARK = /(<!-- sets -->\n)[\s\S]*?(\n<!-- end -->)/;

/** The page with its table made anew. Short sets are left out: the page says how far they miss. */
export const pageWith = (page: string, rows: readonly string[]): string =>
  page.replace(
    MARK,
    (_, start: string, end: string) =>
      start + [...HEAD, ...rows.filter((row) => !row.startsWith('| `ci-'))].join('\n') + end,
  );

function validated(folder: string, name: string, scratch: string): ValidatedSet {
  const query = ofQuery(join(folder, name), scratch);
  const words = ['bin/run.js', 'validate', ...query.argv, '--json', '-q'];
  const { result } = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  return { name, asked: query, result };
}

const [, script, folder] = process.argv;
if (folder !== undefined && script?.includes('.run-')) {
  const scratch = mkdtempSync(join(tmpdir(), 'llamp-validation-'));
  const rows = namesIn(folder).map((name) => rowOf(validated(folder, name, scratch)));
  rmSync(scratch, { recursive: true });
  const file = new URL('README.md', import.meta.url);
  writeFileSync(file, pageWith(readFileSync(file, 'utf8'), rows));
}

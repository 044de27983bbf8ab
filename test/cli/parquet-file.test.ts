/** `--output FILE.parquet` holds the table that `--csv` prints, cell by cell, in typed columns: read by Apache Arrow's readers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cases } from '../part.js';
import { type Answer, answersAs } from './answers.js';
import { columnsOf, type ReadColumn } from './read-parquet.js';
import { expectRefusal, runCli } from './run.js';
import { scratch } from './scratch.js';

const folder = scratch();

const FILE = join(folder, 'table.parquet');
const FIG4 = 'goal-samples/fig4.goal';
/** Nothing is sent: its tolerance is unlimited. */
const ALONE = join(folder, 'alone.goal');
writeFileSync(ALONE, 'num_ranks 1\nrank 0 {\nl1: calc 1000\n}\n');

/** What a command line wrote as Parquet. */
async function written(line: string): Promise<ReadColumn[]> {
  const told = await runCli(`${line} --output ${FILE} -q`);
  expect([told.code, told.stderr]).toEqual([0, '']);
  return columnsOf(new Uint8Array(readFileSync(FILE)));
}

const asText = (value: unknown): string => (value === null ? '' : String(value));

/** What the end of a column's name says its numbers are in; `7pct_ns` is a value at 7 %. */
const UNIT = /(^|_)(ns|us|pct|bytes|ns_per_B|us_per_byte|Gbit_per_s|m)$/;
/** Columns of numbers that have no unit: counts, indices, shares, yes and no. λ has that of T over that of its parameter. */
const PURE = new Set(
  `ranks ranks_per_node rank operations sends recvs calcs messages dependencies wildcard_receives problems segments depth
  switches runs error best most_tolerant supported possible on_frontier unbounded probability measured_slope_before measured_slope_after
  arriving_messages leaving_messages nodes_occupied run over_budget iterations ratio_taulop ratio_loggp switches_built slowdown`.split(
    /\s+/,
  ),
);
/** Ranks of a matrix; places of ranks by mapping; λ and shares of whatever; how much slower under so many ns. */
const PURE_NAME =
  /^(\d+|random:\d+|round_robin|block|by_volume|ours|.*(lambda|rho|share).*|slower_by_\d+ns|wires_.*)$/;
/** Tables with a row for each figure, whose units stand in a column of their own or in the figure's name. */
const LONG = ['unit', 'figure', 'statistic'];

/** Of each command one, and what is unlimited. */
const first = new Set<string>();
const isKept = ({ line }: Answer): boolean => {
  const [command] = line.split(' ');
  const isFirst = !first.has(command);
  first.add(command);
  return (isFirst && QUICK.includes(command)) || line.includes('--pairwise');
};
/** Another answer than the table stands on standard output, or the machine above it. */
const APART = /--output -|--print-machine/;
const tables = answersAs('--csv').filter(({ line }) => !APART.test(line));
const QUICK = ['tolerance', 'check', 'path', 'collective', 'curve'];

test.each(cases(tables, isKept))(
  '$line: values are those of CSV, and numbers say their unit',
  async ({ line, output }) => {
    const columns = await written(line);
    const [header = [], ...rows] = parse(output);
    expect(columns.map(({ name }) => name)).toEqual(header);
    for (const [i, { values }] of columns.entries())
      expect(values.map(asText)).toEqual(rows.map((row) => row[i]));
    if (header.some((name) => LONG.includes(name))) return;
    const bare = columns
      .filter(({ type, values }) => type !== 'Utf8' && values.some((value) => value !== null))
      .map(({ name }) => name)
      .filter((name) => !UNIT.test(name) && !PURE.has(name) && !PURE_NAME.test(name));
    expect(bare).toEqual([]);
  },
);

test('numbers are numbers, words are words, and what is unlimited is null', async () => {
  const columns = await written(`tolerance ${ALONE} ${FIG4} --pct 1 --runtime 1us`);
  const [WORD, WHOLE, NUMBER] = ['Utf8', 'Int64', 'Float64'];
  expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual({
    program: WORD,
    pct: WHOLE,
    parameter: WORD,
    value_ns: NUMBER,
    delta_ns: NUMBER,
    runtime_ns: NUMBER,
    lambda_L: WHOLE,
    rho_L: NUMBER,
    within_ns: WHOLE,
    possible: WHOLE,
    lambda_G: WHOLE,
    lambda_o: WHOLE,
    range_low_ns: WHOLE,
    range_high_ns: NUMBER,
  });
  const delta = columns.find(({ name }) => name === 'delta_ns');
  // T = 15000.054 ns at λ_L = 1: 1 % of it is what L may grow by. Who sends nothing bears any L, and no L brings T to 1 µs.
  expect(delta?.values).toEqual([null, null, expect.closeTo(150.00054, 9), null]);
});

test('another form in a file for Parquet is refused, and an ending decides the form', async () => {
  await expectRefusal(['tolerance', FIG4, '--csv', '--output', FILE], 2, 'name two forms');
  for (const [ending, flag] of [
    ['json', '--json'],
    ['csv', '--csv'],
    ['md', '--markdown'],
  ]) {
    const file = join(folder, `answer.${ending}`);
    expect((await runCli(['tolerance', FIG4, '-q', '--output', file])).code).toBe(0);
    const { stdout } = await runCli(['tolerance', FIG4, '-q', flag]);
    expect(readFileSync(file, 'utf8')).toBe(stdout);
  }
});

test('a folder that is not there is said', async () => {
  await expectRefusal(
    ['check', FIG4, '--output', join(folder, 'none/table.parquet')],
    3,
    join(folder, 'none/table.parquet'),
  );
});

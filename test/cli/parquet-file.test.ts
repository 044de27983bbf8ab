/** `--parquet FILE` holds the table that `--csv` prints, cell by cell, in typed columns: read by Apache Arrow's readers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { cases } from '../part.js';
import { columnsOf, type ReadColumn } from './read-parquet.js';
import { expectRefusal, runCli } from './run.js';
import { scratch } from './scratch.js';

const folder = scratch();

const FILE = join(folder, 'table.parquet');
const FIG4 = 'goal-samples/fig4.goal';
const SLOPES = 'goal-samples/three-slopes.goal';
const CG = 'traces/cg-4';
const SOLVER = 'traces/runs/solver-4';
/** Nothing is sent: its tolerance is unlimited. */
const ALONE = join(folder, 'alone.goal');
writeFileSync(ALONE, 'num_ranks 1\nrank 0 {\nl1: calc 1000\n}\n');

/** The same command line with each form: what stands in CSV, and what was written. */
async function both(argv: readonly string[]): Promise<{ csv: string[][]; columns: ReadColumn[] }> {
  const csv = await runCli([...argv, '--csv', '-q']);
  expect([csv.code, csv.stderr]).toEqual([0, '']);
  const written = await runCli([...argv, '--parquet', FILE, '-q']);
  expect([written.code, written.stderr]).toEqual([0, '']);
  return { csv: parse(csv.stdout), columns: columnsOf(new Uint8Array(readFileSync(FILE))) };
}

const asText = (value: unknown): string => (value === null ? '' : String(value));

/** What the end of a column's name says its numbers are in; `7pct_ns` is a value at 7 %. */
const UNIT = /(^|_)(ns|us|pct|bytes|ns_per_B|us_per_byte|Gbit_per_s|m)$/;
/** Columns of numbers that have no unit: counts, indices, shares, yes and no. λ has that of T over that of its parameter. */
const PURE = new Set(
  `ranks ranks_per_node rank operations sends recvs calcs messages dependencies wildcard_receives problems segments depth
  switches runs error best most_tolerant supported possible on_frontier unbounded probability measured_slope_before measured_slope_after
  arriving_messages leaving_messages nodes_occupied ratio_taulop ratio_loggp switches_built`.split(/\s+/),
);
/** Ranks of a matrix; places of ranks by mapping; λ and shares of whatever; how much slower under so many ns. */
const PURE_NAME = /^(\d+|round_robin|block|by_volume|ours|.*(lambda|rho|share).*|slower_by_\d+ns|wires_.*)$/;
/** Tables with a row for each figure, whose units stand in a column of their own or in the figure's name. */
const LONG = ['unit', 'figure', 'statistic'];

const quick = ['--engine', 'sweep'];
const TABLES: [string, readonly string[]][] = [
  ['tolerance', ['tolerance', SLOPES, '--pct', '1,2.5,400']],
  ['tolerance that is unlimited', ['tolerance', ALONE]],
  ['tolerance of G', ['tolerance', FIG4, '--parameter', 'G', '--pct', '1']],
  ['values within a runtime', ['tolerance', FIG4, '--runtime', '1us,1ms']],
  ['a frontier', ['tolerance', FIG4, '--frontier', 'L,G', '--pct', '1']],
  ['a distribution', ['tolerance', FIG4, '--latency-distribution', '3us:0.5,5us:0.5']],
  ['tolerance by call', ['tolerance', CG, '--by', 'call', ...quick]],
  ['sensitivity', ['sensitivity', CG, ...quick]],
  ['sensitivity by call site', ['sensitivity', SOLVER, '--by', 'site', ...quick]],
  ['sensitivity by region', ['sensitivity', SOLVER, '--by', 'region', ...quick]],
  ['sensitivity by rank', ['sensitivity', CG, '--by', 'rank', ...quick]],
  ['pairs of ranks', ['sensitivity', FIG4, '--pairwise']],
  ['curve', ['curve', FIG4, '--at', '0,1us,3.25us']],
  ['curve of G', ['curve', FIG4, '--parameter', 'G', '--latency-range', '0.1ns/B..100ns/B']],
  ['critical latencies', ['critical-latencies', SLOPES, '--latency-range', '0..10us']],
  ['no critical latency: no row', ['critical-latencies', FIG4, '--latency-range', '5us..6us']],
  ['path', ['path', CG]],
  ['path by region', ['path', SOLVER, '--by', 'region']],
  ['path by call site', ['path', SOLVER, '--by', 'site']],
  ['phases', ['phases', CG, '--pct', '1']],
  ['check', ['check', CG]],
  ['several programs', ['tolerance', CG, 'traces/fft-4', '--weight', 'cg-4=3', ...quick]],
  ['compare', ['compare', CG, '--collective', 'allreduce=recursive-doubling,ring', '-j', '1', ...quick]],
  ['budget', ['budget', FIG4]],
  ['diff', ['diff', CG, CG, '--by', 'call', ...quick]],
  ['uncertainty', ['uncertainty', CG, 'traces/fft-4', ...quick]],
  ['placement', ['placement', FIG4, '--platform', 'epyc-orfeo', '--start', 'block']],
  ['topology compare', ['topology', 'compare', FIG4, '--topology', 'fat-tree:k=4', '--pct', '1']],
  [
    'crossovers',
    'crossovers --collective allreduce --ranks 4 --bytes 8B..1KiB --latency-range 1us..5us'.split(' '),
  ],
  ['validate', ['validate', 'traces/runs/ring-4', '--measured', 'traces/runs/ring-4/measured.csv']],
  [
    'collective predict',
    ['collective', 'predict', '--collective', 'bcast', '--ranks', '8', '--bytes', '1KiB'],
  ],
  [
    'collective formula',
    ['collective', 'formula', '--collective', 'bcast', '--ranks', '8', '--bytes', '1KiB'],
  ],
  ['collective contention', ['collective', 'contention']],
];
const KEPT = [
  'tolerance',
  'tolerance that is unlimited',
  'a distribution',
  'pairs of ranks',
  'check',
  'collective formula',
];

describe.each(cases(TABLES, ([name]) => KEPT.includes(name)))('%s', (_, argv) => {
  test('values are those of CSV, and numbers say their unit', async () => {
    const { csv, columns } = await both(argv);
    const [header = [], ...rows] = csv;
    expect(columns.map(({ name }) => name)).toEqual(header);
    for (const [i, { values }] of columns.entries())
      expect(values.map(asText)).toEqual(rows.map((row) => row[i]));
    if (header.some((name) => LONG.includes(name))) return;
    const bare = columns
      .filter(({ type, values }) => type !== 'Utf8' && values.some((value) => value !== null))
      .map(({ name }) => name)
      .filter((name) => !UNIT.test(name) && !PURE.has(name) && !PURE_NAME.test(name));
    expect(bare).toEqual([]);
  });
});

test('numbers are numbers, words are words, and what is unlimited is null', async () => {
  const { columns } = await both(['tolerance', ALONE, FIG4, '--pct', '1', '--runtime', '1us']);
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

test.each([
  [['--parquet', '-'], '--parquet - is no file'],
  [['--parquet', FILE, '--output', FILE], '--output and --parquet are both'],
  [['--parquet', FIG4], 'would overwrite what is read'],
])('%j is refused', async (flags, message) => {
  await expectRefusal(['tolerance', FIG4, ...flags], 2, message);
});

test('a folder that is not there is said', async () => {
  await expectRefusal(
    ['check', FIG4, '--parquet', join(folder, 'none/table.parquet')],
    3,
    join(folder, 'none/table.parquet'),
  );
});

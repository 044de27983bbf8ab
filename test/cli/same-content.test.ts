/** CSV and JSON of one answer: the rows of the one are those of the other, column by column, value by value. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from './run.js';

type Json = Record<string, unknown>;

/** A command line whose table is a list of its JSON. */
interface Case {
  readonly line: string;
  /** Objects of the JSON, one for each row; lists in them that the table has columns for, as keys. */
  readonly rows: (result: Json) => Json[];
  /** Column of a key that is called otherwise. */
  readonly called?: Readonly<Record<string, string>>;
  /** Keys of JSON without a column, and columns without a key, and why. */
  readonly apart?: Readonly<Record<string, string>>;
}

/** How an answer was found is no part of it. */
const SOLVER = {
  engine: 'how it was solved',
  certificate_kind: 'how it was solved',
  certificate_primal_ns: 'how it was solved',
  certificate_dual_ns: 'how it was solved',
  certificate_rows: 'how it was solved',
  certificate_violation_ns: 'how it was solved',
  certificate_iterations: 'how it was solved',
  certificate_rows_before: 'how it was solved',
};

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map((one) => Object(one)) : []);
const at = (result: Json, ...keys: string[]): unknown =>
  keys.reduce<unknown>((value, key) => Object(value)[key], result);

/** Both ends of the interval of λ as keys. */
const ranged = ({ range_L_ns: range, basis_range_L_ns: _, ...rest }: Json): Json => {
  const [low, high] = Array.isArray(range) ? range : [];
  return { ...rest, range_low_ns: low, range_high_ns: high };
};

/** The keys of `whole` beside each of a list of it. */
const each = (whole: Json, key: string): Json[] => {
  const { [key]: list, ...rest } = whole;
  return listOf(list).map((one) => ({ ...rest, ...one }));
};

/** `{pct, delta_ns}` of a list as `name(pct)`. */
const byPercent = (list: unknown, name: (pct: unknown) => string, key = 'delta_ns'): Json =>
  Object.fromEntries(listOf(list).map((one) => [name(one.pct), one[key]]));

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const CASES: readonly Case[] = [
  { line: 'sensitivity traces/ring-4', rows: (result) => [ranged(result)], apart: SOLVER },
  {
    line: 'sensitivity traces/ring-4 --by call',
    rows: (result) => listOf(at(result, 'breakdown', 'groups')),
    called: { name: 'group' },
  },
  {
    line: 'tolerance traces/ring-4 --pct 1,2',
    rows: (result) => each(ranged(result), 'tolerance').map((one) => ({ parameter: 'L', ...one })),
    called: { latency_ns: 'value_ns' },
    apart: SOLVER,
  },
  {
    line: 'tolerance traces/ring-4 --by call',
    rows: (result) =>
      listOf(at(result, 'tolerance_by', 'groups')).flatMap((group) => each(group, 'tolerance')),
    called: { name: 'group' },
  },
  {
    line: 'tolerance traces/ring-4 --frontier L,G --pct 1,2',
    rows: (result) =>
      listOf(result.frontier).flatMap(({ pct, vertices, unbounded }) =>
        listOf(vertices).map((one) => ({ ...one, pct, unbounded: names(unbounded).join(' ') || null })),
      ),
    called: { runtime_ns: 'T_ns' },
  },
  {
    line: 'curve traces/ring-4 --at 0,1us,3us',
    rows: ({ points }) => listOf(points),
    called: { runtime_ns: 'T_ns' },
  },
  {
    line: 'critical-latencies goal-samples/three-slopes.goal -L 1us -o 0 -G 0 --latency-range 0..5us',
    rows: (result) => listOf(result.critical_latencies),
    called: { runtime_ns: 'T_ns' },
  },
  {
    line: 'tolerance traces/fft-4 --by part:start,10%,end --pct 1,2',
    rows: ({ phases }) =>
      listOf(phases).map(({ tolerance, ...one }) => ({
        ...one,
        ...byPercent(tolerance, (pct) => `delta_L_${pct}pct_ns`),
      })),
  },
  { line: 'replay traces/ring-4', rows: ({ ranks }) => listOf(ranks) },
  {
    line: 'path traces/ring-4 --longest 5',
    rows: ({ segments }) =>
      listOf(segments).map(({ first_call, last_call, ...one }) => ({
        ...one,
        first_communicator: at(Object(first_call), 'communicator'),
        last_communicator: at(Object(last_call), 'communicator'),
      })),
    apart: {
      first_call: 'one cell, MPI_Recv#2, of what JSON has in parts',
      first_place: 'one cell, file:line, of what JSON has in parts',
      last_call: 'one cell, MPI_Recv#2, of what JSON has in parts',
      last_place: 'one cell, file:line, of what JSON has in parts',
    },
  },
  {
    line: 'tolerance traces/repeats/solver-4-1 traces/repeats/solver-4-2 --uncertainty --pct 1',
    rows: ({ runs, quantiles, further_runs }) => [
      ...[...listOf(runs), ...listOf(quantiles)].map(({ tolerance, source: _, share: __, ...one }) => ({
        ...one,
        ...byPercent(tolerance, (pct) => `delta_at_${pct}_pct_ns`),
      })),
      ...listOf(further_runs)
        .flatMap(({ runtime_ns: ends }) => (Array.isArray(ends) ? ends : []))
        .sort((a, b) => a - b)
        .map((runtime_ns) => ({ runtime_ns })),
    ],
    apart: { what: 'the run, or the share of a quantile or of further runs in words' },
  },
  {
    line: 'diff traces/ring-4 --machine-b piz-daint',
    rows: ({ by }) => listOf(at(Object(by), 'call')),
    called: { name: 'call' },
  },
  {
    line: 'validate traces/runs/ring-4 --measured traces/runs/ring-4/measured.csv',
    rows: ({ points }) =>
      listOf(points).map(({ lambda_before, ...one }) => ({
        ...one,
        lambda_before: at(Object(lambda_before), 'L'),
      })),
  },
  {
    line: 'check traces/ring-4',
    rows: ({ calls: _, problems, ...whole }) => [{ ...whole, problems: listOf(problems).length }],
  },
];

/** Commands whose table is not a list of their JSON, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  budget: 'a row a parameter and a call: JSON has objects of each, with units in their keys',
  compare: 'a row a variant and a slowdown: JSON has variants, and lists in each',
  bounds: 'one row a model: JSON has an object of each, with keys of its own',
  noise: 'T of every run, of which JSON has what they tell together',
  placement: 'a matrix: places of ranks by mapping',
  scaling: 'a row a number of ranks read or predicted: JSON has points and predictions of each law',
  tune: 'a row a choice: JSON has flags, candidates and the way there',
  'collective:contention': 'closed forms: their own tests compare rows',
  'collective:fit': 'closed forms: their own tests compare rows',
  'collective:formula': 'closed forms: their own tests compare rows',
  'collective:predict': 'closed forms: their own tests compare rows',
  'collective:validate': 'closed forms: their own tests compare rows',
  'study:status': 'a row a state: JSON has counts, and failures as a list',
};

/** Leaves by their path of keys, joined; a name of an earlier schema beside its new one is left out. */
function leaves(value: Json): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const todo = Object.entries(value);
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const [path, inner] = next;
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      todo.push(...Object.entries(inner).map(([key, one]): [string, unknown] => [shortPath(path, key), one]));
    else found.set(path, inner);
  }
  if (found.has('T_ns')) found.delete('runtime_ns');
  return found;
}

const shortPath = (path: string, key: string): string =>
  path === 'lambda_by_class' ? `lambda_${key}` : `${path}_${key}`;

/** Cells of a line of CSV; quotes hold commas. */
const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
  );

/** As a cell shows it. */
const cellOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

describe('CSV and JSON of one answer', () => {
  it.each(CASES)('$line', async ({ line, rows, called = {}, apart = {} }) => {
    const json = await runCli(`${line} --json -q`);
    const csv = await runCli(`${line} --csv -q`);
    expect([json.code, csv.code], json.stderr + csv.stderr).toEqual([0, 0]);
    const expected = rows(JSON.parse(json.stdout).result).map(leaves);
    const [header, ...lines] = csv.stdout.trimEnd().split('\n').map(cells);
    expect(expected.length).toBeGreaterThan(0);
    expect(lines).toHaveLength(expected.length);
    const keys = new Set(expected.flatMap((row) => [...row.keys()]));
    const columns = [...keys].filter((key) => !(key in apart)).map((key) => called[key] ?? key);
    expect(header.filter((name) => !(name in apart)).toSorted()).toEqual(columns.toSorted());
    for (const [i, row] of expected.entries())
      for (const [key, value] of row) {
        if (key in apart) continue;
        const column = called[key] ?? key;
        expect([i, column, lines[i][header.indexOf(column)]]).toEqual([i, column, cellOf(value)]);
      }
  });

  it('is compared of every command that has both, or there is a reason', () => {
    const { commands } = JSON.parse(readFileSync('oclif.manifest.json', 'utf8'));
    const both = Object.entries<{ flags: object }>(commands)
      .filter(([, { flags }]) => 'csv' in flags && 'json' in flags)
      .map(([name]) => name);
    const compared = new Set(CASES.map(({ line }) => line.split(' ')[0]));
    expect(both.toSorted()).toEqual([...compared, ...Object.keys(OTHERS)].toSorted());
  });
});

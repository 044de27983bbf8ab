/** Parquet files hold what was put in: asked of the readers of Apache Arrow. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, parquet } from '../../src/cli/output/parquet.js';
import { cases, runs } from '../part.js';
import { columnsOf } from './read-parquet.js';

const readBack = (values: readonly Cell[]) => columnsOf(parquet([{ name: 'x', values }]))[0];

describe('types follow the content', () => {
  test.each<[string, readonly Cell[], string, readonly unknown[]]>([
    ['whole numbers', [1, -2, 0], 'Int64', [1n, -2n, 0n]],
    [
      'whole numbers of more than 32 bits',
      [2 ** 53 - 1, -(2 ** 40)],
      'Int64',
      [9007199254740991n, -1099511627776n],
    ],
    ['whole numbers with gaps', [7, null], 'Int64', [7n, null]],
    [
      'numbers of which one is not whole',
      [1, 0.1, 5e-324, 1.7976931348623157e308],
      'Float64',
      [1, 0.1, 5e-324, 1.7976931348623157e308],
    ],
    ['whole numbers that a double no longer tells apart', [2 ** 53, 1], 'Float64', [2 ** 53, 1]],
    [
      'what is unlimited, or no number',
      [Number.POSITIVE_INFINITY, Number.NaN, 1.5],
      'Float64',
      [null, null, 1.5],
    ],
    ['nothing but gaps', [null, null], 'Float64', [null, null]],
    ['no rows', [], 'Float64', []],
    ['words', ['λ_L', '', 'ΔT 🚀', null], 'Utf8', ['λ_L', '', 'ΔT 🚀', null]],
    ['words that look like numbers', ['1', '02'], 'Utf8', ['1', '02']],
    ['words and numbers', ['all', 8, null], 'Utf8', ['all', '8', null]],
    ['yes and no', [true, false, null], 'Bool', [true, false, null]],
  ])('%s', (_, values, type, expected) => {
    expect(readBack(values)).toEqual({ name: 'x', type, nullable: true, values: expected });
  });

  test('doubles keep every bit, through pages and row groups', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(fc.option(doubles), { minLength: 1 }), (values) => {
        // The second row group begins behind the thousandth row.
        const cells = [0.5, ...Array.from({ length: 1100 }, (_, i) => values[i % values.length])];
        const { values: read } = readBack(cells);
        expect(read).toEqual(cells.map((one) => (one === null ? null : one + 0)));
      }),
      { numRuns: runs(200), examples: [[[0, -0, null]]] },
    );
  });
});

test('files of any size are read: no part of a size is taken for a list without rows', () => {
  for (let rows = 170; rows < 220; rows++) {
    const values = Array.from({ length: rows }, (_, i) => Math.sqrt(i + 2));
    expect(readBack(values).values).toEqual(values);
  }
});

test('columns keep their names and order', () => {
  const columns = [
    { name: 'value_ns/B', values: [0.018] },
    { name: 'T_ns', values: [3] },
    { name: 'call', values: ['MPI_Send'] },
  ];
  expect(columnsOf(parquet(columns)).map(({ name, values }) => [name, ...values])).toEqual([
    ['value_ns/B', 0.018],
    ['T_ns', 3n],
    ['call', 'MPI_Send'],
  ]);
});

test.each(cases([120_000], () => false))('a hundred thousand rows', (length) => {
  const rows = Array.from({ length }, (_, i) => i);
  const read = columnsOf(
    parquet([
      { name: 'i', values: rows },
      { name: 'half', values: rows.map((i) => (i % 7 === 0 ? null : i / 2)) },
      { name: 'word', values: rows.map((i) => `rank ${i % 97}`) },
    ]),
  );
  expect(read[0].values).toEqual(rows.map(BigInt));
  expect(read[1].values).toEqual(rows.map((i) => (i % 7 === 0 ? null : i / 2)));
  expect(read[2].values).toEqual(rows.map((i) => `rank ${i % 97}`));
});

test('the same columns give the same bytes', () => {
  const columns = [{ name: 'T_ns', values: [1, 2.5, null] }];
  expect(parquet(columns)).toEqual(parquet(columns));
});

test.each<[string, Parameters<typeof parquet>[0], string]>([
  ['no column', [], 'a Parquet file without columns'],
  [
    'columns of different lengths',
    [
      { name: 'a', values: [1] },
      { name: 'b', values: [] },
    ],
    'column b is not as long as a',
  ],
  [
    'one name twice',
    [
      { name: 'a', values: [1] },
      { name: 'a', values: [2] },
    ],
    'two columns a',
  ],
])('%s is refused', (_, columns, message) => {
  expect(() => parquet(columns)).toThrow(message);
});

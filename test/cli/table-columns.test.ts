import { expect, it } from 'vitest';
import {
  type Column,
  constant,
  jsonRow,
  NOT_IN_JSON,
  stacked,
  tableCsv,
  tableText,
} from '../../src/cli/output/table.js';

interface Row {
  readonly name: string;
  readonly ns: number;
  readonly share: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'share', title: 'of T', of: ({ share }) => share },
  { key: 'end_ns', title: 'ends at', of: ({ ns }) => ns },
  { title: 'half of it', text: ({ ns }) => `${ns / 2} ns` },
  { key: 'name', of: ({ name }) => name },
];
const ROWS: readonly Row[] = [
  { name: 'a', ns: 1500, share: 0.125 },
  { name: 'b', ns: Number.POSITIVE_INFINITY, share: null },
];

it('shows people the columns with a title, by the units of their keys', () => {
  expect(tableText(COLUMNS, ROWS)).toBe(
    `${['    of T    ends at   half of it', '  12.5 %     1.5 µs       750 ns', '          unlimited  Infinity ns'].join('\n')}\n`,
  );
});

it('gives machines the columns with a key: those that are named first, then the others in their order', () => {
  expect(tableCsv(COLUMNS, ROWS, ['name'])).toEqual({
    header: ['name', 'share', 'end_ns'],
    rows: [
      ['a', 0.125, 1500],
      ['b', null, null],
    ],
  });
});

it('makes rows of JSON in which what is unlimited is null', () => {
  expect(jsonRow(COLUMNS, ROWS[1])).toEqual({ share: null, end_ns: null, name: 'b' });
});

const NAMED: readonly Column<Row>[] = [
  { key: 'T_ns', of: ({ ns }) => ns },
  { key: 'lambda_L', title: 'λ_L', of: () => 2, format: (value) => `${value} times` },
  { key: 'lambda_G', of: () => 3 },
  { key: 'kind', of: () => 'read', ...NOT_IN_JSON },
  { title: 'parts', text: () => 'two', json: ({ name }) => ({ parts: [name, name] }) },
];

it('names T and λ in JSON by their words, and has there what no cell holds', () => {
  const row = jsonRow(NAMED, ROWS[0]);
  expect(row).toEqual({ runtime_ns: 1500, lambda: { L: 2, G: 3 }, parts: ['a', 'a'] });
  expect(Object.keys(jsonRow(NAMED, ROWS[0], ['parts', 'none']))[0]).toBe('parts');
  expect(tableCsv(NAMED, [ROWS[0]]).header).toEqual(['T_ns', 'lambda_L', 'lambda_G', 'kind']);
  expect(tableText(NAMED, [ROWS[0]])).toBe('      λ_L  parts\n  2 times    two\n');
});

it('stacks tables: a column that one lacks is empty in its rows', () => {
  const one = tableCsv(COLUMNS, [ROWS[0]]);
  const other = tableCsv<Row>(
    [{ key: 'name', of: ({ name }) => name }, ...constant(NAMED, ROWS[1])],
    [ROWS[0]],
  );
  expect(stacked([one, other])).toEqual({
    header: ['share', 'end_ns', 'name', 'T_ns', 'lambda_L', 'lambda_G', 'kind'],
    rows: [
      [0.125, 1500, 'a', null, null, null, null],
      [null, null, 'a', null, 2, 3, 'read'],
    ],
  });
});

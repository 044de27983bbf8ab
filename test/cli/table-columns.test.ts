import { expect, it } from 'vitest';
import { type Column, jsonRow, tableCsv, tableText } from '../../src/cli/output/table.js';

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

/** Tables for people: cli-table3 without colours, so that a pipe and a terminal read the same. */
import Table from 'cli-table3';

/** Columns with their alignment; numbers read best flush right. */
export interface ColumnHead {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

const PLAIN = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '  ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** A table with a header, two spaces between columns. */
export function table(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const made = new Table({
    head: heads.map((head) => head.title),
    colAligns: heads.map((head) => head.align ?? 'right'),
    chars: PLAIN,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) made.push([...row]);
  return `${trimEnds(made.toString())}\n`;
}

/** Names and values, one pair a line. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('');
}

function trimEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** Tables for people: cli-table3 without colours, so that a pipe and a terminal read the same. */
import Table from 'cli-table3';
import { columnBlocks, cutTo, type Grid, gridWidth, shortened, transposed } from './fit.js';
import { layout } from './layout.js';
import { oneLine } from './one-line.js';

/** Columns with their alignment; numbers read best flush right. */
export interface ColumnHead {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A table before it is set. */
export interface TableRows {
  readonly heads: readonly ColumnHead[];
  readonly rows: readonly (readonly string[])[];
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

/** Columns of a line that every terminal shows whole. */
const LINE = 80;

/** A table with a header, two spaces between columns; in a terminal no wider than that. */
export function table(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const { columns, markdown } = layout();
  if (markdown) return markdownTable(heads, rows);
  const grid = gridOf(heads, rows);
  if (columns === null || gridWidth(grid) <= columns) return drawn(heads, rows);
  const short = shortened(grid, columns);
  if (short !== null) return drawn(heads, short.rows);
  const turned = transposed(grid, columns);
  if (turned === null) return blocks(heads, rows);
  return drawn(
    turned.heads.map((title, i) => (i === 0 ? { title, align: 'left' } : { title })),
    turned.rows,
  );
}

/** A line for each row of a table, which stands below it; in Markdown a last column. */
export interface Below {
  readonly title: string;
  readonly lines: readonly string[];
}

/** In front of lines below rows: they are told from rows by it. */
const BELOW = ' '.repeat(8);

/** The same with a line below each row, cut where a terminal is too narrow for it. */
export function tableWithLines(
  heads: readonly ColumnHead[],
  rows: readonly (readonly string[])[],
  { title, lines }: Below,
): string {
  const { columns, markdown } = layout();
  if (markdown)
    return markdownTable(
      [...heads, { title, align: 'left' }],
      rows.map((row, i) => [...row, lines[i]]),
    );
  const fits = columns === null || gridWidth(gridOf(heads, rows)) <= columns;
  if (!fits)
    return blocks(
      [...heads, { title }],
      rows.map((row, i) => [...row, lines[i]]),
    );
  const [head, ...drawnRows] = drawn(heads, rows).trimEnd().split('\n');
  const below = lines
    .map((line) => BELOW + oneLine(line))
    .map((line) => (columns === null ? line : cutTo(line, columns)));
  return `${[head, ...drawnRows.flatMap((row, i) => [row, below[i]])].join('\n')}\n`;
}

const gridOf = (heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): Grid => ({
  heads: heads.map(({ title }) => oneLine(title)),
  rows: rows.map((row) => row.map(oneLine)),
  words: heads.map(({ align }) => align === 'left'),
});

/** Rows one under another, each as names and values under its first cell. */
function blocks(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const [, ...others] = heads;
  return rows
    .map(
      ([first = '', ...cells]) =>
        `  ${oneLine(first)}\n${facts(others.map(({ title }, i) => [`  ${title}`, cells[i] ?? '']))}`,
    )
    .join('');
}

function markdownTable(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => oneLine(cell).replace(/[\\|]/g, '\\$&')).join(' | ')} |\n`;
  const rule = heads.map(({ align }) => (align === 'left' ? '---' : '---:'));
  return [heads.map(({ title }) => title), rule, ...rows].map(line).join('');
}

function drawn(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const made = new Table({
    head: heads.map(({ title }) => oneLine(title)),
    colAligns: heads.map((head) => head.align ?? 'right'),
    chars: PLAIN,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) made.push(row.map(oneLine));
  return `${trimEnds(made.toString())}\n`;
}

/**
 * The same within 80 columns, or those of the terminal: where they are too many, in blocks of columns one under another,
 * each led by the first `keys` columns, which name the rows.
 */
export function narrowTable(
  heads: readonly ColumnHead[],
  rows: readonly (readonly string[])[],
  keys: number,
): string {
  const { columns, markdown } = layout();
  if (markdown) return markdownTable(heads, rows);
  const grid = gridOf(heads, rows);
  return columnBlocks(grid, columns ?? LINE, keys)
    .map((block) =>
      table(
        block.map((i) => heads[i]),
        rows.map((row) => block.map((i) => row[i])),
      ),
    )
    .join('\n');
}

/** Lines of a text that begins behind `indent` letters; one where no terminal is too narrow for it. */
function wrapped(text: string, indent: number): string[] {
  const { columns } = layout();
  if (columns === null || indent + text.length <= columns) return [text];
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines[lines.length - 1] === '' ? word : `${lines[lines.length - 1]} ${word}`;
    if (indent + longer.length <= columns || longer === word) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Names and values, one pair a line, and more for values that a terminal is too narrow for. */
export function facts(named: readonly (readonly [string, string])[]): string {
  const pairs = named.map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  if (layout().markdown) return pairs.map(([name, value]) => `- ${name.trim()}: ${value}\n`).join('');
  const width = Math.max(...pairs.map(([name]) => name.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return pairs
    .map(([name, value]) => `  ${name.padEnd(width)}  ${wrapped(value, width + 4).join(indent)}\n`)
    .join('');
}

function trimEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

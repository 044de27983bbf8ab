/** Tables for people: cli-table3 without colours, so that a pipe and a terminal read the same. */
import Table from 'cli-table3';
import {
  type ColumnHead,
  columnBlocks,
  fitted,
  type Grid,
  gridWidth,
  narrowBlocks,
  transposed,
  withColumns,
} from './fit.js';
import { broken, layout } from './layout.js';
import { oneLine } from './one-line.js';

export type { ColumnHead } from './fit.js';

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

/**
 * A table with a header, two spaces between columns. In a terminal no wider than that: words are cut, then columns left
 * out as their heads say; where that is not enough, rows become columns, or columns come in blocks one under another.
 */
export function table(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const { columns, markdown } = layout();
  if (markdown) return markdownTable(heads, rows);
  const grid = gridOf(heads, rows);
  if (columns === null || gridWidth(grid) <= columns) return drawn(grid);
  const fit = fitted(grid, columns);
  if (fit !== null) return drawn(fit) + leftOutText(fit.leftOut);
  const turned = transposed(grid, columns);
  if (turned !== null) return drawn(turned);
  const parts = narrowBlocks(grid, columns);
  if (parts === null) return blocks(heads, rows);
  return parts.map((part) => drawn(fitted(withColumns(grid, part), columns) ?? grid)).join('\n');
}

/** What a terminal has no room for, and where it is shown. */
const leftOutText = (titles: readonly string[]): string =>
  titles.length === 0
    ? ''
    : `  not shown for want of room: ${titles.join(', ')} (a wider terminal or --json shows all)\n`;

/** A line for each row of a table, which stands below it; in Markdown a last column. */
export interface Below {
  readonly title: string;
  readonly lines: readonly string[];
}

/** In front of lines below rows: they are told from rows by it. */
const BELOW = ' '.repeat(8);

/** The same with a line below each row. */
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
  const grid = gridOf(heads, rows);
  const fit =
    columns === null || gridWidth(grid) <= columns ? { ...grid, leftOut: [] } : fitted(grid, columns);
  if (fit === null)
    return blocks(
      [...heads, { title }],
      rows.map((row, i) => [...row, lines[i]]),
    );
  const [head, ...drawnRows] = drawn(fit).trimEnd().split('\n');
  const below = lines.map((line) => BELOW + oneLine(line));
  const text = `${[head, ...drawnRows.flatMap((row, i) => [row, below[i]])].join('\n')}\n`;
  return text + leftOutText(fit.leftOut);
}

const gridOf = (heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): Grid => ({
  heads: heads.map((head) => ({ ...head, title: oneLine(head.title) })),
  rows: rows.map((row) => row.map(oneLine)),
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

function drawn({ heads, rows }: Grid): string {
  const made = new Table({
    head: heads.map(({ title }) => title),
    colAligns: heads.map((head) => head.align ?? 'right'),
    chars: PLAIN,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const row of rows) made.push([...row]);
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
  const named = [...heads.keys()].slice(0, keys);
  return columnBlocks(grid, columns ?? LINE, named)
    .map((block) =>
      table(
        block.map((i) => heads[i]),
        rows.map((row) => block.map((i) => row[i])),
      ),
    )
    .join('\n');
}

/** Names and values, one pair a line, and more for values that a terminal is too narrow for. */
export function facts(named: readonly (readonly [string, string])[]): string {
  const pairs = named.map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  if (layout().markdown) return pairs.map(([name, value]) => `- ${name.trim()}: ${value}\n`).join('');
  const width = Math.max(...pairs.map(([name]) => name.length));
  const columns = layout().columns ?? Number.POSITIVE_INFINITY;
  const indent = width + 4;
  const next = `\n${' '.repeat(indent)}`;
  return pairs
    .map(([name, value]) => `  ${name.padEnd(width)}  ${broken(value, columns, indent, indent).join(next)}\n`)
    .join('');
}

function trimEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

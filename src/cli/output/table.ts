/** Tables: one list of columns as text, Markdown, CSV, Parquet and flat JSON; text is fitted to the terminal. */
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { formatGapPerByte, formatSize, formatTime } from '../../units.js';
import { broken, layout } from '../process/streams.js';

// Tables that are too wide for a terminal: shorter words, then fewer columns, then what shows all of them in another way.

/** A column of a table, and what may become of it where there is no room. */
export interface ColumnHead {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** It holds names that say most by their ends, such as functions and places in files: they are cut at their fronts. */
  readonly name?: true;
  /** It holds sentences or lists: they go on in the next line instead of being cut. */
  readonly prose?: true;
  /** Where there is no room, columns with the least number are left out first; one without a number stays. */
  readonly spare?: number;
}

interface Grid {
  readonly heads: readonly ColumnHead[];
  readonly rows: readonly (readonly string[])[];
}

/** A table that fits, and the titles of columns that it has no room for. */
interface FittedGrid extends Grid {
  readonly leftOut: readonly string[];
}

/** Spaces in front of a table, and between its columns. */
const MARGIN = 2;
/** Letters that a shortened word keeps as long as columns can be left out instead, and at any rate. */
const COMFORTABLE = 32;
const LEAST = 12;

const widthOf = (text: string): number => [...text].length;

function widthsOf({ heads, rows }: Grid): number[] {
  return heads.map(({ title }, i) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[i] ?? ''))));
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + MARGIN, 0);

/** Columns that a table takes. */
export const gridWidth = (grid: Grid): number => sumOf(widthsOf(grid));

/** Numbers cannot be cut: they are flush right. */
const holdsWords = ({ align, name }: ColumnHead): boolean => align === 'left' || name === true;

/** The same within a width: words are cut, then columns left out, then words cut further; null where none of it helps. */
function fitted(grid: Grid, columns: number): FittedGrid | null {
  for (let now = grid; ; ) {
    const at = sparest(now.heads);
    const short = shortened(now, columns, COMFORTABLE) ?? (at < 0 ? shortened(now, columns, LEAST) : null);
    const leftOut = grid.heads.filter((head) => !now.heads.includes(head)).map(({ title }) => title);
    if (short !== null) return { ...short, leftOut };
    if (at < 0) return null;
    now = withColumns(
      now,
      [...now.heads.keys()].filter((i) => i !== at),
    );
  }
}

/** The column that is left out first; −1: all must stay. */
function sparest(heads: readonly ColumnHead[]): number {
  let found = -1;
  for (const [i, { spare = Number.POSITIVE_INFINITY }] of heads.entries())
    if (spare < (heads[found]?.spare ?? Number.POSITIVE_INFINITY)) found = i;
  return found;
}

/** Some of the columns. */
const withColumns = ({ heads, rows }: Grid, kept: readonly number[]): Grid => ({
  heads: kept.map((i) => heads[i]),
  rows: rows.map((row) => kept.map((i) => row[i] ?? '')),
});

/** The same with words cut, the longest first, until it fits; null where they would keep fewer than `least` letters. */
function shortened(grid: Grid, columns: number, least = LEAST): Grid | null {
  const widths = widthsOf(grid);
  const narrowest = grid.heads.map((head, i) =>
    holdsWords(head)
      ? Math.min(widths[i], Math.max(least, widthOf(head.title), longestWord(grid, i)))
      : widths[i],
  );
  for (let over = sumOf(widths) - columns; over > 0; ) {
    const open = [...widths.keys()].filter((i) => widths[i] > narrowest[i]);
    const [widest, next] = open.sort((a, b) => widths[b] - widths[a]);
    if (widest === undefined) return null;
    const down = Math.max(narrowest[widest], next === undefined ? 0 : widths[next]);
    const cut = Math.min(over, Math.max(widths[widest] - down, 1));
    widths[widest] -= cut;
    over -= cut;
  }
  const cell = (text: string, i: number): string => {
    const { name, prose } = grid.heads[i];
    if (prose) return broken(text, widths[i], 0, 0).join('\n');
    return (name ? cutName : cutTo)(text, widths[i]);
  };
  return { ...grid, rows: grid.rows.map((row) => row.map(cell)) };
}

/** Letters of the longest word of a column that goes on in the next line; 0 of others. */
const longestWord = ({ heads, rows }: Grid, i: number): number =>
  heads[i].prose
    ? rows.reduce((most, row) => Math.max(most, ...(row[i] ?? '').split(' ').map(widthOf)), 0)
    : 0;

/** No longer than `width`, with … where that cuts. */
function cutTo(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
}

/**
 * A name that fits: a long one loses the arguments of functions and templates first, then what is in front, such as the
 * namespaces of C++. Spaces in front, which show how far in a name is, stay as far as half of the width.
 */
export function cutName(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const name = text.trimStart();
  const indent = Math.min(text.length - name.length, Math.floor(width / 2));
  return ' '.repeat(indent) + cutFront(name, width - indent);
}

function cutFront(name: string, width: number): string {
  if (widthOf(name) <= width) return name;
  const bare = [...withoutArguments(name)];
  if (bare.length <= width) return bare.join('');
  const end = bare.slice(1 - width).join('');
  const scope = end.indexOf('::');
  return `…${scope >= 0 && scope + 2 < end.length ? end.slice(scope) : end}`;
}

const OPEN = '<(';
const CLOSED = '>)';

/** Without what is in brackets; the name as it is where they do not match, or nothing but them is in it. */
function withoutArguments(name: string): string {
  let open = 0;
  let bare = '';
  for (const letter of name) {
    if (CLOSED.includes(letter)) open--;
    else if (OPEN.includes(letter)) open++;
    else if (open === 0) bare += letter;
    if (open < 0) return name;
  }
  return open === 0 && bare !== '' ? bare : name;
}

/** Each row as a column, under its first cell. */
function transposed({ heads, rows }: Grid): Grid {
  const [first = { title: '' }, ...others] = heads;
  return {
    heads: [{ title: first.title, align: 'left' }, ...rows.map(([cell = '']) => ({ title: cell }))],
    rows: others.map(({ title }, i) => [title, ...rows.map((row) => row[i + 1] ?? '')]),
  };
}

/** The columns that name the rows: those of names, else the first. */
function keyColumns(heads: readonly ColumnHead[]): number[] {
  const names = [...heads.keys()].filter((i) => heads[i].name);
  return names.length > 0 ? names : [0];
}

/**
 * [blocks] columns that fit beside each other, in each block with the `keys`, which name the rows. `least`: letters that
 * words may be cut to.
 */
function columnBlocks(
  grid: Grid,
  columns: number,
  keys: readonly number[],
  least = Number.POSITIVE_INFINITY,
): number[][] {
  const room = widthsOf(grid).map((width, i) => {
    const { title } = grid.heads[i];
    const cut = holdsWords(grid.heads[i]) ? Math.min(width, Math.max(least, widthOf(title))) : width;
    return cut + MARGIN;
  });
  const lead = keys.reduce((sum, i) => sum + room[i], 0);
  const blocks: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const i of room.keys()) {
    if (keys.includes(i)) continue;
    if (used + room[i] > columns) {
      blocks.push([...keys]);
      used = lead;
    }
    blocks.at(-1)?.push(i);
    used += room[i];
  }
  return blocks.map((block) => block.sort((a, b) => a - b));
}

/** The same with words cut as far as they can be; null where a block is too wide all the same. */
function narrowBlocks(grid: Grid, columns: number): number[][] | null {
  const blocks = columnBlocks(grid, columns, keyColumns(grid.heads), LEAST);
  return blocks.every((block) => shortened(withColumns(grid, block), columns) !== null) ? blocks : null;
}

// Names of files may hold any letter: what is shown of them stays on its line, and says nothing to a terminal.

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The text with control characters as JavaScript writes them: `\n`, `\x1b`. */
const oneLine = (text: string): string =>
  text.replace(
    /\p{Cc}/gu,
    (letter) => ESCAPES.get(letter) ?? `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

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
  const turned = transposed(grid);
  if (gridWidth(turned) <= columns) return drawn(turned);
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
interface Below {
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

/** A number for JSON: what is unlimited is null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** What a cell holds: a word, a number, or null where there is nothing, as of what is unlimited. */
export type CsvCell = string | number | null;

/** The table of an answer as `--csv` prints it and `--parquet` writes it. */
export interface CsvTable {
  /** [columns], with their units */
  readonly header: readonly string[];
  /** [rows][columns] */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** A table of its columns' names and its rows; what is no finite number is null. */
export const csvTable = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): CsvTable => ({
  header,
  rows: rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' && !Number.isFinite(cell) ? null : cell)),
  ),
});

/** Tables one under another; a column that one lacks is empty in its rows. */
export function stacked(tables: readonly CsvTable[]): CsvTable {
  const header = [...new Set(tables.flatMap((one) => one.header))];
  const rows = tables.flatMap(({ header: own, rows: lines }) => {
    const columns = header.map((title) => own.indexOf(title));
    return lines.map((line) => columns.map((column) => line[column] ?? null));
  });
  return csvTable(header, rows);
}

/** CSV with a header, `\n`, full precision; null is an empty cell. Readers take a lone `\r` for the end of a row: it is quoted. */
export function csvText({ header, rows }: CsvTable): string {
  return stringify([[...header], ...rows.map((row) => [...row])], {
    record_delimiter: '\n',
    quoted_match: '\r',
    cast: { number: (value) => String(value) },
  });
}

// One list of columns gives a table as text and Markdown, as CSV and Parquet, and as rows of JSON.

/** An object of JSON, or a part of one. */
type JsonFields = Readonly<Record<string, unknown>>;

interface AnyColumn<Row> extends Partial<ColumnHead> {
  /** For people, where its value alone does not say. */
  readonly text?: (row: Row) => string;
  /** What JSON has of it, where that is not one value under its key: other names, lists, nothing. */
  readonly json?: (row: Row) => JsonFields | null;
}

/** A column with a value, for machines, and for people where it has a title. */
interface ValueColumn<Row> extends AnyColumn<Row> {
  /** Its name for machines: its end is its unit, which says how people read it. */
  readonly key: string;
  readonly of: (row: Row) => CsvCell | undefined;
  /** How people read its number, where the unit does not say. */
  readonly format?: (value: number) => string;
  /** Its name in JSON since schema 2, which keeps the key beside it for one version. `lambda.L` is L of an object lambda. */
  readonly renamed?: string;
}

/** A column that no cell of CSV can hold, or that repeats others. */
interface WordsColumn<Row> extends AnyColumn<Row> {
  readonly key?: undefined;
}

export type Column<Row> = ValueColumn<Row> | WordsColumn<Row>;

const hasValue = <Row>(column: Column<Row>): column is ValueColumn<Row> => column.key !== undefined;

const hasTitle = <Row>(column: Column<Row>): column is Column<Row> & ColumnHead => column.title !== undefined;

/** A share for people: `12.5 %`. */
export function percentText(share: number): string {
  return `${Number((100 * share).toPrecision(4))} %`;
}

/** What a value may grow by: `+1.5 µs`. */
export const addedText = (value: number, format: (value: number) => string = formatTime): string =>
  Number.isFinite(value) ? `+${format(value)}` : 'unlimited';

/** By the ends of keys, or by their beginnings where they have no unit. */
const UNITS: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/_ns$/, formatTime],
  [/_us$/, (us) => formatTime(us * 1e3)],
  [/_ns_per_B$/, formatGapPerByte],
  [/^bytes$|_bytes$/, formatSize],
  [/^rho|^share/, percentText],
];

function shown<Row>(column: Column<Row>, row: Row): string {
  if (column.text !== undefined) return column.text(row);
  if (!hasValue(column)) return '';
  const value = column.of(row);
  if (typeof value !== 'number') return value ?? '';
  const format = column.format ?? UNITS.find(([unit]) => unit.test(column.key))?.[1] ?? String;
  return format(value);
}

/** What people read, before it is set. */
export function tableRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableRows {
  const read = columns.filter(hasTitle);
  return { heads: read, rows: rows.map((row) => read.map((column) => shown(column, row))) };
}

export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const { heads, rows: cells } = tableRows(columns, rows);
  return table(heads, cells);
}

/** Sides by their names, beside each other: a row for each column. */
export function factsBeside<Row>(
  columns: readonly Column<Row>[],
  sides: Readonly<Record<string, Row>>,
): string {
  const { heads, rows } = tableRows(columns, Object.values(sides));
  const named = rows.map((row, i) => [Object.keys(sides)[i], ...row]);
  const turned = transposed({ heads: [{ title: '' }, ...heads], rows: named });
  return table(turned.heads, turned.rows);
}

/** `first`: keys of the columns that stand before the others, where they are not in the order in which people read them. */
export function tableCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: readonly string[] = [],
): CsvTable {
  const valued = columns.filter(hasValue);
  const ordered = [
    ...first.flatMap((name) => valued.filter(({ key }) => key === name)),
    ...valued.filter(({ key }) => !first.includes(key)),
  ];
  return csvTable(
    ordered.map(({ key }) => key),
    rows.map((row) => ordered.map(({ of }) => of(row) ?? null)),
  );
}

/** A column of CSV alone. */
export const NOT_IN_JSON = { json: (): null => null };

/** Yes or no: 1 or 0 in CSV. */
export const yesColumn = <Row>(key: string, of: (row: Row) => boolean): Column<Row> => ({
  ...{ key, of: (row) => Number(of(row)), json: (row) => ({ [key]: of(row) }) },
});

/** Columns that say the same of all rows. */
export const constant = <Whole>(columns: readonly Column<Whole>[], whole: Whole): Column<unknown>[] =>
  columns.filter(hasValue).map(({ key, of }) => ({ key, of: () => of(whole) }));

/** One row: what is unlimited is null. `first`: keys that stand before the others. */
export function jsonRow<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  first: readonly string[] = [],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const former: Record<string, unknown> = {};
  for (const column of columns) {
    if (column.json !== undefined) Object.assign(found, column.json(row));
    else if (hasValue(column)) {
      const value = column.of(row) ?? null;
      const cell = typeof value === 'number' ? finite(value) : value;
      const [name, part] = (column.renamed ?? column.key).split('.');
      found[name] = part === undefined ? cell : { ...Object(found[name]), [part]: cell };
      if (column.renamed !== undefined) former[column.key] = cell;
    }
  }
  const led = first.filter((name) => name in found).map((name) => [name, found[name]]);
  return { ...Object.fromEntries(led), ...found, ...former };
}

export const jsonRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: readonly string[] = [],
): Record<string, unknown>[] => rows.map((row) => jsonRow(columns, row, first));

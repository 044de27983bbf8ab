/** Tables: one list of columns as text fitted to the terminal, Markdown, CSV, Parquet and flat JSON. */
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { formatGapPerByte, formatSize, formatTime } from '../../units.js';
import { broken, layout, printable } from '../process/streams.js';

// Tables that are too wide for a terminal: shortens words, then drops columns, then changes the layout.

/** A column of a table, and how it may shrink. */
export interface ColumnHead {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** It holds names whose ends matter most, such as functions and places in files: they are cut in front. */
  readonly name?: true;
  /** It distinguishes rows, alone or with other such columns: where columns come in blocks, each block repeats it. */
  readonly rowKey?: true;
  /** It holds sentences or lists, which are wrapped instead of cut. */
  readonly prose?: true;
  /** Columns with the least number are dropped first; one without a number stays. */
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
/** Letters that a shortened word keeps while columns can still be dropped, and at least. */
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

/** The same within a width: words are cut, then columns dropped, then words cut further; null if it still does not fit. */
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

/** The same with words cut, the longest first, until it fits; null if they would keep fewer than `least` letters. */
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

/** Letters of the longest word of a wrapped column; 0 for others. */
const longestWord = ({ heads, rows }: Grid, i: number): number =>
  heads[i].prose
    ? rows.reduce((most, row) => Math.max(most, ...(row[i] ?? '').split(' ').map(widthOf)), 0)
    : 0;

/** At most `width` letters, with … if cut. */
function cutTo(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
}

/**
 * A name that fits: a long one loses the arguments of functions and templates first, then its front, such as namespaces of
 * C++. Its indentation stays, up to half of the width.
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

/** Without brackets and their content; unchanged if they do not match, or if nothing would be left. */
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

/** The columns that name the rows: keys, otherwise names, otherwise the first. */
function keyColumns(heads: readonly ColumnHead[]): number[] {
  const all = [...heads.keys()];
  const keys = all.filter((i) => heads[i].rowKey);
  const names = keys.length > 0 ? keys : all.filter((i) => heads[i].name);
  return names.length > 0 ? names : [0];
}

/** [blocks] columns that fit beside each other, in each block with those that name the rows. `least`: letters that words may be cut to. */
function columnBlocks(grid: Grid, columns: number, least = Number.POSITIVE_INFINITY): number[][] {
  const keys = keyColumns(grid.heads);
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

/** The blocks with all columns and words cut as far as needed; null if one is still too wide. */
function narrowBlocks(grid: Grid, columns: number): Grid[] | null {
  const found = columnBlocks(grid, columns, LEAST).map((block) =>
    shortened(withColumns(grid, block), columns),
  );
  return found.every((block) => block !== null) ? found : null;
}

/** A cell on one line, as wide as it will be shown. */
const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

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
 * A table with a header, two spaces between columns. In a narrower terminal words are cut, then columns dropped; if that is
 * not enough, rows become columns, or columns come in blocks one below another.
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
  return parts.map(drawn).join('\n');
}

/** A note on dropped columns. */
const leftOutText = (titles: readonly string[]): string =>
  titles.length === 0 ? '' : `  columns left out: ${titles.join(', ')} (use a wider terminal or --json)\n`;

/** A line below each row of a table; in Markdown a last column. */
interface Below {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Indentation that distinguishes lines below rows from rows. */
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

/** Rows one below another, each as names and values below its first cell. */
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
 * The same within 80 columns or the terminal's width: wider tables come in blocks one below another, each with the columns
 * that name the rows.
 */
export function narrowTable(heads: readonly ColumnHead[], rows: readonly (readonly string[])[]): string {
  const { columns, markdown } = layout();
  if (markdown) return markdownTable(heads, rows);
  return columnBlocks(gridOf(heads, rows), columns ?? LINE)
    .map((block) =>
      table(
        block.map((i) => heads[i]),
        rows.map((row) => block.map((i) => row[i])),
      ),
    )
    .join('\n');
}

/** Names and values, one pair per line; long values are wrapped. */
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

/** A number for JSON: null if it is not finite. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Value of a cell: a word, a number, or null if empty or unlimited. */
export type CsvCell = string | number | null;

/** The table of an answer as `--csv` prints it and `--output FILE.parquet` writes it. */
export interface CsvTable {
  /** [columns], with their units */
  readonly header: readonly string[];
  /** [rows][columns] */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** A table of its columns' names and its rows; numbers that are not finite are null. */
export const csvTable = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): CsvTable => ({
  header,
  rows: rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' && !Number.isFinite(cell) ? null : cell)),
  ),
});

/** Tables one below another; columns that a table lacks are empty. */
export function stacked(tables: readonly CsvTable[]): CsvTable {
  const header = [...new Set(tables.flatMap((one) => one.header))];
  const rows = tables.flatMap(({ header: own, rows: lines }) => {
    const columns = header.map((title) => own.indexOf(title));
    return lines.map((line) => columns.map((column) => line[column] ?? null));
  });
  return csvTable(header, rows);
}

/** CSV with a header, `\n`, full precision; null is an empty cell. A lone `\r` is quoted, because readers take it for the end of a row. */
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
  /** For people, if the value alone is not clear. */
  readonly text?: (row: Row) => string;
  /** Its JSON, if that is not one value under its key: other names, lists, nothing. */
  readonly json?: (row: Row) => JsonFields | null;
}

/** A column with a value for machines; with a title also for people. */
interface ValueColumn<Row> extends AnyColumn<Row> {
  /** Its name for machines, which ends with the unit; the unit decides the format for people. */
  readonly key: string;
  readonly of: (row: Row) => CsvCell | undefined;
  /** Format of its number for people, if not decided by the unit. */
  readonly format?: (value: number) => string;
}

/** A column that CSV does not have. */
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

/** An added amount: `+1.5 µs`. */
export const addedText = (value: number, format: (value: number) => string = formatTime): string =>
  Number.isFinite(value) ? `+${format(value)}` : 'unlimited';

/** By the ends of keys, or by their beginnings if they have no unit. */
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

/** Cells for people, before layout. */
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

/** `first`: keys of the columns that precede the others, if their order differs from that of the text. */
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

/** Columns with the same value in all rows. */
export const constant = <Whole>(columns: readonly Column<Whole>[], whole: Whole): Column<unknown>[] =>
  columns.filter(hasValue).map(({ key, of }) => ({ key, of: () => of(whole) }));

/** Name in JSON, and within the object of that name, of a key of CSV: T is the runtime, λ has a value for each parameter. */
function namesInJson(key: string): readonly [name: string, part?: string] {
  const [, parameter, suffix = ''] = /^lambda_([A-Z])(_received)?$/.exec(key) ?? [];
  if (parameter !== undefined) return [`lambda${suffix}`, parameter];
  return [key === 'T_ns' ? 'runtime_ns' : key];
}

/** One row; unlimited values are null. `first`: keys that precede the others. */
export function jsonRow<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  first: readonly string[] = [],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const column of columns) {
    if (column.json !== undefined) Object.assign(found, column.json(row));
    else if (hasValue(column)) {
      const value = column.of(row) ?? null;
      const cell = typeof value === 'number' ? finite(value) : value;
      const [name, part] = namesInJson(column.key);
      found[name] = part === undefined ? cell : { ...Object(found[name]), [part]: cell };
    }
  }
  const led = first.filter((name) => name in found).map((name) => [name, found[name]]);
  return { ...Object.fromEntries(led), ...found };
}

export const jsonRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first: readonly string[] = [],
): Record<string, unknown>[] => rows.map((row) => jsonRow(columns, row, first));

/** Tables that are too wide for a terminal: shorter words, then fewer columns, then what shows all of them in another way. */
import { broken } from './layout.js';

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

export interface Grid {
  readonly heads: readonly ColumnHead[];
  readonly rows: readonly (readonly string[])[];
}

/** A table that fits, and the titles of columns that it has no room for. */
export interface FittedGrid extends Grid {
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
export function fitted(grid: Grid, columns: number): FittedGrid | null {
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
export const withColumns = ({ heads, rows }: Grid, kept: readonly number[]): Grid => ({
  heads: kept.map((i) => heads[i]),
  rows: rows.map((row) => kept.map((i) => row[i] ?? '')),
});

/** The same with words cut, the longest first, until it fits; null where they would keep fewer than `least` letters. */
export function shortened(grid: Grid, columns: number, least = LEAST): Grid | null {
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
export function cutTo(text: string, width: number): string {
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

/** Each row as a column, under its first cell; null where that is too wide as well. */
export function transposed({ heads, rows }: Grid, columns: number): Grid | null {
  const [first = { title: '' }, ...others] = heads;
  const made: Grid = {
    heads: [{ title: first.title, align: 'left' }, ...rows.map(([cell = '']) => ({ title: cell }))],
    rows: others.map(({ title }, i) => [title, ...rows.map((row) => row[i + 1] ?? '')]),
  };
  return gridWidth(made) <= columns ? made : null;
}

/** The columns that name the rows: those of names, else the first. */
export function keyColumns(heads: readonly ColumnHead[]): number[] {
  const names = [...heads.keys()].filter((i) => heads[i].name);
  return names.length > 0 ? names : [0];
}

/**
 * [blocks] columns that fit beside each other, in each block with the `keys`, which name the rows. `least`: letters that
 * words may be cut to.
 */
export function columnBlocks(
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
export function narrowBlocks(grid: Grid, columns: number): number[][] | null {
  const blocks = columnBlocks(grid, columns, keyColumns(grid.heads), LEAST);
  return blocks.every((block) => shortened(withColumns(grid, block), columns) !== null) ? blocks : null;
}

/** Tables that are too wide for a terminal: shorter names, then rows and columns exchanged, then one row under another. */

export interface Grid {
  /** Of the columns. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** By column: whether it holds words, which can be shortened; numbers cannot. */
  readonly words: readonly boolean[];
}

/** Spaces in front of a table, and between its columns. */
const MARGIN = 2;
/** Letters that a shortened name keeps. */
const LEAST = 12;

const widthOf = (text: string): number => [...text].length;

function widthsOf({ heads, rows }: Grid): number[] {
  return heads.map((head, i) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[i] ?? ''))));
}

/** Columns that a table takes. */
export const gridWidth = (grid: Grid): number =>
  widthsOf(grid).reduce((sum, width) => sum + width + MARGIN, 0);

/** The same with words cut, the longest first, until it fits; null where that does not help. */
export function shortened(grid: Grid, columns: number): Grid | null {
  const widths = widthsOf(grid);
  let over = gridWidth(grid) - columns;
  while (over > 0) {
    const [widest] = [...widths.keys()].filter((i) => grid.words[i]).sort((a, b) => widths[b] - widths[a]);
    if (widest === undefined) return null;
    const least = Math.max(LEAST, widthOf(grid.heads[widest]));
    if (widths[widest] <= least) return null;
    const others = [...widths.keys()].filter((i) => grid.words[i] && i !== widest).map((i) => widths[i]);
    const next = Math.max(least, ...others.filter((width) => width < widths[widest]));
    const cut = Math.min(over, Math.max(widths[widest] - next, 1));
    widths[widest] -= cut;
    over -= cut;
  }
  return { ...grid, rows: grid.rows.map((row) => row.map((cell, i) => cutTo(cell, widths[i]))) };
}

/** No longer than `width`, with … where that cuts. */
export function cutTo(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
}

/** Each row as a column, under its first cell; null where that is too wide as well. */
export function transposed({ heads, rows }: Grid, columns: number): Grid | null {
  const [first = '', ...others] = heads;
  const made: Grid = {
    heads: [first, ...rows.map(([cell = '']) => cell)],
    rows: others.map((head, i) => [head, ...rows.map((row) => row[i + 1] ?? '')]),
    words: [true, ...rows.map(() => false)],
  };
  return gridWidth(made) <= columns ? made : null;
}

/** [blocks] columns that fit beside each other, each block led by the first `keys` columns, which name the rows. */
export function columnBlocks(grid: Grid, columns: number, keys: number): number[][] {
  const room = widthsOf(grid).map((width) => width + MARGIN);
  const led = [...room.keys()].slice(0, keys);
  const lead = led.reduce((sum, i) => sum + room[i], 0);
  const blocks: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (let i = keys; i < room.length; i++) {
    if (used + room[i] > columns) {
      blocks.push([...led]);
      used = lead;
    }
    blocks.at(-1)?.push(i);
    used += room[i];
  }
  return blocks;
}

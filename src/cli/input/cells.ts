/** Lines of CSV as cells that know their place: values between commas, semicolons or tabs, bare or in quotes. */

export interface Cell {
  /** Without quotes and without space around it. */
  readonly text: string;
  /** Where it begins in the line, from 1. */
  readonly column: number;
}

/** One cell with what ends it. */
const CELL = /\s*(?:"((?:[^"]|"")*)"\s*|([^,;\t]*))(?:[,;\t]|$)/y;

/** The cells of a line; null where a quote is not closed, or something stands beside a quoted value. */
export function cellsOf(line: string): Cell[] | null {
  const cells: Cell[] = [];
  const pattern = new RegExp(CELL);
  for (let at = 0; at <= line.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match === null) return null;
    const [whole, quoted, bare = ''] = match;
    if (quoted === undefined && bare.trimStart().startsWith('"')) return null;
    const text = quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"').trim();
    cells.push({ text, column: at + 1 + (whole.length - whole.trimStart().length) });
    if (at + whole.length === line.length && !/[,;\t]$/.test(whole)) break;
  }
  return cells;
}

/**
 * Files of measured runs: a parameter value and T per line; a header may add columns such as ranks and load. Units are in
 * the cells or the header (`L_us,T_ms`); the default is ns. A leading + is relative to the machine's value.
 */

import { type MeasuredRun, measuredAt } from '../analysis/validate-prediction.js';
import { InputError, LlampError, type Place } from '../errors.js';
import type { Axis } from '../timing/axis.js';
import { EXAMPLES, parseOn } from '../timing/axis-values.js';
import { decimal, parseTime, UNITS } from '../units.js';
import type { MeasuredPoint } from './plots/curve-geometry.js';

// Lines of CSV as cells with their places; separators are commas, semicolons or tabs, and values may be quoted.

interface Cell {
  /** Without quotes and without space around it. */
  readonly text: string;
  /** Its column in the line, from 1. */
  readonly column: number;
}

/** One cell with its separator. */
const CELL = /\s*(?:"((?:[^"]|"")*)"\s*|([^,;\t]*))(?:[,;\t]|$)/y;

/** The cells of a line; null if a quote is not closed, or text follows a quoted value. */
function cellsOf(line: string): Cell[] | null {
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

/** A quantity: its column and the unit of its bare numbers. */
interface QuantityColumn {
  readonly at: number;
  readonly unit: string;
}

/** Columns by number, from 0; null if missing. */
interface MeasuredColumns {
  /** Number of columns. */
  readonly count: number;
  readonly x: QuantityColumn;
  readonly runtime: QuantityColumn;
  readonly ranks: number | null;
  readonly load: number | null;
  /** Facts that all runs of one program share. */
  readonly program: number | null;
  readonly mpi: number | null;
}

const UNIT = new RegExp(
  `(?:_|\\s*[([])\\s*((?:${Object.keys(UNITS.time).join('|')})(?:(?:/|_per_)B)?)\\s*[)\\]]?$`,
);
/** What stands where a unit would. */
const SUFFIX = /.[_([][^_([]+$/;
/** Unit of numbers without one. */
const BARE = 'ns';
const RUNTIME = /^(t|runtime|time)$/i;
const LATENCY = /^(l|latency)$/i;
/** Columns other than the parameter and T. */
const OTHER = /^(L|latency|G|o|ranks|load1|program|mpi|repeat)$/i;

const nameOf = (title: string): string => title.replace(UNIT, '');

/** Unit of a column's bare numbers; for gaps the unit of the time per byte. */
const unitOf = (title: string): string => UNIT.exec(title)?.[1].replace(/(\/|_per_)B$/, '') ?? BARE;

/** A header: no cell begins like a number, and at least one is not empty. */
const isHeader = (cells: readonly Cell[]): boolean =>
  cells.every(({ text }) => !/^[\d+\-.]/.test(text)) && cells.some(({ text }) => text !== '');

const NONE = { ranks: null, load: null, program: null, mpi: null } as const;

/** The columns of a table without header: the parameter and T. */
const WITHOUT_HEADER: MeasuredColumns = {
  count: 2,
  x: { at: 0, unit: BARE },
  runtime: { at: 1, unit: BARE },
  ...NONE,
};

/** Throws InputError if the parameter or T has no column, or two. */
function columnsOf(cells: readonly Cell[], axis: Axis, place: Place): MeasuredColumns {
  const titles = cells.map(({ text }) => text);
  const ofAxis = (name: string): boolean =>
    name === axis.name || (axis.latency !== null && LATENCY.test(name));
  const find = (what: string, is: (name: string) => boolean): number | null => {
    const [first, second] = titles.flatMap((title, i) => (is(nameOf(title)) ? [i] : []));
    if (second === undefined) return first ?? null;
    throw new InputError({
      place: { ...place, column: cells[second].column },
      what: `'${titles[first]}' and '${titles[second]}' are both columns of ${what}`,
      mend: 'leave one of them out',
    });
  };
  const named = { x: find(axis.name, ofAxis), runtime: find('T', (name) => RUNTIME.test(name)) };
  const { x, runtime } = inPlace(named, titles, axis, place);
  const exactly = (wanted: string): number | null => find(wanted, (name) => name.toLowerCase() === wanted);
  return {
    count: cells.length,
    x: { at: x, unit: unitOf(titles[x]) },
    runtime: { at: runtime, unit: unitOf(titles[runtime]) },
    ranks: exactly('ranks'),
    load: exactly('load1'),
    program: exactly('program'),
    mpi: exactly('mpi'),
  };
}

/** Two columns without known names, and without what may be an unknown unit, are the parameter and T. */
function inPlace(
  named: { readonly x: number | null; readonly runtime: number | null },
  titles: readonly string[],
  axis: Axis,
  place: Place,
): { readonly x: number; readonly runtime: number } {
  const { x, runtime } = named;
  if (x !== null && runtime !== null) return { x, runtime };
  const free = titles.map((title) => !OTHER.test(nameOf(title)) && !SUFFIX.test(nameOf(title)));
  const [first, second] = [x === 0 || (free[0] && runtime !== 0), runtime === 1 || (free[1] && x !== 1)];
  if (titles.length === 2 && first && second) return { x: 0, runtime: 1 };
  const unit = axis.unit === 'ns' ? 'ns' : 'ns_per_B';
  throw new InputError({
    place,
    what: `the header has no column of ${x === null ? axis.name : 'T'}`,
    mend: `call the columns ${axis.name}_${unit} and T_ns`,
  });
}

/** Measured runs of one program. */
export interface MeasuredFile {
  readonly source: string;
  readonly runs: readonly MeasuredRun[];
  /** The same in all runs; null without such a column. */
  readonly ranks: number | null;
  readonly program: string | null;
  readonly mpi: string | null;
}

/** Columns whose value must be the same in all runs. */
const COMMON = ['ranks', 'program', 'mpi'] as const;
type Common = (typeof COMMON)[number];

const NOUNS: Readonly<Record<Common, string>> = {
  ranks: 'number of ranks',
  program: 'program',
  mpi: 'MPI library',
};

class MeasuredTable {
  readonly #source: string;
  readonly #axis: Axis;
  readonly #runs: MeasuredRun[] = [];
  readonly #common = new Map<Common, string>();
  #columns: MeasuredColumns | null = null;

  constructor(source: string, axis: Axis) {
    this.#source = source;
    this.#axis = axis;
  }

  add(text: string, line: number): void {
    const place = { source: this.#source, line };
    const cells = cellsOf(text);
    if (cells === null)
      throw new InputError({ place, what: 'a quote is not closed', mend: 'close it, or leave it out' });
    if (this.#columns === null && isHeader(cells)) {
      this.#columns = columnsOf(cells, this.#axis, place);
      return;
    }
    this.#columns ??= WITHOUT_HEADER;
    this.#check(cells, this.#columns, place);
    this.#runs.push(this.#run(cells, this.#columns, place));
    for (const name of COMMON) this.#same(name, cells, this.#columns[name], place);
  }

  #check(cells: readonly Cell[], columns: MeasuredColumns, place: Place): void {
    const { count } = columns;
    if (cells.length === count) return;
    const { name } = this.#axis;
    const text = cells.map((cell) => cell.text).join(',');
    throw new InputError(
      count === 2 && cells.length < count
        ? {
            place,
            what: `'${text}' is not a pair of ${name} and T`,
            mend: `write two cells, such as ${this.#example()}`,
          }
        : {
            place: { ...place, column: cells[Math.min(cells.length, count + 1) - 1].column },
            what: `${count} cells are expected, but the line has ${cells.length}`,
            mend:
              columns === WITHOUT_HEADER
                ? `write only ${name} and T, such as ${this.#example()}, or name all columns in a header`
                : 'write one cell per column of the header',
          },
    );
  }

  /** A line without a header. */
  #example(): string {
    return `${EXAMPLES[this.#axis.unit].one},1.25s`;
  }

  #run(cells: readonly Cell[], columns: MeasuredColumns, place: Place): MeasuredRun {
    const { x, runtime, load } = columns;
    const axis = this.#axis;
    const run = {
      x: placed(cells[x.at], place, (text) => valueOn(axis, text, x.unit)),
      runtime: placed(cells[runtime.at], place, (text) => runtimeOf(text, runtime.unit)),
    };
    if (load === null || cells[load].text === '') return run;
    return { ...run, load: placed(cells[load], place, (text) => numberOf(text, 'load1', 0)) };
  }

  #same(name: Common, cells: readonly Cell[], at: number | null, place: Place): void {
    if (at === null || cells[at].text === '') return;
    const { text } = cells[at];
    if (name === 'ranks') placed(cells[at], place, () => numberOf(text, name, 1));
    const known = this.#common.get(name);
    if (known === undefined) this.#common.set(name, text);
    else if (known !== text)
      throw new InputError({
        place: { ...place, column: cells[at].column },
        what: `column ${name} has '${text}', but '${known}' in the lines before`,
        mend: `use one file per ${NOUNS[name]}`,
      });
  }

  finish(): MeasuredFile {
    if (this.#runs.length === 0)
      throw new InputError({
        place: { source: this.#source },
        what: 'the file has no measured point',
        mend: `write lines of ${this.#axis.name} and T, such as ${this.#example()}`,
      });
    const ranks = this.#common.get('ranks');
    return {
      source: this.#source,
      runs: this.#runs,
      ranks: ranks === undefined ? null : Number(ranks),
      program: this.#common.get('program') ?? null,
      mpi: this.#common.get('mpi') ?? null,
    };
  }
}

/** The value of a cell; errors get its place. */
function placed(cell: Cell, place: Place, read: (text: string) => number): number {
  try {
    return read(cell.text);
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    const at = { ...place, column: cell.column };
    throw new InputError(error.problems.map((problem) => ({ ...problem, place: at })));
  }
}

/** Refuses negative values: only + is relative to the machine's value. */
function valueOn(axis: Axis, text: string, unit: string): number {
  if (text.startsWith('-') && !axis.relative)
    throw new InputError({
      what: `${axis.name} '${text}' is negative`,
      mend: `write the value itself, or + and the amount added to the machine's value`,
    });
  return parseOn(axis, text, axis.name, unit);
}

function runtimeOf(text: string, unit: string): number {
  const runtime = parseTime(text, { name: 'T', unit });
  if (runtime > 0) return runtime;
  throw new InputError({ what: `T '${text}' is no runtime`, mend: 'leave the line out' });
}

function numberOf(text: string, name: string, least: number): number {
  const value = decimal(text);
  if (value >= least && Number.isFinite(value)) return value;
  throw new InputError({
    what: `${name} '${text}' is not a number of at least ${least}`,
    mend: 'correct the cell',
  });
}

/** A file by its name. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The runs of a file on an axis, of a program of `ranks` ranks. Throws InputError with file, line and column. */
export function readMeasured({ name: path, text }: NamedText, axis: Axis, ranks: number): MeasuredFile {
  const file = parseMeasured(text, path, axis);
  if (file.ranks === null || file.ranks === ranks) return file;
  throw new InputError({
    place: { source: path },
    what: `the number of ranks is ${file.ranks} in the measured runs, but ${ranks} in the program`,
    mend: 'use the trace of the measured program',
  });
}

/** Medians and spread of the runs, for a picture. */
export const measuredPoints = ({ runs }: Pick<MeasuredFile, 'runs'>): MeasuredPoint[] =>
  measuredAt(runs).map(({ x, median, min, max, count }) => ({
    x,
    runtime: median,
    ...(count > 1 ? { min, max } : {}),
  }));

export function parseMeasured(text: string, source: string, axis: Axis): MeasuredFile {
  const table = new MeasuredTable(source, axis);
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, i) => {
      if (line.trim() !== '' && !line.startsWith('#')) table.add(line, i + 1);
    });
  return table.finish();
}

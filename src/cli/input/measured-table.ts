/** A table of measured runs, line by line. */
import { basename } from 'node:path';
import type { MeasuredRun } from '../../analysis/measured.js';
import { InputError, LlampError, type Place } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import { decimal, parseTime } from '../../units/units.js';
import { parseOn } from '../flags/parameters.js';
import { type Cell, cellsOf } from './cells.js';
import { columnsOf, isHeader, type MeasuredColumns, WITHOUT_HEADER } from './measured-columns.js';

/** What a file says of one program. */
export interface MeasuredFile {
  readonly source: string;
  readonly runs: readonly MeasuredRun[];
  /** The same in all runs; null where no column says so. */
  readonly ranks: number | null;
  readonly program: string | null;
  readonly mpi: string | null;
}

/** Columns whose value is one for all runs. */
const COMMON = ['ranks', 'program', 'mpi'] as const;

export class MeasuredTable {
  readonly #source: string;
  readonly #axis: Axis;
  readonly #runs: MeasuredRun[] = [];
  readonly #common = new Map<(typeof COMMON)[number], string>();
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

  #check(cells: readonly Cell[], { count }: MeasuredColumns, place: Place): void {
    if (cells.length === count) return;
    const { name } = this.#axis;
    const text = cells.map((cell) => cell.text).join(',');
    throw new InputError(
      count === 2 && cells.length < count
        ? {
            place,
            what: `'${text}' is not a pair of ${name} and T`,
            mend: 'write two cells, such as 3us,1.25s',
          }
        : {
            place: { ...place, column: cells[Math.min(cells.length, count + 1) - 1].column },
            what: `the line has ${cells.length} cells where ${count} are expected`,
            mend: 'write a cell for each column, which a header names',
          },
    );
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

  #same(name: (typeof COMMON)[number], cells: readonly Cell[], at: number | null, place: Place): void {
    if (at === null || cells[at].text === '') return;
    const { text } = cells[at];
    if (name === 'ranks') placed(cells[at], place, () => numberOf(text, name, 1));
    const known = this.#common.get(name);
    if (known === undefined) this.#common.set(name, text);
    else if (known !== text)
      throw new InputError({
        place: { ...place, column: cells[at].column },
        what: `the ${name === 'mpi' ? 'MPI' : name} '${text}' is not '${known}' as in the lines before`,
        mend: 'keep the runs of one program in a file',
      });
  }

  finish(): MeasuredFile {
    if (this.#runs.length === 0)
      throw new InputError({
        place: { source: this.#source },
        what: `no measured point in ${basename(this.#source)}`,
        mend: `write lines of ${this.#axis.name} and T, such as 3us,1.25s`,
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

/** What a cell says; what is wrong with it gets its place. */
function placed(cell: Cell, place: Place, read: (text: string) => number): number {
  try {
    return read(cell.text);
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    const at = { ...place, column: cell.column };
    throw new InputError(error.problems.map((problem) => ({ ...problem, place: at })));
  }
}

/** A minus counts from nothing: only a + does so from the machine's value, and there are no values below 0. */
function valueOn(axis: Axis, text: string, unit: string): number {
  if (text.startsWith('-') && !axis.relative)
    throw new InputError({
      what: `${axis.name} '${text}' is negative`,
      mend: `write the value itself, or + and what was added to the machine's`,
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
  throw new InputError({ what: `${name} '${text}' is not a number from ${least}`, mend: 'mend the cell' });
}

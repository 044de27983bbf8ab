/** Which column of a table of measured runs is what, by its header. */
import { InputError, type Place } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import type { Cell } from './cells.js';

/** A quantity: its column and the unit of its bare numbers. */
export interface QuantityColumn {
  readonly at: number;
  readonly unit: string;
}

/** Columns by number, from 0; null where there is none. */
export interface MeasuredColumns {
  /** How many there are in all. */
  readonly count: number;
  readonly x: QuantityColumn;
  readonly runtime: QuantityColumn;
  readonly ranks: number | null;
  readonly load: number | null;
  /** What is the same in all runs of one program. */
  readonly program: number | null;
  readonly mpi: number | null;
}

const UNIT = /(?:_|\s*[([])\s*(ns|us|µs|ms|s|ns\/B|ns_per_B)\s*[)\]]?$/;
/** Unit of numbers that have none. */
const BARE = 'ns';
const RUNTIME = /^(t|runtime|time)$/i;
const LATENCY = /^(l|latency)$/i;
/** What a column is about that is neither the parameter nor T. */
const OTHER = /^(L|latency|G|o|ranks|load1|program|mpi|repeat)$/i;

const nameOf = (title: string): string => title.replace(UNIT, '');

/** Unit of the bare numbers of a column; of gaps that of the time per byte. */
const unitOf = (title: string): string => UNIT.exec(title)?.[1].replace(/(\/|_per_)B$/, '') ?? BARE;

/** A line of names: none of them begins like a number; a column may have none. */
export const isHeader = (cells: readonly Cell[]): boolean =>
  cells.every(({ text }) => !/^[\d+\-.]/.test(text)) && cells.some(({ text }) => text !== '');

const NONE = { ranks: null, load: null, program: null, mpi: null } as const;

/** The columns of a table without header: the parameter and T. */
export const WITHOUT_HEADER: MeasuredColumns = {
  count: 2,
  x: { at: 0, unit: BARE },
  runtime: { at: 1, unit: BARE },
  ...NONE,
};

/** Throws InputError where the parameter or T has no column, or two. */
export function columnsOf(cells: readonly Cell[], axis: Axis, place: Place): MeasuredColumns {
  const titles = cells.map(({ text }) => text);
  const ofAxis = (name: string): boolean =>
    name === axis.name || (axis.latency !== null && LATENCY.test(name));
  const find = (what: string, is: (name: string) => boolean): number | null => {
    const [first, second] = titles.flatMap((title, i) => (is(nameOf(title)) ? [i] : []));
    if (second === undefined) return first ?? null;
    throw new InputError({
      place: { ...place, column: cells[second].column },
      what: `'${titles[second]}' is a second column of ${what} beside '${titles[first]}'`,
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

/** Two columns may have any names but those of something else: they are the parameter and T. */
function inPlace(
  named: { readonly x: number | null; readonly runtime: number | null },
  titles: readonly string[],
  axis: Axis,
  place: Place,
): { readonly x: number; readonly runtime: number } {
  const { x, runtime } = named;
  if (x !== null && runtime !== null) return { x, runtime };
  const free = titles.map((title) => !OTHER.test(nameOf(title)));
  const [first, second] = [x === 0 || (free[0] && runtime !== 0), runtime === 1 || (free[1] && x !== 1)];
  if (titles.length === 2 && first && second) return { x: 0, runtime: 1 };
  const unit = axis.unit === 'ns' ? 'ns' : 'ns_per_B';
  throw new InputError({
    place,
    what: `the header has no column of ${x === null ? axis.name : 'T'}`,
    mend: `call the columns ${axis.name}_${unit} and T_ns`,
  });
}

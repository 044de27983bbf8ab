/** Contents of the records of each call, by the table of calls in the header of a binary trace. */

import { CALLS, FLAG, rangeOf } from '../mpi/mpi-calls.js';

/** Place of an argument: below FIELDS the number of its field, otherwise one of these. */
export const FIELDS = 8;
export const ADDRESS = 8;
export const COMM = 9;

/**
 * Which fields of a record are which arguments of a call: the file's own table of calls, compared with ours. A file
 * states names and letters (docs/trace-format.md), so that codes may differ between versions of the tracer. All have
 * one shape, because every record looks one up.
 */
export interface CallPlan {
  readonly name: string;
  /** Index into CALLS; -1 for calls that have no row. */
  readonly code: number;
  /** Whether the file keeps less of it than its row needs. */
  readonly lacking: boolean;
  /** Places of the kept arguments, in the order in which rows keep them. */
  readonly args: Uint8Array;
  /** By list of the record: whether rows keep it. */
  readonly lists: readonly boolean[];
  /** By place in `args`: the range of its values. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** By place of `args`: whether it is 1 where the buffer is that of the other side, whose count and bytes are then 0. */
  readonly inPlace: readonly number[];
  /** Fields that its records have, and lists; the rest is 0. */
  readonly fields: number;
  readonly listed: number;
  /** Whether its records have a communicator, and may have the address of a request. */
  readonly comm: boolean;
  readonly requests: boolean;
  /** Whether it is about several of them. */
  readonly several: boolean;
}

const CODES = new Map(CALLS.map(({ name, kind }, code) => [name, kind === 'local' ? -1 : code]));

const NOTHING = {
  args: new Uint8Array(0),
  lists: [],
  least: new Float64Array(0),
  most: new Float64Array(0),
  inPlace: [],
} as const;

let last: { readonly calls: string; readonly plans: readonly CallPlan[] } = { calls: '', plans: [] };

/** The plan of each call of `# calls: MPI_Send/_ntnnC,…`. Kept, because all files of a run have the same line. */
export function plansOf(calls: string): readonly CallPlan[] {
  if (last.calls !== calls) last = { calls, plans: calls.split(',').map(planOfEntry) };
  return last.plans;
}

function planOfEntry(entry: string): CallPlan {
  const [name, letters] = entry.split('/');
  const code = letters === undefined ? -1 : (CODES.get(name) ?? -1);
  const shape = { name, ...shapeOf(letters) };
  if (code < 0) return { ...shape, code: -1, lacking: false };
  for (const layout of CALLS[code].layouts) {
    const plan = planOf(letters ?? '', layout, code);
    if (plan !== undefined) return { ...shape, code, lacking: false, ...plan };
  }
  return { ...shape, code, lacking: true };
}

/** Contents of the records of a call; one without letters has none, but may be of a request. */
function shapeOf(letters: string | undefined): Omit<CallPlan, 'name' | 'code' | 'lacking'> {
  const all = [...(letters ?? '')];
  return {
    fields: all.filter((letter) => /[ntm]/.test(letter)).length,
    listed: all.filter((letter) => letter === 'L').length,
    comm: all.includes('C'),
    requests: letters === undefined || /[rR]/.test(letters),
    several: all.includes('R'),
    ...NOTHING,
  };
}

/** `letters` of the file against the layout of a row; undefined where the file keeps less than the row. */
function planOf(
  letters: string,
  layout: string,
  code: number,
): Pick<CallPlan, 'args' | 'lists' | 'least' | 'most' | 'inPlace'> | undefined {
  if (letters.length !== layout.length) return undefined;
  const args: number[] = [];
  const lists: boolean[] = [];
  const ranges: (readonly number[])[] = [];
  const inPlace: number[] = [];
  let field = 0;
  for (let i = 0; i < letters.length; i++) {
    const [has, needs] = [letters[i], layout[i]];
    const request = has === 'r' || has === 'R';
    if (needs !== '_' && has !== needs && !((request || has === 'm') && needs === 'n')) return undefined;
    if (has === 'L') lists.push(needs === 'L');
    else if (needs !== '_') {
      const range = rangeOf(CALLS[code], layout, i);
      if (range === FLAG && layout.startsWith('nt', i + 1)) inPlace.push(args.length);
      args.push(has === 'C' ? COMM : request ? ADDRESS : field);
      ranges.push(range);
    }
    if (/[ntm]/.test(has)) field++;
  }
  if (field > FIELDS) return undefined;
  const least = Float64Array.from(ranges, ([from]) => from);
  const most = Float64Array.from(ranges, ([, to]) => to);
  return { args: Uint8Array.from(args), lists, least, most, inPlace };
}

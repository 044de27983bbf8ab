/**
 * Which fields of a record are which arguments of a call: the file's own table of calls, held against ours. A file tells
 * names and letters (docs/trace-format.md), so that codes may differ between versions of the tracer.
 */
import { CALLS, type CallKind } from '../mpi/calls.js';

/** Where an argument lies: below FIELDS its number field, else one of these. */
export const FIELDS = 8;
export const ADDRESS = 8;
export const COMM = 9;

/** A call of the file's table. All of one shape, since every record asks one. */
export interface CallPlan {
  readonly name: string;
  /** Index into CALLS; -1 for calls that have no row. */
  readonly code: number;
  /** Whether the file keeps less of it than its row needs. */
  readonly lacking: boolean;
  /** Where the kept arguments lie, in the order in which rows keep them. */
  readonly args: Uint8Array;
  /** By list of the record: whether rows keep it. */
  readonly lists: readonly boolean[];
  /** By place of `args`: between which values it lies. */
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
}

const CODES = new Map(CALLS.map(({ name, kind }, code) => [name, kind === 'local' ? -1 : code]));

const NOTHING = {
  args: new Uint8Array(0),
  lists: [],
  least: new Float64Array(0),
  most: new Float64Array(0),
  inPlace: [],
} as const;

/** The plan of each call of `# calls: MPI_Send/_ntnnC,…`. */
export function plansOf(calls: string): CallPlan[] {
  return calls.split(',').map((entry) => {
    const [name, letters] = entry.split('/');
    const code = letters === undefined ? -1 : (CODES.get(name) ?? -1);
    const shape = { name, ...shapeOf(letters) };
    if (code < 0) return { ...shape, code: -1, lacking: false, ...NOTHING };
    for (const layout of CALLS[code].layouts) {
      const plan = planOf(letters ?? '', layout, CALLS[code].kind);
      if (plan !== undefined) return { ...shape, code, lacking: false, ...plan };
    }
    return { ...shape, code, lacking: true, ...NOTHING };
  });
}

/** What the records of a call have; one without letters has none of it, but may be of a request. */
function shapeOf(letters: string | undefined): Pick<CallPlan, 'fields' | 'listed' | 'comm' | 'requests'> {
  const all = [...(letters ?? '')];
  return {
    fields: all.filter((letter) => letter === 'n' || letter === 't').length,
    listed: all.filter((letter) => letter === 'L').length,
    comm: all.includes('C'),
    requests: letters === undefined || all.includes('r'),
  };
}

/** `letters` of the file against the layout of a row; undefined where the file keeps less than the row. */
function planOf(
  letters: string,
  layout: string,
  kind: CallKind,
): Pick<CallPlan, 'args' | 'lists' | 'least' | 'most' | 'inPlace'> | undefined {
  if (letters.length !== layout.length) return undefined;
  const args: number[] = [];
  const lists: boolean[] = [];
  const ranges: (readonly [number, number])[] = [];
  const inPlace: number[] = [];
  let field = 0;
  for (let i = 0; i < letters.length; i++) {
    const [has, needs] = [letters[i], layout[i]];
    if (needs !== '_' && has !== needs && !(has === 'r' && needs === 'n')) return undefined;
    if (has === 'L') lists.push(needs === 'L');
    else if (needs !== '_') {
      const range = rangeOf(kind, layout, i);
      if (range === FLAG && layout.startsWith('nt', i + 1)) inPlace.push(args.length);
      args.push(has === 'C' ? COMM : has === 'r' ? ADDRESS : field);
      ranges.push(has === 'n' || has === 't' ? range : ANY);
    }
    if (has === 'n' || has === 't') field++;
  }
  if (field > FIELDS) return undefined;
  const least = Float64Array.from(ranges, ([from]) => from);
  const most = Float64Array.from(ranges, ([, to]) => to);
  return { args: Uint8Array.from(args), lists, least, most, inPlace };
}

const ANY = [-(2 ** 53), 2 ** 53] as const;
/** Counts, bytes, and numbers of communicators. */
const NOT_NEGATIVE = [0, 2 ** 53] as const;
const FLAG = [0, 1] as const;
/** Ranks and tags: the library's values for any and none are below 0, and small. */
const INT = [-(2 ** 31), 2 ** 31 - 1] as const;
/** Calls whose every number is how many requests, or the number of a communicator. */
const COUNTS: ReadonlySet<CallKind> = new Set([
  'startall',
  'waitall',
  'waitany',
  'waitsome',
  'testall',
  'testany',
  'testsome',
  'comm-dup',
  'comm-create',
  'comm-free',
]);

/** Between which values the argument of a layout lies, by what stands behind it. */
function rangeOf(kind: CallKind, layout: string, at: number): readonly [number, number] {
  const behind = layout.slice(at + 1);
  if (layout[at] === 't' || behind.startsWith('t') || COUNTS.has(kind)) return NOT_NEGATIVE;
  const collective = kind === 'collective' || kind === 'collective-init';
  if (collective && /^(nt|_L|__t)/.test(behind)) return FLAG;
  return INT;
}

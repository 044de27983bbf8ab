/**
 * Which fields of a record are which arguments of a call: the file's own table of calls, held against ours. A file tells
 * names and letters (docs/trace-format.md), so that codes may differ between versions of the tracer.
 */
import { CALLS } from '../mpi/calls.js';

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
  /** Whether its records may have the address of a request. */
  readonly requests: boolean;
}

const CODES = new Map(CALLS.map(({ name, kind }, code) => [name, kind === 'local' ? -1 : code]));

const NOTHING = { args: new Uint8Array(0), lists: [] } as const;

/** The plan of each call of `# calls: MPI_Send/_ntnnC,…`. */
export function plansOf(calls: string): CallPlan[] {
  return calls.split(',').map((entry) => {
    const [name, letters] = entry.split('/');
    const code = letters === undefined ? -1 : (CODES.get(name) ?? -1);
    const requests = letters === undefined || letters.includes('r');
    if (code < 0) return { name, code: -1, lacking: false, requests, ...NOTHING };
    for (const layout of CALLS[code].layouts) {
      const plan = planOf(letters ?? '', layout);
      if (plan !== undefined) return { name, code, lacking: false, requests, ...plan };
    }
    return { name, code, lacking: true, requests, ...NOTHING };
  });
}

/** `letters` of the file against the layout of a row; undefined where the file keeps less than the row. */
function planOf(letters: string, layout: string): Pick<CallPlan, 'args' | 'lists'> | undefined {
  if (letters.length !== layout.length) return undefined;
  const args: number[] = [];
  const lists: boolean[] = [];
  let field = 0;
  for (let i = 0; i < letters.length; i++) {
    const [has, needs] = [letters[i], layout[i]];
    if (needs !== '_' && has !== needs && !(has === 'r' && needs === 'n')) return undefined;
    if (has === 'L') lists.push(needs === 'L');
    else if (needs !== '_') args.push(has === 'C' ? COMM : has === 'r' ? ADDRESS : field);
    if (has === 'n' || has === 't') field++;
  }
  return field > FIELDS ? undefined : { args: Uint8Array.from(args), lists };
}

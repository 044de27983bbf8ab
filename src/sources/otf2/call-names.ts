/** Which regions are calls of MPI, by their names as tools write them. */
import { CALLS, type CallKind, isLocal } from '../mpi/calls.js';
import { type Definitions, PARADIGM, type RegionDefinition } from './definitions.js';

/** What a call of a name becomes. */
export interface CallPlan {
  /** As the MPI standard writes it. */
  readonly name: string;
  /** Index into CALLS; -1 where it is not in there. */
  readonly code: number;
  readonly kind: CallKind | 'unknown';
}

const CODES = new Map(CALLS.map(({ name }, code) => [name.toLowerCase(), code]));

/** Index into CALLS of a name that is in there. */
export function codeOf(name: string): number {
  const code = CODES.get(name.toLowerCase());
  if (code === undefined) throw new Error(`${name} is not among the calls`);
  return code;
}

/** `mpi_send_`, `PMPI_Send` and `MPI_Send()` are MPI_Send. */
const CALL = /^p?mpi_([a-z]\w*?)_*(?: *\(\))?$/i;

/** Null for regions that are no calls of MPI. A user's own `mpi_setup` is none, whatever it is called. */
export function callPlan(name: string, paradigm: number): CallPlan | null {
  const match = CALL.exec(name);
  if (match === null) return null;
  const code = CODES.get(`mpi_${match[1].toLowerCase()}`);
  if (code !== undefined) return { name: CALLS[code].name, code, kind: CALLS[code].kind };
  const [first] = match[1];
  const standard = `MPI_${first.toUpperCase()}${match[1].slice(1).toLowerCase()}`;
  const known = isLocal(standard);
  if (!known && paradigm !== PARADIGM.mpi) return null;
  return { name: standard, code: -1, kind: known ? 'local' : 'unknown' };
}

/**
 * The plan of a region by the shorter of its names, which has no arguments. What the archive counts as MPI under a name that is
 * none of MPI's is a call that is not understood.
 */
export function planOf(region: RegionDefinition, definitions: Definitions): CallPlan | null {
  const { canonical, name, paradigm } = region;
  const [short, long] = [definitions.text(canonical), definitions.text(name)];
  const plan = callPlan(short, paradigm) ?? callPlan(long, paradigm);
  if (plan !== null || paradigm !== PARADIGM.mpi) return plan;
  return { name: short || long || 'MPI without a name', code: -1, kind: 'unknown' };
}

/** Between which values the arguments of calls lie, in traces of our tracer: what lies elsewhere is damage. */
import type { CallKind, CallShape } from './calls.js';

const MOST = Number.MAX_SAFE_INTEGER;
/** Counts, bytes, numbers of communicators and addresses. */
const NOT_NEGATIVE = [0, MOST] as const;
/** Whether a buffer is that of the other side: MPI_IN_PLACE. */
export const FLAG = [0, 1] as const;
/** Ranks and tags: the library's values for any and none are below 0, and small. */
const INT = [-(2 ** 31), 2 ** 31 - 1] as const;
const ANY = [-MOST, MOST] as const;

/** Calls whose every number is a count, a request, or the number of a communicator. */
const NUMBERED: ReadonlySet<CallKind> = new Set([
  'start',
  'startall',
  'request-free',
  'cancel',
  'wait',
  'waitall',
  'waitany',
  'waitsome',
  'test',
  'testall',
  'testany',
  'testsome',
  'comm-dup',
  'comm-create',
  'comm-free',
]);

/** The least and the most that the argument at a place of a layout can be, by the letters behind it. */
export function rangeOf({ kind, requestArg }: CallShape, layout: string, at: number): readonly number[] {
  const behind = layout.slice(at + 1);
  if (layout[at] === 'C') return ANY;
  if (layout[at] === 't' || behind.startsWith('t') || NUMBERED.has(kind)) return NOT_NEGATIVE;
  if (requestArg >= 0 && behind === '') return NOT_NEGATIVE;
  const collective = kind === 'collective' || kind === 'collective-init';
  if (collective && /^(nt|_L|__t)/.test(behind)) return FLAG;
  return INT;
}

/** Of all arguments that rows of a layout keep, in their order, lists aside. */
export const rangesOf = (shape: CallShape, layout: string): (readonly number[])[] =>
  [...layout].flatMap((letter, at) => (letter === '_' || letter === 'L' ? [] : [rangeOf(shape, layout, at)]));

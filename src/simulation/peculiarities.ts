/**
 * Where LogGOPSim, as it is published, does what its model does not say: each by a name, so that its figures can be had
 * to the last digit, and none by default. Found by experiment; docs/replay.md shows what each changes.
 */
import { UsageError } from '../errors.js';
import { namesInstead } from '../nearest.js';

/** What each does. */
export const PECULIARITIES = {
  /** s − 1 of an empty message is −1, and clocks are unsigned: what comes out below 0 is a time of centuries. */
  'empty-messages': 'an empty message takes o − G, and clocks wrap below 0',
  /** A late receive tests its own size against S, where a posted one tests that of the message. */
  'receive-size': 'a receive that comes after its message is held against S by its own size',
  /** What is released at once is sorted by `std::sort`, which scrambles more than 16 equals. */
  'release-order': 'operations released at once start in the order that std::sort leaves',
  /** A dependency has no time, and an arrival is charged to the CPU and NIC numbers of its sender. */
  'other-cpus': 'what depends on an operation of another CPU does not wait for its end',
  /** MPI_Ssend is a send, and MPI_Waitany waits for the receive that it took in the traced run. */
  'plain-calls': 'synchronous sends are sends, and receives are taken in the order of the trace',
} as const;

/** The name of one. */
export type Peculiarity = keyof typeof PECULIARITIES;
/** Those that are followed. */
export type Peculiarities = ReadonlySet<Peculiarity>;

/** The model and nothing else. */
export const NO_PECULIARITIES: Peculiarities = new Set();

const isPeculiarity = (name: string): name is Peculiarity => Object.hasOwn(PECULIARITIES, name);
const NAMES = Object.keys(PECULIARITIES).filter(isPeculiarity);

/** As the published simulator is. */
export const LOGGOPSIM: Peculiarities = new Set(NAMES);

/** `mended`, `loggopsim`, or names with commas between them. Throws UsageError. */
export function parsePeculiarities(text: string): Peculiarities {
  if (text === 'mended') return NO_PECULIARITIES;
  if (text === 'loggopsim') return LOGGOPSIM;
  const all = ['mended', 'loggopsim', ...NAMES];
  return new Set(
    text.split(',').map((one) => {
      const name = one.trim();
      if (isPeculiarity(name)) return name;
      throw new UsageError(`there are no semantics '${name}'`, namesInstead(name, all));
    }),
  );
}

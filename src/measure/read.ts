/** Output of the benchmark → its measurements. Lines of its own begin with its name; launchers may put words before it. */
import { InputError, type Place, UsageError } from '../errors.js';
import { decimal } from '../units/units.js';
import {
  type CorePlace,
  type Measurements,
  POINT_KINDS,
  type PointKind,
  type RankPlace,
  type RawPoint,
} from './points.js';

const LINE = /(?:^|\s)llamp-measure,([a-z0-9]+)(?:,(.*))?$/;

/** What is read so far. */
interface Reading {
  mpi: string;
  ended: boolean;
  readonly ranks: RankPlace[];
  readonly cores: CorePlace[];
  readonly points: RawPoint[];
}

/**
 * Reads what the benchmark printed. `source` names it in errors. Throws UsageError for a run of one rank, and InputError
 * with the line for an output that is damaged, that ends early or has nothing of the benchmark's.
 */
export function readMeasurements(text: string, source: string): Measurements {
  const reading: Reading = { mpi: '', ended: false, ranks: [], cores: [], points: [] };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const match = LINE.exec(line);
    if (match !== null) take(reading, match[1], match[2] ?? '', { source, line: i + 1 });
  }
  const { ended, ...measurements } = reading;
  if (ended) return measurements;
  throw new InputError({
    place: { source },
    what:
      measurements.ranks.length === 0
        ? 'the benchmark said nothing'
        : 'the benchmark did not come to its end',
    mend: 'does the launcher start MPI programs, and hand on what rank 0 prints?',
  });
}

function take(reading: Reading, word: string, rest: string, place: Place): void {
  if (word === 'mpi') reading.mpi = rest.replace(/\s+/g, ' ').trim();
  else if (word === 'rank') reading.ranks.push(rankOf(rest, place));
  else if (word === 'core') reading.cores.push(coreOf(rest, place));
  else if (word === 'point') reading.points.push(pointOf(rest, place));
  else if (word === 'end') reading.ended = true;
  else if (word === 'error') refuse(rest, place);
}

function refuse(rest: string, place: Place): never {
  const [what, detail] = rest.split(',');
  if (what === 'ranks')
    throw new UsageError(
      'the benchmark ran with one rank, and a message takes two',
      'start two or more, by the launcher of the MPI that compiled it',
    );
  throw new InputError({ place, what: `the benchmark refused its ${what}: ${detail}` });
}

function numbers(texts: readonly string[], count: number, place: Place): number[] {
  const values = texts.map(decimal);
  if (values.length === count && values.every((value) => !Number.isNaN(value))) return values;
  throw new InputError({
    place,
    what: `'${texts.join(',')}' is no line of the benchmark`,
    mend: 'its output was damaged on the way: measure again',
  });
}

function rankOf(rest: string, place: Place): RankPlace {
  const [number, host, ...others] = rest.split(',');
  const [rank, cpu, bound, socket, cache, cores] = numbers([number, ...others], 6, place);
  return { rank, host, cpu, bound: bound === 1, socket, cache, cores };
}

function coreOf(rest: string, place: Place): CorePlace {
  const [host, ...others] = rest.split(',');
  const [cpu, socket, cache] = numbers(others, 3, place);
  return { host, cpu, socket, cache };
}

function pointOf(rest: string, place: Place): RawPoint {
  const [name, ...others] = rest.split(',');
  const [from, to, bytes, messages, delayNs, repeat, ns] = numbers(others, 7, place);
  const kind: PointKind | undefined = POINT_KINDS.find((one) => one === name);
  if (kind !== undefined) return { kind, from, to, bytes, messages, delayNs, repeat, ns };
  throw new InputError({ place, what: `'${name}' is no kind of measurement`, mend: 'measure again' });
}

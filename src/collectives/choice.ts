/** What the user chose of collectives: parse, and the algorithm of each call. */

import { namesInstead, UsageError } from '../errors.js';
import { decimal, parseGapPerByte, parseSize } from '../units.js';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveName,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  OPTION_NAMES,
  type OptionName,
} from './collective-algorithm.js';
import { mpichChoice } from './mpich.js';
import { ruledChoice } from './openmpi-rules.js';
import {
  type AlgorithmTable,
  algorithmsOf,
  defaultAlgorithm,
  findAlgorithm,
  parseCollectiveName,
} from './registry.js';

/** Version of Open MPI whose fixed rules `auto` takes. */
export const OPEN_MPI_VERSION = '5.0';

/** The rules' answer for one call. */
export interface OpenMpiChoice {
  readonly algorithm: CollectiveAlgorithm;
  readonly options: Partial<CollectiveOptions>;
  /** Open MPI's name of its choice. */
  readonly theirs: string;
}

/**
 * What Open MPI's fixed rules take for a call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}; for
 * reduce_scatter and the collectives with differing blocks the mean block.
 */
export function openMpiChoice(collective: CollectiveName, size: number, bytes: number): OpenMpiChoice {
  const { theirs, ours, options } = ruledChoice(collective, size, bytes);
  return { theirs, options, algorithm: findAlgorithm(collective, ours) };
}

/** Which algorithm is wanted for which calls, read. */
export interface CollectiveSpec {
  /** As it was written. */
  readonly text: string;
  /** null: every collective (`auto`, `mpich` and `default` alone). */
  readonly collective: CollectiveName | null;
  /** `auto`: Open MPI's fixed rules; `mpich`: MPICH's; `default`: the first algorithm of the collective. */
  readonly algorithm: CollectiveAlgorithm | 'auto' | 'mpich' | 'default';
  /** It applies to calls of `from` ≤ bytes < `to`. */
  readonly from: number;
  readonly to: number;
  readonly options: Partial<CollectiveOptions>;
}

/** The algorithm of one call. */
export interface CollectiveChoice {
  readonly algorithm: CollectiveAlgorithm;
  readonly options: CollectiveOptions;
  /** What chose it; undefined: nothing applies. */
  readonly spec: CollectiveSpec | undefined;
}

const FORM =
  'write NAME=ALGORITHM, such as allreduce=ring, or with sizes and options bcast=chain@64KiB..:fanout=4';

/**
 * Reads `allreduce=ring`, `bcast=chain@64KiB..:fanout=4:segment=8KiB`, `reduce=auto`, `auto`.
 * Throws a UsageError that names what is known.
 */
export function parseCollectiveSpec(text: string): CollectiveSpec {
  return parseSpec(text);
}

/** {@link parseCollectiveSpec} where the algorithms of `table` may be named, see {@link withAlgorithms}. */
export function specParser(table: AlgorithmTable): (text: string) => CollectiveSpec {
  return (text) => parseSpec(text, table);
}

function parseSpec(text: string, algorithms?: AlgorithmTable): CollectiveSpec {
  const equals = text.indexOf('=');
  const colon = text.indexOf(':');
  const named = equals >= 0 && (colon < 0 || equals < colon);
  const collective = named ? parseCollectiveName(text.slice(0, equals)) : null;
  const [head, ...settings] = text.slice(named ? equals + 1 : 0).split(':');
  const [name, range, ...more] = head.split('@').map((part) => part.trim());
  if (name === '' || more.length > 0)
    throw new UsageError(`collective '${text}' is not NAME=ALGORITHM`, FORM);
  const algorithm = parseAlgorithm(text, collective, name, algorithms);
  const [from, to] = parseRange(text, range);
  return { text, collective, algorithm, from, to, options: parseOptions(text, settings, algorithm) };
}

function parseAlgorithm(
  text: string,
  collective: CollectiveName | null,
  name: string,
  algorithms: AlgorithmTable | undefined,
): CollectiveSpec['algorithm'] {
  if (name === 'auto' || name === 'mpich' || name === 'default') return name;
  if (collective === null) {
    const known = COLLECTIVES.find((candidate) => candidate === name.toLowerCase().replaceAll('-', '_'));
    throw new UsageError(
      `collective '${text}' names no algorithm`,
      known === undefined ? FORM : `write ${known}=${algorithmsOf(known).at(-1)?.name ?? 'auto'}`,
    );
  }
  return findAlgorithm(collective, name, algorithms);
}

function parseRange(text: string, range: string | undefined): readonly [number, number] {
  if (range === undefined) return [0, Number.POSITIVE_INFINITY];
  const ends = range.split('..');
  if (ends.length !== 2 || range === '..') {
    throw new UsageError(
      `sizes '${range}' of collective '${text}' are not a range`,
      'write 4KiB.., ..4KiB or 4KiB..1MiB',
    );
  }
  const name = 'size of a collective';
  const from = ends[0] === '' ? 0 : parseSize(ends[0], { name });
  const to = ends[1] === '' ? Number.POSITIVE_INFINITY : parseSize(ends[1], { name });
  if (to <= from)
    throw new UsageError(
      `sizes '${range}' of collective '${text}' are empty`,
      'write a second size above the first; the range ends just below it',
    );
  return [from, to];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function parseOptions(
  text: string,
  settings: readonly string[],
  algorithm: CollectiveSpec['algorithm'],
): Partial<CollectiveOptions> {
  const options: Partial<Writable<CollectiveOptions>> = {};
  for (const setting of settings) {
    const [key, value, ...more] = setting.split('=').map((part) => part.trim());
    if (value === undefined || value === '' || more.length > 0) {
      throw new UsageError(`option '${setting}' of collective '${text}' has no value`, 'write option=value');
    }
    const option = optionName(text, key, algorithm);
    if (option === 'segment') options.segment = parseSize(value, { name: 'segment' });
    else if (option === 'fanout') options.fanout = parseFanout(value);
    else if (option === 'reduce') options.reducePerByte = parseGapPerByte(value, { name: 'reduce' });
    else options.flow = parseFlow(value);
  }
  return options;
}

function optionName(text: string, key: string, algorithm: CollectiveSpec['algorithm']): OptionName {
  const option = OPTION_NAMES.find((known) => known === key);
  if (option === undefined) {
    throw new UsageError(`unknown option '${key}' of collective '${text}'`, namesInstead(key, OPTION_NAMES));
  }
  if (typeof algorithm === 'object' && !algorithm.uses.includes(option)) {
    const uses = algorithm.uses.length === 0 ? 'it has no options' : `it uses ${algorithm.uses.join(', ')}`;
    throw new UsageError(`${algorithm.name} in collective '${text}' does not use ${option}`, uses);
  }
  return option;
}

function parseFanout(text: string): number {
  const fanout = decimal(text);
  if (!Number.isSafeInteger(fanout) || fanout < 1) {
    throw new UsageError(
      `fanout '${text}' is not a number of children`,
      'write a whole number from 1, such as 4',
    );
  }
  return fanout;
}

function parseFlow(text: string): 'published' | 'complete' {
  if (text === 'published' || text === 'complete') return text;
  throw new UsageError(`unknown flow '${text}'`, 'write published or complete');
}

/**
 * The algorithm of a call: that of the first spec that applies to it, else the default. `bytes` is
 * {@link CollectiveCall.bytes}, and where blocks differ their mean: a figure that all ranks of a call agree on.
 * `base` are options for where nothing else is said.
 */
export function chooseAlgorithm(
  specs: readonly CollectiveSpec[],
  collective: CollectiveName,
  size: number,
  bytes: number,
  base: CollectiveOptions = DEFAULT_OPTIONS,
): CollectiveChoice {
  const spec = specs.find(
    (candidate) =>
      (candidate.collective === null || candidate.collective === collective) &&
      candidate.from <= bytes &&
      bytes < candidate.to,
  );
  if (spec === undefined) return { algorithm: defaultAlgorithm(collective), options: base, spec };
  const options = { ...base, ...spec.options };
  if (spec.algorithm === 'default') return { algorithm: defaultAlgorithm(collective), options, spec };
  if (typeof spec.algorithm === 'object') return { algorithm: spec.algorithm, options, spec };
  const choose = spec.algorithm === 'mpich' ? mpichChoice : openMpiChoice;
  const choice = choose(collective, size, bytes);
  return { algorithm: choice.algorithm, options: { ...base, ...choice.options, ...spec.options }, spec };
}

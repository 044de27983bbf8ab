/**
 * Chosen algorithms as the tracer reads them, in LLAMP_COLLECTIVES: as `--collective` has them, with sizes in bytes, prices
 * in ns per byte and names in full. Both ways are here; the tracer reads by C that is made of {@link knownSpec}.
 */
import type { CollectiveSpec } from './choice.js';
import { COLLECTIVES, type CollectiveOptions } from './collective-algorithm.js';
import { ALGORITHMS } from './registry.js';

/** Such as `bcast=chain@65536..:segment=8192:fanout=4`. */
export function plainSpec({ collective, algorithm, from, to, options }: CollectiveSpec): string {
  const name = typeof algorithm === 'object' ? algorithm.name : algorithm;
  const end = to === Number.POSITIVE_INFINITY ? '' : String(to);
  const range = from === 0 && end === '' ? '' : `@${from}..${end}`;
  const { segment, fanout, reducePerByte, flow } = options;
  const settings = [
    segment === undefined ? '' : `:segment=${segment}`,
    fanout === undefined ? '' : `:fanout=${fanout}`,
    reducePerByte === undefined ? '' : `:reduce=${reducePerByte}`,
    flow === undefined ? '' : `:flow=${flow}`,
  ];
  return `${collective === null ? '' : `${collective}=`}${name}${range}${settings.join('')}`;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What {@link plainSpec} wrote; undefined where it is none. */
export function knownSpec(text: string): CollectiveSpec | undefined {
  const [head, ...settings] = text.split(':');
  const [named, range] = head.split('@');
  const [first, second] = named.split('=');
  const collective = second === undefined ? null : COLLECTIVES.find((one) => one === first);
  if (collective === undefined) return undefined;
  const algorithm = knownAlgorithm(collective, second ?? first);
  const ends = range === undefined ? ['0', ''] : range.split('..');
  const [from, to] = [Number(ends[0]), ends[1] === '' ? Number.POSITIVE_INFINITY : Number(ends[1])];
  const options = knownOptions(settings);
  if (algorithm === undefined || options === undefined || ends.length !== 2 || !(from < to)) return undefined;
  return { text, collective, algorithm, from, to, options };
}

function knownAlgorithm(
  collective: CollectiveSpec['collective'],
  name: string,
): CollectiveSpec['algorithm'] | undefined {
  if (name === 'auto' || name === 'mpich' || name === 'default') return name;
  return collective === null ? undefined : ALGORITHMS[collective].find((one) => one.name === name);
}

function knownOptions(settings: readonly string[]): Partial<CollectiveOptions> | undefined {
  const options: Partial<Writable<CollectiveOptions>> = {};
  for (const setting of settings) {
    const [key, value = ''] = setting.split('=');
    const number = Number(value);
    if (key === 'flow' && (value === 'published' || value === 'complete')) options.flow = value;
    else if (value === '' || !(number >= 0)) return undefined;
    else if (key === 'segment') options.segment = number;
    else if (key === 'fanout') options.fanout = number;
    else if (key === 'reduce') options.reducePerByte = number;
    else return undefined;
  }
  return options;
}

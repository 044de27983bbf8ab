/** Values of flags that take more than a fixed list: names that ship, beside files and what users define. */
import { MODELLED_ALGORITHMS, MODELLED_COLLECTIVES } from '../../collective-models/types.js';
import { COLLECTIVES } from '../../collectives/names.js';
import { algorithmsOf } from '../../collectives/registry.js';
import { MACHINE_PRESETS } from '../../machine/presets.js';
import { PLATFORM_NAMES } from '../../platform/names.js';
import { platformPreset } from '../../platform/presets/index.js';
import { TOPOLOGIES } from '../../platform/topology-spec.js';
import { PATTERNS } from '../../sources/patterns/index.js';

/** What a flag may be given. */
export interface KnownValues {
  readonly values: readonly string[];
  /** Whether a file may be named instead. */
  readonly files: boolean;
}

const platforms = PLATFORM_NAMES.map((name) => platformPreset(name).platform);
const unique = (names: readonly string[]): string[] => [...new Set(names)];

const names = (...values: readonly string[]): KnownValues => ({ values: unique(values), files: false });
const orFile = (...values: readonly string[]): KnownValues => ({ values: unique(values), files: true });

/** By the flag's name, where it is one in all commands. A choice of an algorithm is `allreduce=ring`. */
const KNOWN: Readonly<Record<string, KnownValues>> = {
  machine: orFile(...Object.keys(MACHINE_PRESETS)),
  platform: orFile(...PLATFORM_NAMES),
  topology: names(...TOPOLOGIES.map(({ name, keys }) => (keys.length === 0 ? name : `${name}:`))),
  parameter: names('L', 'G', 'o', ...platforms.flatMap(({ channels }) => channels.map(({ name }) => name))),
  pattern: names(...PATTERNS.map(({ name }) => name), ...COLLECTIVES),
  'map-by': names(...platforms.flatMap(({ levels }) => levels.map(({ name }) => name))),
  collective: names(
    'auto',
    'mpich',
    'default',
    ...COLLECTIVES.flatMap((collective) =>
      ['auto', 'mpich', ...algorithmsOf(collective).map(({ name }) => name)].map(
        (name) => `${collective}=${name}`,
      ),
    ),
  ),
};

/** The same of the commands about models of collectives, where it means something else. */
const OF_MODELS: typeof KNOWN = {
  collective: names(...MODELLED_COLLECTIVES),
  algorithm: names(...MODELLED_ALGORITHMS),
};

/** Values of a command's flag; undefined where none ship. `command`: its words. */
export function knownValues(command: string, flag: string): KnownValues | undefined {
  const known = command.startsWith('collective ') ? { ...KNOWN, ...OF_MODELS } : KNOWN;
  return Object.hasOwn(known, flag) ? known[flag] : undefined;
}

/** Measured channels as a platform file, for the machine file of the same measurement. */
import { InputError } from '../errors.js';
import { formatTime } from '../units/units.js';
import type { MeasuredChannel } from './channels.js';
import type { Distance, Shape } from './distances.js';
import { spreadText } from './shown.js';

/** What a platform file says of where its figures come from. */
export interface PlatformTextOptions {
  readonly name: string;
  readonly source: string;
  /** The machine file whose o the channels belong to. */
  readonly machine: string;
}

/** A level of the file; one of a single unit separates nobody, and is left out unless it is the node or the core. */
interface LevelText {
  readonly name: string;
  readonly count: number;
  readonly distance: Distance;
}

const digits = (value: number): string => String(Number(value.toPrecision(6)));

/**
 * The file, as `readPlatform` reads it. Throws InputError where no pair was measured at a distance that the hosts have.
 */
export function platformText(
  channels: readonly MeasuredChannel[],
  shape: Shape,
  { name, source, machine }: PlatformTextOptions,
): string {
  const levels = levelsOf(shape);
  const between = (level: LevelText): string => channelBetween(channels, level);
  const lines = [
    `# Measured channels; o and S are those of ${machine}, to be given by --machine.`,
    `name: ${JSON.stringify(name)}`,
    `source: ${JSON.stringify(source)}`,
    'channels: # nearest first; behind each: half a round trip of 1 B, the pairs of ranks, the largest misfit of a size',
    ...channels.map(channelLine),
    'levels: # outermost first; count is per unit of the level around it',
    ...levels.map(
      (level) => `  - { name: ${level.name}, count: ${level.count}, channel: ${between(level)} }`,
    ),
    `hosts: [${shape.hosts.map((host) => JSON.stringify(host)).join(', ')}]`,
  ];
  return `${lines.join('\n')}\n`;
}

function channelLine({ name, L, G, half, pairs, error }: MeasuredChannel): string {
  const ranks = pairs.map(([from, to]) => `${from}-${to}`).join(', ');
  const facts = `${formatTime(half.value)} (${spreadText(half, formatTime)}); ${ranks}; ${Math.round(100 * error)} %`;
  return `  ${name}: { latency_ns: ${digits(L)}, gap_ns_per_byte: ${digits(G)} } # ${facts}`;
}

function levelsOf({ hosts, sockets, caches, cores }: Shape): LevelText[] {
  const levels: LevelText[] = [
    { name: 'node', count: hosts.length, distance: 'node' },
    { name: 'socket', count: sockets, distance: 'socket' },
    { name: 'ccx', count: caches, distance: 'core' },
    { name: 'core', count: cores, distance: 'cache' },
  ];
  return levels.filter(({ name, count }) => count > 1 || name === 'node' || name === 'core');
}

/** The channel of a level; where a level has one unit nobody uses it, and any will do. */
function channelBetween(channels: readonly MeasuredChannel[], { name, count, distance }: LevelText): string {
  const found = channels.find((channel) => channel.name === distance);
  if (found !== undefined) return found.name;
  if (count === 1 && channels.length > 0) return channels[0].name;
  throw new InputError({
    what: `the hosts have ${count} units of the level '${name}', and no two ranks in different ones were measured`,
    mend: 'launch ranks that are as far apart as the cores are, such as one a core on all hosts',
  });
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError, UsageError, type Warning } from '../../src/errors.js';
import { coreCount, coresPerNode, platformNetwork, withOverhead } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { sharedPath } from '../shared.js';

const small = `name: pair
channels:
  near: { latency_ns: 100, gap_ns_per_byte: 0.1 }
  far: { latency_ns: 1000, gap_ns_per_byte: 0.5 }
levels:
  - { name: node, count: 2, channel: far }
  - { name: core, count: 4, channel: near }
`;

/** The line α + β·m with the least Σ ((α + β·m − t)/t)² over points (m, t), so that small messages count as much as large ones. */
function relativeLine(points: readonly (readonly [number, number])[]): { alpha: number; beta: number } {
  const sum = (of: (m: number, t: number) => number): number =>
    points.reduce((total, [m, t]) => total + of(m, t) / (t * t), 0);
  const weight = sum(() => 1);
  const [size, time] = [sum((m) => m) / weight, sum((_, t) => t) / weight];
  const beta = sum((m, t) => (m - size) * (t - time)) / sum((m) => (m - size) ** 2);
  return { alpha: time - beta * size, beta };
}

function failure(text: string): string {
  try {
    readPlatform(text, 'p.yaml');
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('read without an error');
}

describe('a platform file', () => {
  it('says what it holds', () => {
    const { platform, warnings } = readPlatform(small, 'p.yaml');
    expect(coreCount(platform)).toBe(8);
    expect(coresPerNode(platform)).toBe(4);
    expect(platform.channels[1]).toEqual({ name: 'far', latencyNs: 1000, gapNsPerByte: 0.5 });
    expect(platform.levels[0]).toEqual({ name: 'node', count: 2, channel: 1 });
    expect(warnings).toEqual([]);
  });

  it('says above how many bytes the messages of a channel are copied at once', () => {
    const read = (near: string, far: string): (number | undefined)[] => {
      const text = small
        .replace('gap_ns_per_byte: 0.1', `gap_ns_per_byte: 0.1${near}`)
        .replace('gap_ns_per_byte: 0.5', `gap_ns_per_byte: 0.5${far}`);
      const { platform } = readPlatform(text, 'p.yaml');
      return platformNetwork(platform, Int32Array.of(0)).routes.map(({ copiedAbove }) => copiedAbove);
    };
    // Within a node Open MPI's eager limit of shared memory, between nodes cards.
    expect(read('', '')).toEqual([4096, undefined]);
    expect(read(', copied_above_bytes: 0', ', copied_above_bytes: 8192')).toEqual([0, 8192]);
    expect(read(', copied_above_bytes: none', '')).toEqual([undefined, undefined]);
    expect(() => read(', copied_above_bytes: -1', '')).toThrow(
      "p.yaml:3:70: bad value of 'channels.near.copied_above_bytes'",
    );
  });

  it('takes a channel that two levels use for a card where it leaves the node', () => {
    const text = small.replace('channel: near', 'channel: far').replace(/ {2}near:.*\n/, '');
    const { platform } = readPlatform(text, 'p.yaml');
    expect(platformNetwork(platform, Int32Array.of(0)).routes[0].copiedAbove).toBeUndefined();
  });

  it('is read from JSON as from YAML', () => {
    const json = JSON.stringify({
      name: 'pair',
      channels: {
        near: { latency_ns: 100, gap_ns_per_byte: 0.1 },
        far: { latency_ns: 1000, gap_ns_per_byte: 0.5 },
      },
      levels: [
        { name: 'node', count: 2, channel: 'far' },
        { name: 'core', count: 4, channel: 'near' },
      ],
    });
    expect(readPlatform(json, 'p.json')).toEqual(readPlatform(small, 'p.yaml'));
  });

  const without = (part: string, instead = ''): string => small.replace(part, instead);
  const KNOWN = 'Known keys are name, source, overhead_ns, channels, levels, hosts';
  it.each([
    [
      "p.yaml:6:38: unknown channel 'fast' in 'levels[0].channel'. Use one of near, far",
      without('channel: far', 'channel: fast'),
    ],
    [`p.yaml:1:1: unknown key 'nmae'. Did you mean name? ${KNOWN}`, without('name: pair', 'nmae: pair')],
    ["p.yaml:4:8: key 'channels.far.gap_ns_per_byte' is missing", without(', gap_ns_per_byte: 0.5')],
    // 2^53 ns is the most.
    ["p.yaml:4:22: bad value of 'channels.far.latency_ns'", without('1000', '1e308')],
    ["p.yaml:4:22: bad value of 'channels.far.latency_ns'", without('1000', '-1')],
    ["p.yaml:4:22: bad value of 'channels.far.latency_ns'", without('1000', '.inf')],
    ["p.yaml:7:26: bad value of 'levels[1].count'", without('count: 4', 'count: four')],
    [
      "p.yaml:4:8: channel 'far' has no latency. Give either latency_ns (L) or end_to_end_ns (2·o + L)",
      without('latency_ns: 1000, '),
    ],
    ...['L', 'o', 'g', 'G', 'S'].map((name): [string, string] => [
      `p.yaml:4:6: channel '${name}' has the name of a LogGPS parameter. Choose a name other than L, o, g, G, S, such as ${name}_net`,
      small.replaceAll('far', name),
    ]),
    [
      "p.yaml:4:8: channel 'far' has end_to_end_ns but the platform has no overhead_ns",
      without('latency_ns: 1000', 'end_to_end_ns: 1000'),
    ],
    ["p.yaml:7:13: two levels are named 'node'", without('name: core', 'name: node')],
    ['p.yaml:6:3: the levels give 199999999998 cores', without('count: 4', 'count: 99999999999')],
    ['p.yaml:8:8: hosts lists 1 name, but the number of nodes is 2', `${small}hosts: [a]\n`],
    ["p.yaml:8:8: hosts lists 'a' more than once", `${small}hosts: [a, b, a]\n`],
    ["p.yaml:8:1: key 'name' is given twice. Keep one of the two", `${small}name: again\n`],
    ['p.yaml:1:1: the file is empty. Write keys with values', ''],
  ])('is refused with key and place: %s', (message, text) => {
    expect(failure(text)).toContain(message);
  });

  it('warns of a channel that no level uses', () => {
    const text = small.replace('levels:', '  idle: { latency_ns: 1, gap_ns_per_byte: 0 }\nlevels:');
    expect(readPlatform(text, 'p.yaml').warnings.map((one) => one.code)).toEqual(['unused-channel']);
  });

  it('takes two overheads off an end-to-end time, again for another overhead', () => {
    const text = small.replace('latency_ns: 1000', 'end_to_end_ns: 1000');
    const { platform } = readPlatform(`${text}overhead_ns: 90\n`, 'p.yaml');
    expect(platform.channels[1].latencyNs).toBe(820); // 1000 − 2·90
    const warnings: Warning[] = [];
    const slow = withOverhead(platform, 600, warnings); // 1000 − 1200 < 0
    expect(slow.channels.map((one) => one.latencyNs)).toEqual([100, 0]);
    expect(warnings.map((one) => one.code)).toEqual(['channel-latency-below-zero']);
  });
});

describe('epyc-orfeo', () => {
  const { platform, warnings } = platformPreset('epyc-orfeo');

  it('has 2 nodes of 2 sockets of 16 CCX of 4 cores', () => {
    expect(platform.levels.map((level) => level.count)).toEqual([2, 2, 16, 4]);
    expect(coresPerNode(platform)).toBe(128);
    expect(platform.overheadNs).toBe(90);
  });

  it('has L = α − 2·o, and 0 with a warning within a CCX', () => {
    const latency = Object.fromEntries(platform.channels.map((one) => [one.name, one.latencyNs]));
    expect(latency.cache).toBe(0);
    expect(latency.core).toBeCloseTo(451.337 - 180, 9);
    expect(warnings.map((one) => one.code)).toEqual(['channel-latency-below-zero']);
  });

  it('is not every name', () => {
    expect(() => platformPreset('toString')).toThrow(UsageError);
    expect(() => platformPreset('epyc')).toThrow('Did you mean epyc-orfeo? Use readPlatform for a file');
    expect(() => platformPreset('xyz')).toThrow('Use epyc-orfeo, or readPlatform for a file');
  });

  const csv = sharedPath('data/epyc/p2p.csv');
  it.skipIf(csv === undefined)('has the figures that the measurements give', () => {
    const rows = readFileSync(csv ?? '', 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    for (const channel of platform.channels) {
      const own = rows.filter((row) => row[0] === channel.name);
      // The table has µs, the platform ns.
      const line = relativeLine(own.map((row) => [Number(row[1]), 1000 * Number(row[2])]));
      expect(Number(line.alpha.toPrecision(6)), channel.name).toBe(channel.endToEndNs);
      expect(Number(line.beta.toPrecision(6)), channel.name).toBe(channel.gapNsPerByte);
    }
  });
});

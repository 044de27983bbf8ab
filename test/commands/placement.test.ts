import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal } from '../cli/run.js';
import { scratch, writerIn } from '../cli/scratch.js';

const GOAL = 'docs/examples/hidden-volume.goal';
const PLATFORM = 'docs/examples/two-nodes.yaml';
const ON = `--platform ${PLATFORM}`;

const folder = scratch();

const file = writerIn(folder);

describe('placement', () => {
  // T = 1 000 000 + o + 20·(2·o + L + 7·0.1), o = 500: L = 2000 where 0–3 and 1–2 are apart, 300 together.
  const apart = 1_000_500 + 20 * 3000.7;
  const together = 1_000_500 + 20 * 1300.7;

  it('beats block, round robin and volume, and writes rankfiles that give its T again', async () => {
    const out = join(folder, 'ours.txt');
    const { result } = await askJson(['placement', GOAL, '--platform', PLATFORM, '--save', out]);
    const found = (result.mappings as { name: string; runtime_ns: number }[]).map((one) => [
      one.name,
      one.runtime_ns,
    ]);
    expect(found).toEqual([
      ['block', expect.closeTo(apart, 4)],
      ['round robin', expect.closeTo(apart, 4)],
      ['by volume', expect.closeTo(apart, 4)],
      ['ours', expect.closeTo(together, 4)],
    ]);
    expect(result.swap_optimal).toBe(true);
    expect(readFileSync(out, 'utf8')).toMatch(/^rank 0=node\d slot=\d\n/);
    const again = await askJson(['tolerance', GOAL, '--platform', PLATFORM, '--rankfile', out]);
    expect(again.result.runtime_ns).toBeCloseTo(together, 4);
    expect(again.result.lambda_by_class).toEqual({ near: 20, far: 0 });
    const slurm = join(folder, 'slurm.txt');
    const kept = await askJson([
      ...['placement', GOAL, '--platform', PLATFORM, '--start', `rankfile:${out}`],
      ...['--save', slurm, '--format', 'slurm'],
    ]);
    expect(kept.result.best).toMatchObject({ gain: 0 });
    const hosts = readFileSync(slurm, 'utf8').trim().split('\n');
    expect(hosts[0]).toBe(hosts[3]);
    expect(hosts[1]).toBe(hosts[2]);
    expect(hosts[0]).not.toBe(hosts[1]);
  });

  it('refuses what gives no places', async () => {
    for (const [argv, words] of [
      [['placement', GOAL], /placement needs places: add --platform/],
      [['placement', GOAL, '--platform', PLATFORM, '--start', 'best'], /--start 'best' is no beginning/],
      [['placement', GOAL, '--topology', 'torus:dims=2x2', '--start', 'rankfile:x'], /cores of a platform/],
      [['placement', GOAL, '--platform', PLATFORM, '--save', '-'], /would mix/],
    ] as const) {
      await expectRefusal(argv, 2, words);
    }
  });
});

describe('a platform on the command line', () => {
  const text = readFileSync(PLATFORM, 'utf8');
  const changed = (name: string, before: string, after: string): string =>
    file(name, text.replace(before, after));
  it.each<[string, string, number, RegExp]>([
    [
      'an unknown channel',
      `--platform ${changed('channel.yaml', 'channel: near', 'channel: nearby')}`,
      3,
      /channel\.yaml:9:\d+: unknown channel 'nearby' in 'levels\[1\]\.channel': channels are near, far/,
    ],
    [
      'an unknown key',
      `--platform ${changed('key.yaml', 'latency_ns: 300', 'latency: 300')}`,
      3,
      /key\.yaml:5:\d+: .*latency/,
    ],
    ['text that is no YAML', `--platform ${file('bad.yaml', 'name: [')}`, 3, /bad\.yaml:1:\d+: /],
    [
      'a platform that is not there',
      '--platform nowhere',
      3,
      /nowhere: neither a platform nor a file: there are epyc-orfeo/,
    ],
    [
      'too few cores',
      `--platform ${changed('small.yaml', 'name: node, count: 2', 'name: node, count: 1')}`,
      3,
      /4 ranks do not fit on 2 cores/,
    ],
    [
      'a core that two ranks want',
      `${ON} --rankfile ${file('ranks.txt', 'rank 0=node0 slot=0\nrank 1=node0 slot=0\n')}`,
      3,
      /ranks\.txt:2: rank 1: core 0 of node0 is taken by rank 0/,
    ],
    [
      'an unknown level',
      `${ON} --map-by socket`,
      2,
      /unknown level 'socket' to map by: platform two-nodes has node, core/,
    ],
    [
      'an unknown class as parameter',
      `${ON} --parameter cache`,
      2,
      /unknown parameter 'cache': there are L, G, o, near, far/,
    ],
    ['--latency beside it', `${ON} -L 3us`, 2, /--latency has no meaning/],
    ['a topology beside it', `${ON} --topology torus:dims=2x2`, 2, /two answers to one question/],
    ['two mappings', `${ON} --rankfile x --map-by core`, 2, /--rankfile and --map-by both place the ranks/],
    ['a mapping without it', '--map-by core', 2, /--map-by has no meaning without --platform/],
  ])('refuses %s', async (_, flags, code, words) => {
    await expectRefusal(`tolerance ${GOAL} ${flags}`, code, words);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const GOAL = 'docs/examples/hidden-volume.goal';
const PLATFORM = 'docs/examples/two-nodes.yaml';
const ON = `--platform ${PLATFORM}`;

const folder = scratch();

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
    const again = await askJson(['tolerance', GOAL, '--platform', PLATFORM, '--map-by', `rankfile:${out}`]);
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
      [['placement', GOAL], /placement needs a platform or topology. Add --platform/],
      [['placement', GOAL, '--platform', PLATFORM, '--start', 'best'], /--start 'best' is unknown/],
      [
        ['placement', GOAL, '--topology', 'torus:dims=2x2', '--start', 'rankfile:x'],
        /--start rankfile needs a platform/,
      ],
      [['placement', GOAL, '--platform', PLATFORM, '--save', '-'], /cannot write to standard output/],
    ] as const) {
      await expectRefusal(argv, 2, words);
    }
  });
});

describe('a platform on the command line', () => {
  it.each<[string, string, number, RegExp]>([
    [
      'a platform that is not there',
      '--platform nowhere',
      2,
      /'nowhere' is neither a platform nor a file\. Use epyc-orfeo/,
    ],
    [
      'an unknown level',
      `${ON} --map-by socket`,
      2,
      /unknown level 'socket' to map by\. Use a level of platform two-nodes \(node, core\)/,
    ],
    [
      'an unknown class as parameter',
      `${ON} --parameter cache`,
      2,
      /unknown parameter 'cache'\. Use one of L, G, o, near, far/,
    ],
    ['--latency beside it', `${ON} -L 3us`, 2, /--latency has no meaning/],
    ['a topology beside it', `${ON} --topology torus:dims=2x2`, 2, /cannot be combined/],
    [
      'two mappings',
      `${ON} --map-by rankfile:x --ranks-per-node 2`,
      2,
      /--map-by rankfile and --ranks-per-node both place/,
    ],
    ['a mapping without it', '--map-by core', 2, /--map-by has no meaning without --platform/],
  ])('refuses %s', async (_, flags, code, words) => {
    await expectRefusal(`tolerance ${GOAL} ${flags}`, code, words);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const GOAL = 'docs/examples/hidden-volume.goal';
const PLATFORM = 'docs/examples/two-nodes.yaml';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-place-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

async function json(argv: readonly string[]): Promise<{
  machine: Record<string, unknown>;
  result: Record<string, unknown>;
}> {
  const { code, stdout, stderr } = await runCli([...argv, '--json']);
  expect(code, stderr + stdout).toBe(0);
  return JSON.parse(stdout);
}

describe('placement', () => {
  // T = 1 000 000 + o + 20·(2·o + L + 7·0.1), o = 500: L = 2000 where 0–3 and 1–2 are apart, 300 together.
  const apart = 1_000_500 + 20 * 3000.7;
  const together = 1_000_500 + 20 * 1300.7;

  it('beats block, round robin and volume, and writes rankfiles that give its T again', async () => {
    const out = join(folder, 'ours.txt');
    const { result } = await json(['placement', GOAL, '--platform', PLATFORM, '--save', out]);
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
    const again = await json(['tolerance', GOAL, '--platform', PLATFORM, '--rankfile', out]);
    expect(again.result.runtime_ns).toBeCloseTo(together, 4);
    expect(again.result.lambda_by_class).toEqual({ near: 20, far: 0 });
    const slurm = join(folder, 'slurm.txt');
    const kept = await json([
      ...['placement', GOAL, '--platform', PLATFORM, '--start', `rankfile:${out}`],
      ...['--save', slurm, '--format', 'slurm'],
    ]);
    expect(kept.result.best).toMatchObject({ gain: 0 });
    const hosts = readFileSync(slurm, 'utf8').trim().split('\n');
    expect(hosts[0]).toBe(hosts[3]);
    expect(hosts[1]).toBe(hosts[2]);
    expect(hosts[0]).not.toBe(hosts[1]);
  });

  it('prints a table, and a place for every rank as CSV', async () => {
    const text = await runCli(['placement', GOAL, '--platform', PLATFORM]);
    expect(text.stdout).toMatch(/ours +1\.027 ms +20 +20 +0 +3\.206 %/);
    expect(text.stdout).toContain('no swap of two ranks makes it faster');
    const csv = await runCli(['placement', GOAL, '--platform', PLATFORM, '--start', 'random:3', '--csv']);
    const [header, ...rows] = csv.stdout.trim().split('\n');
    expect(header).toBe('rank,random:3,block,round_robin,by_volume,ours');
    expect(rows.map((row) => row.split(',')[2])).toEqual(['0', '1', '2', '3']);
  });

  it('refuses what gives no places', async () => {
    for (const [argv, words] of [
      [['placement', GOAL], /placement needs places: add --platform/],
      [['placement', GOAL, '--platform', PLATFORM, '--start', 'best'], /--start 'best' is no beginning/],
      [['placement', GOAL, '--topology', 'torus:dims=2x2', '--start', 'rankfile:x'], /cores of a platform/],
      [['placement', GOAL, '--platform', PLATFORM, '--save', '-'], /would mix/],
    ] as const) {
      const { code, stderr } = await runCli(argv);
      expect(stderr).toMatch(words);
      expect(code).toBe(2);
    }
  });
});

describe('a platform on the command line', () => {
  it('brings its channels, overhead and mapping, and says so', async () => {
    const argv = ['tolerance', GOAL, '--platform', 'epyc-orfeo', '--map-by', 'node', '--parameter', 'node'];
    const { machine, result } = await json([...argv, '--pct', '10']);
    expect(machine).toMatchObject({
      latency_ns: null,
      overhead_ns: 90,
      latency_by_class_ns: { node: expect.closeTo(1950.23, 2) },
      platform: { name: 'epyc-orfeo', mapping: 'by node', cores: [0, 128, 64, 192] },
    });
    expect(result.parameter).toMatchObject({ name: 'node', lambda: 20 });
    const told = await runCli([...argv, '--print-machine', '--overhead', '50ns', '--ranks-per-node', '2']);
    expect(told.stderr).toMatch(/^ {2}o +50 ns +--overhead$/m);
    // α = 157.429 ns for the cache: L = α − 2·50.
    expect(told.stderr).toMatch(/^ {2}cache +L 57\.43 ns, /m);
    expect(told.stderr).toMatch(/^ {2}mapping +by node +--map-by$/m);
    expect(told.stderr).toMatch(/^ {2}per node +2 ranks +--ranks-per-node$/m);
  });

  it('gives pairwise and grouped sensitivities', async () => {
    const csv = await runCli(['sensitivity', GOAL, '--platform', PLATFORM, '--pairwise', '--csv']);
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual([
      'lambda_L,0,1,2,3',
      expect.stringMatching(/^0,0,0,0,/),
    ]);
    const { result } = await json(['sensitivity', GOAL, '--platform', PLATFORM, '--pairwise']);
    const { pairs, lambda_L } = result.pairwise as { pairs: unknown[]; lambda_L: number };
    expect(lambda_L).toBe(20);
    expect(pairs).toEqual([
      {
        ranks: [expect.any(Number), expect.any(Number)],
        lambda: { L: 20, G: 140 },
        lambda_L: 20,
        lambda_G: 140,
      },
    ]);
    const nodes = await json(['sensitivity', GOAL, '--platform', PLATFORM, '--by', 'node']);
    expect(nodes.result.breakdown).toMatchObject({
      lambda_L: 20,
      groups: [{ name: 'node0 to node1', lambda_L: 20, latency_ns: 40_000, share_of_latency: 1 }],
    });
  });

  const text = readFileSync(PLATFORM, 'utf8');
  const cases: [string, () => readonly string[], number, RegExp][] = [
    [
      'an unknown channel',
      () => ['--platform', file('channel.yaml', text.replace('channel: near', 'channel: nearby'))],
      3,
      /channel\.yaml:9:\d+: unknown channel 'nearby' in 'levels\[1\]\.channel': channels are near, far/,
    ],
    [
      'an unknown key',
      () => ['--platform', file('key.yaml', text.replace('latency_ns: 300', 'latency: 300'))],
      3,
      /key\.yaml:5:\d+: .*latency/,
    ],
    ['text that is no YAML', () => ['--platform', file('bad.yaml', 'name: [')], 3, /bad\.yaml:1:\d+: /],
    [
      'a platform that is not there',
      () => ['--platform', 'nowhere'],
      3,
      /nowhere: neither a platform nor a file: there are epyc-orfeo/,
    ],
    [
      'too few cores',
      () => ['--platform', file('small.yaml', text.replace('name: node, count: 2', 'name: node, count: 1'))],
      3,
      /4 ranks do not fit on 2 cores/,
    ],
    [
      'a core that two ranks want',
      () => [
        ...['--platform', PLATFORM, '--rankfile'],
        file('ranks.txt', 'rank 0=node0 slot=0\nrank 1=node0 slot=0\n'),
      ],
      3,
      /ranks\.txt:2: rank 1: core 0 of node0 is taken by rank 0/,
    ],
    [
      'an unknown level',
      () => ['--platform', PLATFORM, '--map-by', 'socket'],
      2,
      /unknown level 'socket' to map by: platform two-nodes has node, core/,
    ],
    [
      'an unknown class as parameter',
      () => ['--platform', PLATFORM, '--parameter', 'cache'],
      2,
      /unknown parameter 'cache': there are L, G, o, near, far/,
    ],
    ['--latency beside it', () => ['--platform', PLATFORM, '-L', '3us'], 2, /--latency has no meaning/],
    [
      'a topology beside it',
      () => ['--platform', PLATFORM, '--topology', 'torus:dims=2x2'],
      2,
      /two answers to one question/,
    ],
    [
      'a rankfile and a mapping',
      () => ['--platform', PLATFORM, '--rankfile', 'x', '--map-by', 'core'],
      2,
      /--rankfile and --map-by both place the ranks/,
    ],
    ['a mapping without it', () => ['--map-by', 'core'], 2, /--map-by has no meaning without --platform/],
  ];
  it.each(cases)('refuses %s', async (_, argv, code, words) => {
    const result = await runCli(['tolerance', GOAL, ...argv()]);
    expect(result.stderr).toMatch(words);
    expect(result.code).toBe(code);
    expect(result.stdout).toBe('');
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTime } from '../../src/units.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

/** 20 messages of a ping-pong, one after the other; see docs/placement.md. */
const GOAL = 'docs/examples/hidden-volume.goal';

const folder = scratch();

const graph = (name: string, edges: readonly (readonly [string, string])[]): string => {
  const nodes = ['a', 'b', 'c', 'd'].map((key) => ({ key, attributes: { endpoints: 1 } }));
  const path = join(folder, name);
  writeFileSync(
    path,
    JSON.stringify({ nodes, edges: edges.map(([source, target]) => ({ source, target })) }),
  );
  return path;
};

// 0–3 on a ring of 2 × 2 switches is one step in each dimension: 4 wires and 3 switches; G = 0.018, o = 5000.
const torus = (wire: number): number => 1_005_000 + 20 * (10_000 + 4 * wire + 324 + 7 * 0.018);

describe('compare --topology', () => {
  it('refuses a region by time, which is another place on each topology', async () => {
    const argv = ['compare', 'traces/fft-4', '--topology', 'fat-tree:k=4'];
    await expectRefusal(
      [...argv, '--region', '10%..90%'],
      2,
      'a share, which is a different place in each variant',
    );
  });

  it('takes the nodes of a topology wherever it takes one, and refuses them without', async () => {
    const { commands } = JSON.parse(readFileSync('oclif.manifest.json', 'utf8'));
    const given = Object.entries<{ flags: object }>(commands).filter(([, { flags }]) => 'topology' in flags);
    expect(given.length).toBeGreaterThan(15);
    for (const [name, { flags }] of given)
      expect([name, Object.keys(flags)]).toEqual([name, expect.arrayContaining(['allocation'])]);
    await expectRefusal(
      ['sensitivity', GOAL, '--allocation', 'one-per-switch'],
      2,
      '--allocation has no meaning without --topology',
    );
  });

  it('starts a placement from the nodes that were allocated', async () => {
    const query = ['placement', GOAL, '--topology', 'fat-tree:k=8', '--restarts', '0', '--json', '-q'];
    const start = async (...flags: string[]): Promise<number> =>
      JSON.parse((await runCli([...query, ...flags])).stdout).result.mappings[0].runtime_ns;
    // Two wires and one switch on one edge switch; four and three within the pod.
    expect(await start()).toBeCloseTo(1_005_000 + 20 * (10_000 + 2 * 274 + 108 + 7 * 0.018), 3);
    expect(await start('--allocation', 'one-per-switch')).toBeCloseTo(torus(274), 3);
  });

  it('bears latency per wire and per message in the report', async () => {
    // 1 % of T over λ = 80 wires, four of which a message crosses.
    const wire = (0.01 * torus(274)) / 80;
    const { stdout } = await runCli(`report ${GOAL} --topology torus:dims=2x2 --pct 1 --output -`);
    expect(stdout).toContain(
      `tolerates ${formatTime(wire)} of added latency per wire, ${formatTime(4 * wire)} per message, before it runs 1 % slower`,
    );
    expect(stdout).toContain('λ (wires)');
    expect(stdout).not.toMatch(/λ \(latencies\)|added network latency/);
  });

  const [TREE, RING] = ['fat-tree:k=4', 'torus:dims=2x2'];
  const both = ['--topology', TREE, '--topology', RING];

  // 80 wires of the torus grow by Δ each. An absolute latency of the wire means the same.
  it.each(['+100ns', '374ns'])('tells the slowdown where every wire has %s', async (at) => {
    const { result } = await askJson(['compare', GOAL, ...both, '--at', at]);
    expect(result.variants[1].slower).toEqual([
      {
        added_ns: 100,
        runtime_ns: expect.closeTo(torus(374), 3),
        slowdown: expect.closeTo(torus(374) / torus(274) - 1, 12),
      },
    ]);
  });

  it.each([
    [
      '--wire-length inter=2m',
      2,
      "no topology has wires 'inter'. Use one of terminal, pod, core, dim1, dim2",
    ],
    ['--wire-length terminal=2', 2, 'not CLASS=LENGTH'],
    ['--allocation busy=75%', 2, '4 ranks need 4 nodes; the allocation packed has 1'],
  ])('refuses %s', async (flags, code, why) => {
    await expectRefusal(['compare', GOAL, ...both, ...flags.split(' ')], code, why);
  });

  it('puts the ranks where --allocation says', async () => {
    const argv = ['compare', GOAL, ...both];
    const spread = await askJson([...argv, '--allocation', 'one-per-switch']);
    expect(spread.result.variants.map((one: { switches: number }) => one.switches)).toEqual([4, 4]);
    const random = [...argv, '--allocation', 'random:9,busy=20%:4'];
    expect(await runCli(random)).toEqual(await runCli(random));
  });

  it('takes latencies of wires that one of several topologies has, and refuses those that none has', async () => {
    const latencies = 'terminal=100ns,pod=200ns,core=300ns,dim1=400ns,dim2=500ns';
    const several = ['compare', GOAL, ...both, '--wire-latency', latencies, '--json'];
    const { result } = JSON.parse((await runCli(several)).stdout);
    const least = (of: number): number => result.variants[of].runtime_ns;
    const one = async (spec: string, wires: string, ...form: string[]) =>
      await runCli(['sensitivity', GOAL, '--topology', spec, '--wire-latency', wires, ...form]);
    const tree = await one('fat-tree:k=4', 'terminal=100ns,pod=200ns,core=300ns', '--json');
    expect(least(0)).toBe(JSON.parse(tree.stdout).result.runtime_ns);
    const torusAlone = await one('torus:dims=2x2', 'terminal=100ns,dim1=400ns,dim2=500ns', '--json');
    expect(least(1)).toBe(JSON.parse(torusAlone.stdout).result.runtime_ns);
    const foreign = await one('torus:dims=2x2', latencies);
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain(
      "--wire-latency: topology torus:dims=2x2,p=1 has no wires 'pod'. Use one of terminal, dim1, dim2",
    );
    const named = await one('torus:dims=2x2', 'terminal=1ns,dim1=1ns,dim2=1ns,__proto__=1ns');
    expect(named.stderr).toContain("has no wires '__proto__'");
  });

  const ring = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ] as const;
  const cases: [string, () => readonly string[], number, RegExp][] = [
    [
      'disconnected',
      () => [`graph:${graph('cut.json', [ring[0], ring[2]])}`],
      3,
      /cut\.json.*no way leads from/,
    ],
    ['without room', () => ['hyperx:dims=3'], 2, /4 ranks do not fit on 3 endpoints/],
    ['unknown', () => ['ring'], 2, /unknown topology 'ring'/],
    ['missing', () => ['graph:nowhere.json'], 3, /nowhere\.json: no such file/],
    [
      'without a latency for a class',
      () => ['torus:dims=2x2', '--wire-latency', 'terminal=1ns'],
      2,
      /wire class 'dim1' of topology torus:dims=2x2,p=1 has no latency/,
    ],
    [
      'with a latency for a class that none has',
      () => ['fat-tree:k=4', '--topology', 'torus:dims=2x2', '--wire-latency', 'terminal=1ns,cores=2ns'],
      2,
      /--wire-latency: no topology has wires 'cores'\. Did you mean core\? Use one of terminal, pod, core, dim1, dim2$/m,
    ],
  ];
  it('takes a graph of its own', async () => {
    const line = `compare ${GOAL} --topology torus:dims=2x2 --topology graph:${graph('line.json', ring)}`;
    expect(await runCli(line)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(cases)('answers to a topology that is %s', async (_, argv, code, words) => {
    await expectRefusal(['compare', GOAL, '--topology', ...argv()], code, words);
  });
});

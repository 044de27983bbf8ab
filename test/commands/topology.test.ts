import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatTime } from '../../src/units.js';
import { runCli } from '../cli/run.js';
import { inFull } from '../part.js';

/** 20 messages of a ping-pong, one after the other; see docs/placement.md. */
const GOAL = 'docs/examples/hidden-volume.goal';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-topology-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

describe('topology compare', () => {
  it('puts T, λ and tolerance per wire side by side', async () => {
    const argv = ['compare', GOAL, '--topology', 'fat-tree:k=4', '--topology', 'torus:dims=2x2'];
    const told = await runCli([...argv, '--json', '--latency-range', '274ns..424ns']);
    expect(told.code, told.stderr).toBe(0);
    const { schema, result } = JSON.parse(told.stdout);
    expect(schema).toBe('llamp-ts/compare-topology/2');
    const [tree, ring] = result.variants;
    expect(ring.runtime_ns).toBeCloseTo(torus(274), 3);
    expect(ring.lambda.L).toBe(80);
    expect(ring.lambda_by_class).toEqual({ terminal: 40, dim1: 20, dim2: 20 });
    expect(ring.tolerance[0].value_ns).toBeCloseTo(274 + (0.01 * torus(274)) / 80, 3);
    expect(ring.tolerance_by_class_ns.dim1).toBeCloseTo(274 + (0.01 * torus(274)) / 20, 3);
    expect(ring.curve.at(-1)).toMatchObject({ wire_ns: 424, lambda_wire: 80 });
    // 4 wires, 3 switches in a pod: the same path as on the ring.
    expect(tree.runtime_ns).toBeCloseTo(torus(274), 3);
    expect(tree.lambda_by_class).toEqual({ terminal: 40, pod: 40, core: 0 });
    const csv = await runCli([...argv, '--csv', '--latency-range', '+0..+150ns']);
    expect(csv.stdout.split('\n')[0]).toBe('topology,wire_ns,T_ns,lambda_wire,rho_L');
    expect(csv.stdout).toMatch(/^"?torus:dims=2x2,p=1"?,424,/m);
    const text = await runCli(argv);
    // Ranks 0 to 3 sit on four switches of the torus, on two of the tree, and 0 and 3 are four wires apart on both.
    expect(text.stdout).toMatch(/torus:dims=2x2,p=1 +4 +1\.233 ms +80 .* 4 wires /);
    expect([tree.switches, ring.switches]).toEqual([2, 4]);
    expect([tree.wires_used, ring.wires_used]).toEqual([
      ['terminal', 'pod'],
      ['terminal', 'dim1', 'dim2'],
    ]);
    expect([tree.wires_per_message, ring.wires_per_message]).toEqual([4, 4]);
    expect(text.stderr).toBe('');
  });

  it('is about the same region of each topology as sensitivity on it', async () => {
    const specs = ['fat-tree:k=4', 'torus:dims=2x2,p=1'];
    const region = ['traces/fft-4', '--steady-state', '-q'];
    const asked = ['compare', ...region, ...specs.flatMap((spec) => ['--topology', spec])];
    const { input, result, warnings } = JSON.parse((await runCli([...asked, '--json'])).stdout);
    expect(input.region).toEqual({
      ...{ asked: 'steady-state', entry: 'as-run' },
      iterations: { found: 20, first: 3, last: 18 },
    });
    for (const [i, spec] of specs.entries()) {
      const alone = await runCli(['sensitivity', ...region, '--topology', spec, '--json']);
      const { input: own, result: expected } = JSON.parse(alone.stdout);
      expect(result.variants[i].runtime_ns).toBe(expected.runtime_ns);
      expect(result.variants[i].lambda).toEqual(expected.lambda);
      expect(result.variants[i].region).toEqual(own.region);
    }
    expect(warnings).toEqual([]);
    const text = (await runCli(asked)).stdout;
    expect(text).toMatch(/^fat-tree:k=4,tiers=3: region steady-state: 20 iterations of 14\.24 µs,/m);
    expect(text).toMatch(/^torus:dims=2x2,p=1: region steady-state: 20 iterations of 14\.26 µs,/m);
    const [head, row] = (await runCli([...asked, '--csv'])).stdout.split('\n');
    const { iterations } = result.variants[0].region;
    const column = (name: string): number => Number(row.split(/,(?=\d|$)/)[head.split(',').indexOf(name)]);
    expect([column('iterations'), column('iteration_ns')]).toEqual([16, iterations.mean_ns]);
  });

  it('refuses a region by time, which is another place on each topology', async () => {
    const argv = ['compare', 'traces/fft-4', '--topology', 'fat-tree:k=4'];
    const { code, stderr } = await runCli([...argv, '--region', '10%..90%']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a share is another place in each variant')]);
  });

  it('says where all ranks sit on one switch, which compares nothing', async () => {
    const argv = ['compare', GOAL, '--topology', 'fat-tree:k=16', '--topology', 'torus:dims=2x2'];
    const { stdout, stderr } = await runCli(argv);
    expect(stderr).toBe(
      'warning: all 4 ranks sit on one switch of fat-tree:k=16,tiers=3: no message leaves it, so the topology behind it changes nothing\n',
    );
    expect(stdout).toMatch(/fat-tree:k=16,tiers=3 +1 .* 2 wires /);
    expect(stdout).toMatch(/fat-tree:k=16,tiers=3 +pod +no +unlimited/);
    expect(stdout).toMatch(/fat-tree:k=16,tiers=3 +terminal +yes /);
  });

  it('is told of every answer on a topology, with what its ranks occupy and by which allocation', async () => {
    const asked = ['sensitivity', GOAL, '--topology', 'fat-tree:k=8'];
    const packed = await runCli(asked);
    expect(packed.stdout).toContain(
      '\nnodes packed: 4 ranks on 1 of 80 switches, pod and core wires unused\n',
    );
    expect(packed.stderr).toContain('warning: all 4 ranks sit on one switch of fat-tree:k=8,tiers=3');
    const spread = [...asked, '--allocation', 'one-per-switch'];
    const { machine, result, warnings } = JSON.parse((await runCli([...spread, '--json'])).stdout);
    expect(machine.topology).toEqual({
      ...{ name: 'fat-tree:k=8,tiers=3', switch_latency_ns: 108, ranks_per_node: 1 },
      allocation: 'one-per-switch',
      occupied: { nodes: 4, switches: 4, switches_built: 80, wires_unused: ['core'] },
    });
    // Within a pod: four wires and three switches, as on the torus.
    expect(result.runtime_ns).toBeCloseTo(torus(274), 3);
    expect(warnings).toEqual([]);
    expect((await runCli(spread)).stdout).toContain('nodes one-per-switch: 4 ranks on 4 of 80 switches');
    const busy = await runCli([...asked, '--busy', '50%:3', '--json', '-q']);
    expect(JSON.parse(busy.stdout).machine.topology).toMatchObject({ allocation: 'packed', busy_nodes: 64 });
    const compared = [
      'topology',
      'compare',
      GOAL,
      '--topology',
      'fat-tree:k=8',
      '--topology',
      'torus:dims=4x4',
    ];
    const { stdout } = await runCli(compared);
    expect(stdout).toContain('switch 108 ns, nodes packed\n');
    expect(stdout).toMatch(
      /^ +fat-tree:k=8,tiers=3 +4 ranks on 1 of 80 switches, pod and core wires unused$/m,
    );
    expect(stdout).toMatch(/^ +torus:dims=4x4,p=1 +4 ranks on 4 of 16 switches, dim1 wires unused$/m);
  });

  it('takes the nodes of a topology wherever it takes one, and refuses them without', async () => {
    const { commands } = JSON.parse(readFileSync('oclif.manifest.json', 'utf8'));
    const given = Object.entries<{ flags: object }>(commands).filter(([, { flags }]) => 'topology' in flags);
    expect(given.length).toBeGreaterThan(15);
    for (const [name, { flags }] of given)
      expect([name, Object.keys(flags)]).toEqual([name, expect.arrayContaining(['allocation', 'busy'])]);
    const { code, stderr } = await runCli(['sensitivity', GOAL, '--allocation', 'one-per-switch']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--allocation has no meaning without --topology'),
    ]);
  });

  it('starts a placement from the nodes that were allocated', async () => {
    const asked = ['placement', GOAL, '--topology', 'fat-tree:k=8', '--restarts', '0', '--json', '-q'];
    const start = async (...flags: string[]): Promise<number> =>
      JSON.parse((await runCli([...asked, ...flags])).stdout).result.mappings[0].runtime_ns;
    // Two wires and one switch on one edge switch; four and three within the pod.
    expect(await start()).toBeCloseTo(1_005_000 + 20 * (10_000 + 2 * 274 + 108 + 7 * 0.018), 3);
    expect(await start('--allocation', 'one-per-switch')).toBeCloseTo(torus(274), 3);
  });

  it('tells tolerances per wire and per message, in the table and in the report', async () => {
    // 1 % of T over λ = 80 wires, four of which a message crosses.
    const wire = (0.01 * torus(274)) / 80;
    const { stdout } = await runCli(['tolerance', GOAL, '--topology', 'torus:dims=2x2', '--pct', '1']);
    expect(stdout).toContain('80 (wires on the critical path, 4 a message)');
    const [head, row] = stdout.trimEnd().split('\n').slice(-2);
    expect(head.trim().split(/ {2,}/)).toEqual([
      'slower by',
      'per wire up to',
      'Δ per wire',
      'Δ per message',
    ]);
    expect(row.trim().split(/ {2,}/)).toEqual([
      '1 %',
      formatTime(274 + wire),
      `+${formatTime(wire)}`,
      `+${formatTime(4 * wire)}`,
    ]);
    const page = await runCli([
      'report',
      GOAL,
      '--topology',
      'torus:dims=2x2',
      '--pct',
      '1',
      '--output',
      '-',
    ]);
    expect(page.stdout).toContain(
      `bears ${formatTime(wire)} of added latency per wire, ${formatTime(4 * wire)} per message, before it runs 1 % slower`,
    );
    expect(page.stdout).toContain('λ (wires)');
    expect(page.stdout).not.toContain('λ (latencies)');
    expect(page.stdout).not.toContain('added network latency');
  });

  const [TREE, RING] = ['fat-tree:k=4', 'torus:dims=2x2'];
  const both = ['--topology', TREE, '--topology', RING];

  // 80 wires of the torus grow by Δ each.
  it('tells the slowdown by latency that is added to every wire', async () => {
    const argv = ['compare', GOAL, ...both, '--at', '+100ns,+500ns'];
    const { result } = JSON.parse((await runCli([...argv, '--json'])).stdout);
    expect(result.variants[1].slower).toEqual(
      [100, 500].map((added) => ({
        added_ns: added,
        runtime_ns: expect.closeTo(torus(274 + added), 3),
        slowdown: expect.closeTo(torus(274 + added) / torus(274) - 1, 12),
      })),
    );
    const { stdout } = await runCli(argv);
    expect(stdout).toMatch(/ {2}\+100 ns {2}\+500 ns /);
    expect(stdout).toContain(`${Number((100 * (torus(374) / torus(274) - 1)).toPrecision(3))} %`);
    // An absolute latency of the wire means the same.
    const absolute = JSON.parse((await runCli(['compare', GOAL, ...both, '--at', '374ns', '--json'])).stdout);
    expect(absolute.result.variants[1].slower[0].added_ns).toBe(100);
  });

  it('has all that is known of the wires in CSV', async () => {
    const lengths = ['--wire-length', 'terminal=2m,pod=5m', '--wire-length', 'core=1500cm'];
    const { stdout } = await runCli([
      'topology',
      'compare',
      GOAL,
      ...both,
      '--csv',
      '--at',
      '+100ns',
      ...lengths,
    ]);
    const [header, tree, ring] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/"[^"]*"/g, 'name').split(','));
    const cell = (row: string[], name: string): string => row[header.indexOf(name)];
    expect(['lambda_terminal', 'lambda_pod', 'lambda_core'].map((name) => cell(tree, name))).toEqual([
      '40',
      '40',
      '0',
    ]);
    expect(['lambda_dim1', 'lambda_pod'].map((name) => cell(ring, name))).toEqual(['20', '']);
    expect(Number(cell(ring, 'dim1_up_to_1pct_ns'))).toBeCloseTo(274 + (0.01 * torus(274)) / 20, 3);
    expect(Number(cell(ring, 'wire_up_to_1pct_ns'))).toBeCloseTo(274 + (0.01 * torus(274)) / 80, 3);
    expect(Number(cell(ring, 'slower_by_100ns'))).toBeCloseTo(torus(374) / torus(274) - 1, 12);
    expect([cell(tree, 'switches'), cell(tree, 'switches_built')]).toEqual(['2', '20']);
    expect(['wires_terminal', 'wires_pod', 'wires_core'].map((name) => cell(tree, name))).toEqual([
      '16',
      '16',
      '16',
    ]);
    expect(['length_terminal_m', 'length_pod_m', 'length_core_m'].map((name) => cell(tree, name))).toEqual([
      '32',
      '80',
      '240',
    ]);
    expect(cell(ring, 'length_dim1_m')).toBe('');
  });

  it('adds up the lengths of wires where all are given', async () => {
    const argv = ['compare', GOAL, ...both, '--wire-length', 'terminal=2m,pod=5m,core=15m'];
    const { stdout } = await runCli(argv);
    expect(stdout).toContain('20 switches, 48 wires, 352 m long together\n');
    expect(stdout).toMatch(/torus:dims=2x2,p=1 +4 switches, 8 wires\n/);
    const { result } = JSON.parse((await runCli([...argv, '--json'])).stdout);
    expect(result.variants.map((one: { total_length_m: number | null }) => one.total_length_m)).toEqual([
      352,
      null,
    ]);
    for (const [text, why] of [
      ['inter=2m', "no topology has wires 'inter': there are terminal, pod, core, dim1, dim2"],
      ['terminal=2', 'no CLASS=LENGTH'],
    ])
      expect((await runCli(['compare', GOAL, ...both, '--wire-length', text])).stderr).toContain(why);
  });

  it('puts the ranks where --allocation says, and where --busy leaves room', async () => {
    const argv = ['compare', GOAL, ...both, '--json'];
    const switches = async (...flags: string[]): Promise<number[]> => {
      const { result } = JSON.parse((await runCli([...argv, ...flags])).stdout);
      return result.variants.map((one: { switches: number }) => one.switches);
    };
    expect(await switches()).toEqual([2, 4]);
    expect(await switches('--allocation', 'one-per-switch')).toEqual([4, 4]);
    const busy = await runCli([...argv.slice(0, -1), '--busy', '75%']);
    expect([busy.code, busy.stderr.includes('4 ranks need 4 nodes; the allocation packed has 1')]).toEqual([
      3,
      true,
    ]);
    const first = await runCli([...argv, '--allocation', 'random:9', '--busy', '20%:4']);
    expect(await runCli([...argv, '--allocation', 'random:9', '--busy', '20%:4'])).toEqual(first);
  });

  inFull('is one table of several programs within 80 columns, and one of their mix', async () => {
    const programs = ['traces/cg-4', 'traces/jacobi2d-4', GOAL];
    const flags = [...both, '--at', '+100ns,+200ns,+500ns', '--weight', 'hidden-volume=4'];
    const { stdout } = await runCli(['compare', ...programs, ...flags]);
    const lines = stdout.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const at = lines.findIndex((line) => line.startsWith('  program'));
    const names = lines.slice(at + 1, at + 9).map((line) => line.trim().split(/ {2,}/).slice(0, 2));
    expect(names).toEqual(
      ['cg-4', 'jacobi2d-4', 'hidden-volume', 'mix'].flatMap((name) => [
        [name, 'fat-tree'],
        [name, 'torus'],
      ]),
    );
    const { result } = JSON.parse((await runCli(['compare', ...programs, ...flags, '--json'])).stdout);
    interface Variant {
      runtime_ns: number;
      lambda_by_class: Record<string, number>;
      slower: { runtime_ns: number; slowdown: number }[];
    }
    const of = (i: number): Variant[] =>
      result.programs.map((one: { result: { variants: Variant[] } }) => one.result.variants[i]);
    result.mix.variants.forEach((mix: Variant, i: number) => {
      const sum = (value: (one: Variant) => number): number =>
        of(i).reduce((total, one, p) => total + (p === 2 ? 4 : 1) * value(one), 0);
      expect(mix.runtime_ns).toBeCloseTo(
        sum((one) => one.runtime_ns),
        3,
      );
      expect(mix.lambda_by_class.terminal).toBe(sum((one) => one.lambda_by_class.terminal));
      mix.slower.forEach(({ slowdown }, k) => {
        expect(slowdown).toBeCloseTo(sum((one) => one.slower[k].runtime_ns) / mix.runtime_ns - 1, 9);
      });
    });
  });

  it('takes one topology for any other command', async () => {
    const argv = ['sensitivity', GOAL, '--topology', 'torus:dims=2x2', '--json'];
    const { stdout } = await runCli([...argv, '--wire-latency', 'terminal=100ns,dim1=200ns,dim2=300ns']);
    const { machine, result } = JSON.parse(stdout);
    expect(machine.topology).toEqual({
      name: 'torus:dims=2x2,p=1',
      switch_latency_ns: 108,
      ranks_per_node: 1,
      allocation: 'packed',
      occupied: { nodes: 4, switches: 4, switches_built: 4, wires_unused: [] },
    });
    expect(machine.latency_by_class_ns).toEqual({ terminal: 100, dim1: 200, dim2: 300 });
    expect(result.runtime_ns).toBeCloseTo(torus((2 * 100 + 200 + 300) / 4), 3);
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
      "--wire-latency: topology torus:dims=2x2,p=1 has no wires 'pod': there are terminal, dim1, dim2",
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
    ['disconnected', () => [`graph:${graph('cut.json', [ring[0], ring[2]])}`], 3, /cut\.json.*not connected/],
    [
      'a graph of its own',
      () => ['torus:dims=2x2', '--topology', `graph:${graph('line.json', ring)}`],
      0,
      /^$/,
    ],
    ['without room', () => ['hyperx:dims=3'], 3, /4 ranks do not fit on 3 endpoints/],
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
      /--wire-latency: no topology has wires 'cores': did you mean core\? There are terminal, pod, core, dim1, dim2$/m,
    ],
  ];
  it.each(cases)('answers to a topology that is %s', async (_, argv, code, words) => {
    const result = await runCli(['compare', GOAL, '--topology', ...argv()]);
    expect(result.stderr).toMatch(words);
    expect(result.code).toBe(code);
  });
});

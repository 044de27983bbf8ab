/** What a change of the network costs: by hand, and against machines whose flags and files say the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

/** 20 messages of a ping-pong of ranks 0 and 3, one after the other; see docs/placement.md. */
const GOAL = 'docs/examples/hidden-volume.goal';
const folder = scratch();

/** Ranks 0 and 3 sit in two pods: edge, aggregation, core, aggregation, edge, and wires up and down between them. */
const PODS = ['--topology', 'fat-tree:k=4', '--allocation', 'one-per-switch'];
const SWITCHES = 5;
const WIRES = { terminal: 2, pod: 2, core: 2 };
const CROSSED = 6;
const byHand = (added = 0): number =>
  1_005_000 + 20 * (10_000 + CROSSED * 274 + SWITCHES * 108 + 7 * 0.018 + added);

describe('--at', () => {
  it.each([
    ['switch:+200ns', SWITCHES * 200],
    ['core:+100ns,terminal:+50ns', WIRES.core * 100 + WIRES.terminal * 50],
    // 3 km at 5 ns for a metre.
    ['core:+3km', WIRES.core * 15_000],
    ['pod:+50cm', WIRES.pod * 2.5],
    ['+100ns', CROSSED * 100],
    ['switch:-8ns', -SWITCHES * 8],
  ])('%s costs what is counted by hand', async (at, added) => {
    const { result } = await askJson(['tolerance', GOAL, ...PODS, '--at', at, '--pct', '1,5']);
    const [now, changed] = result.networks;
    expect(now.runtime_ns).toBeCloseTo(byHand(), 3);
    expect(changed.runtime_ns).toBeCloseTo(byHand(added), 3);
    expect(changed.slowdown).toBeCloseTo(byHand(added) / byHand() - 1, 12);
    // Each of 20 messages crosses six wires, now and then: 1 % of T over 120 wires.
    expect(changed.lambda.L).toBe(20 * CROSSED);
    expect(changed.tolerance[0].delta_ns).toBeCloseTo((0.01 * byHand(added)) / 120, 6);
    // One path: T is a line, and 1 % of it is used in proportion.
    const used = added < 0 ? null : (20 * added) / (0.01 * byHand());
    if (used === null) expect(changed.tolerance[0].used_share).toBeNull();
    else expect(changed.tolerance[0].used_share).toBeCloseTo(used, 9);
  });

  it('says in a sentence what it costs', async () => {
    const { stdout } = await runCli(['tolerance', GOAL, ...PODS, '--at', 'switch:+50ns', '--pct', '1']);
    // 5 000 of 1 248 683 ns; 1 % is 124.87 ns at each of 100 switches.
    expect(stdout).toContain(
      '+50 ns at each switch: T +0.4 %, which uses 40 % of the 1 % tolerance of +124.9 ns\n',
    );
    const far = await runCli(['tolerance', GOAL, ...PODS, '--at', 'core:+3km', '--pct', '1', '-q']);
    expect(far.stdout).toContain('+15 µs in each core wire (3 km): T +48.1 %, which is 48.1 times ');
    expect(far.stdout).toContain('light takes 5 ns per metre of fibre');
  });

  it.each([
    ['switch:+200ns', ['--switch-latency', '308ns']],
    ['terminal:+100ns,pod:+100ns,core:+100ns', ['--wire-latency', '374ns']],
    ['+100ns', ['--wire-latency', '374ns']],
    [
      'core:+3km,switch:+92ns',
      ['--wire-latency', 'terminal=274ns,pod=274ns,core=15274ns', '--switch-latency', '200ns'],
    ],
  ])('%s is the machine of %j', async (at, typed) => {
    // mixed-4 receives from any source: who comes first is found anew.
    for (const trace of ['traces/cg-4', 'traces/mixed-4']) {
      const { result } = await askJson(['tolerance', trace, ...PODS, '--at', at]);
      const { result: other } = await askJson(['tolerance', trace, ...PODS, ...typed]);
      const [, changed] = result.networks;
      expect(changed.runtime_ns).toBeCloseTo(other.runtime_ns, 3);
      expect(changed.lambda.L).toBe(other.lambda.L);
      for (const [i, { delta_ns: delta }] of changed.tolerance.entries())
        expect(delta).toBeCloseTo(other.tolerance[i].delta_ns, 3);
    }
  });

  it('is a platform file that was edited by hand, and an L that was raised', async () => {
    const ours = 'docs/examples/two-nodes.yaml';
    const edited = join(folder, 'edited.yaml');
    writeFileSync(edited, readFileSync(ours, 'utf8').replace('latency_ns: 2000', 'latency_ns: 2750'));
    const raised = join(folder, 'raised.yaml');
    const all = readFileSync(ours, 'utf8').replace('latency_ns: 2000', 'latency_ns: 2400');
    writeFileSync(raised, all.replace('latency_ns: 300', 'latency_ns: 700'));
    for (const [at, on, other] of [
      ['far:+750ns', ['--platform', ours], ['--platform', edited]],
      ['far:+400ns,near:+400ns', ['--platform', ours], ['--platform', raised]],
      ['+400ns', ['--platform', ours], ['--platform', raised]],
      ['L:+1us', [], ['-L', '4us']],
    ] as const) {
      const { result } = await askJson(['tolerance', 'traces/cg-4', ...on, '--at', at]);
      const { result: typed } = await askJson(['tolerance', 'traces/cg-4', ...other]);
      const [, changed] = result.networks;
      expect(changed.runtime_ns).toBeCloseTo(typed.runtime_ns, 3);
      expect(changed.lambda.L).toBe(typed.lambda.L);
      expect(changed.tolerance[0].delta_ns).toBeCloseTo(typed.tolerance[0].delta_ns, 3);
    }
  });

  it('is drawn beside the network as it is', async () => {
    const picture = join(folder, 'changes.svg');
    await runCli(['tolerance', GOAL, ...PODS, '--at', 'switch:+200ns', '--plot', picture, '-q']);
    const drawn = readFileSync(picture, 'utf8');
    for (const words of ['Cost of network changes', 'now', 'switch:+200ns', 'latency per wire (ns)'])
      expect(drawn).toContain(words);
    await runCli(['tolerance', GOAL, '--at', 'L:+1us', '--plot', picture, '-q']);
    expect(readFileSync(picture, 'utf8')).toContain('λ (latencies)');
  });

  it('is what a budget says, too', async () => {
    const { result } = await askJson(['budget', GOAL, ...PODS, '--at', 'switch:+200ns']);
    const [, changed] = result.programs[0].networks;
    expect(changed.runtime_ns).toBeCloseTo(byHand(SWITCHES * 200), 3);
    const { stdout } = await runCli(['budget', GOAL, ...PODS, '--at', 'switch:+200ns', '--csv', '-q']);
    expect(stdout.split('\n')[0]).toMatch(/^program,allocation,switches,at,runtime_ns,slowdown,/);
  });

  it.each([
    [['--at', 'spine:+1ns'], "there is no 'spine' in this network. Use one of switch, terminal, pod, core"],
    [['--at', 'cor:+1ns'], 'Did you mean core'],
    [['--at', 'core:100ns'], "--at 'core:100ns' is not PLACE:+TIME"],
    [['--at', 'core:+100'], "--at '+100' has no unit. Did you mean +100ns?"],
    [['--at', '5us'], "--at '5us' is not PLACE:+TIME or PLACE:+LENGTH. Write '+5us' to add it everywhere"],
    [['--at', 'core:+0ns'], 'changes nothing'],
    [['--at', 'core:+1ns,core:+2ns'], 'names core twice'],
    [['--at', 'core:+1ns,+2ns'], 'but not for others'],
    [['--at', 'switch:-200ns'], 'takes 200 ns from switch, which has only 108 ns'],
  ])('%j is no change', async (argv, words) => {
    await expectRefusal(['tolerance', GOAL, ...PODS, ...argv], 2, words);
  });

  it('wants a network that has switches', async () => {
    await expectRefusal(
      ['tolerance', GOAL, '--at', 'switch:+200ns'],
      2,
      "there is no 'switch' in this network. Add --topology or --platform; without them only L can be changed",
    );
  });
});

describe('compare --topology --at', () => {
  const TWO = ['--topology', 'fat-tree:k=4,torus:dims=2x2', '--allocation', 'one-per-switch'];

  it('changes the networks that have the place', async () => {
    const query = ['compare', GOAL, ...TWO, '--at', 'switch:+200ns', '--at', 'core:+100ns', '--at', '+100ns'];
    const { result } = await askJson(query);
    const [tree, torus] = result.variants;
    expect(tree.networks.map(({ at }: { at: string }) => at)).toEqual([null, 'switch:+200ns', 'core:+100ns']);
    expect(tree.networks[1].runtime_ns).toBeCloseTo(byHand(SWITCHES * 200), 3);
    expect(tree.networks[2].runtime_ns).toBeCloseTo(byHand(WIRES.core * 100), 3);
    // One step in each dimension: four wires and three switches.
    expect(torus.networks).toHaveLength(2);
    expect(torus.networks[1].runtime_ns - torus.networks[0].runtime_ns).toBeCloseTo(20 * 3 * 200, 3);
    expect(torus.slower[0].added_ns).toBe(100);
    await expectRefusal(['compare', GOAL, ...TWO, '--at', 'inter:+1ns'], 2, "no 'inter' in this network");
  });

  it('holds where links are shared', async () => {
    const one = ['compare', 'traces/halo3d-4', '--topology', 'fat-tree:k=4', '--contention', 'bounds'];
    const { result } = await askJson([...one, '--at', 'switch:+200ns']);
    const { result: typed } = await askJson([...one, '--switch-latency', '308ns']);
    expect(result.variants[0].networks[1].runtime_ns).toBeCloseTo(typed.variants[0].runtime_ns, 3);
    expect(result.variants[0].networks[1].lambda.L).toBe(typed.variants[0].lambda.L);
  });
});

describe('--allocation all', () => {
  const FAT_TREE = ['--topology', 'fat-tree:k=4', '--pct', '1'];
  const ALL = [...FAT_TREE, '--allocation', 'all'];

  it('does not warn that the packed nodes are on one switch, as the table shows', async () => {
    const line = ['tolerance', GOAL, '--topology', 'fat-tree:k=8', '--allocation'];
    expect((await runCli([...line, 'packed'])).stderr).toContain('on one switch');
    expect((await runCli([...line, 'all'])).stderr).not.toContain('on one switch');
  });

  it('answers before its tables', async () => {
    const { stdout } = await runCli(['tolerance', GOAL, ...ALL, '--at', 'switch:+20ns', '-q']);
    expect(stdout.indexOf('+20 ns at each switch: T')).toBeLessThan(stdout.indexOf('runtime T'));
  });

  it('is each allocation as it is alone', async () => {
    const query = (allocation: string) =>
      askJson([
        'tolerance',
        'traces/jacobi2d-4',
        ...FAT_TREE,
        '--at',
        'switch:+20ns',
        ...['--allocation', `${allocation},busy=30%`],
      ]);
    const { result, machine } = await query('all');
    expect(machine.topology.allocation).toBe('packed');
    const names = result.allocations.map(({ allocation }: { allocation: string }) => allocation);
    expect(names).toEqual([
      'packed',
      'one-per-switch',
      ...Array.from({ length: 20 }, (_, i) => `random:${i + 1}`),
    ]);
    for (const name of ['one-per-switch', 'random:7']) {
      const own = result.allocations[names.indexOf(name)];
      const alone = await query(name);
      expect(own.switches).toBe(alone.machine.topology.occupied.switches);
      for (const [i, found] of own.networks.entries()) {
        expect(found.runtime_ns).toBeCloseTo(alone.result.networks[i].runtime_ns, 3);
        expect(found.tolerance[0].delta_ns).toBeCloseTo(alone.result.networks[i].tolerance[0].delta_ns, 3);
      }
    }
  });

  it('gives a verdict only where it holds for all', async () => {
    const query = (at: string) => ['tolerance', GOAL, ...ALL, '--at', at];
    // On one switch, 20 × 200 ns are 0.4 % of T; in two pods, five switches are 1.7 %.
    const split = await runCli([...query('switch:+200ns'), '-q']);
    expect(split.stdout).toMatch(/, within 1 % on \d+ of 22 allocations \(depends/);
    const cheap = await askJson(query('switch:+10ns'));
    expect(cheap.result.verdicts[0]).toMatchObject({
      allocations_within: 22,
      allocations: 22,
      verdict: 'within',
    });
    const dear = await askJson(query('terminal:+2us'));
    expect(dear.result.verdicts[0]).toMatchObject({ allocations_within: 0, verdict: 'beyond' });
  });

  it('says which topology is the best on all of them, and gates on the worst', async () => {
    const query = ['compare', 'traces/ring-4', '--topology', 'fat-tree:k=4,dragonfly:g=4,a=2,p=2'];
    const { stdout } = await runCli([...query, '--allocation', 'all', '-q']);
    expect(stdout).toContain('least T on all 22 allocations: dragonfly:g=4,a=2,p=2,h=2\n');
    const gated = await runCli(['tolerance', 'traces/cg-4', ...ALL, '--fail-below', '50ns']);
    expect(gated.code).toBe(10);
    expect(gated.stderr).toMatch(
      /1 % tolerance is \+34\.06 ns per wire on nodes random:\d+, below the gate of \+50 ns/,
    );
  });

  it('is of questions that have a spread, and of topologies', async () => {
    await expectRefusal(
      ['path', GOAL, '--topology', 'fat-tree:k=4', '--allocation', 'all'],
      2,
      '--allocation all works only with tolerance, budget and compare',
    );
    await expectRefusal(['tolerance', GOAL, '--allocation', 'all'], 2, 'has no meaning without --topology');
  });
});

describe('--weight in hours', () => {
  const TWO = ['traces/cg-4', 'traces/sweep-4', ...PODS, '--at', 'switch:+20ns', '--pct', '1'];

  it('weighs slowdowns by hours of the machine', async () => {
    const { result } = await askJson(['tolerance', ...TWO, '--weight', 'cg-4=30h,sweep-4=10h']);
    const [cg, sweep] = result.programs;
    expect([cg.hours, sweep.hours]).toEqual([30, 10]);
    const slowdown = (one: { result: { networks: { slowdown: number }[] } }) =>
      one.result.networks[1].slowdown;
    const mixed = (30 * slowdown(cg) + 10 * slowdown(sweep)) / 40;
    expect(result.mix.networks[1].slowdown).toBeCloseTo(mixed, 12);
    const { stdout } = await runCli(['tolerance', ...TWO, '--weight', 'cg-4=30h,sweep-4=10h', '-q']);
    expect(stdout).toContain(
      `T +${Number((100 * mixed).toPrecision(3))} % (${Number((40 * mixed).toPrecision(3))} h of 40 h)`,
    );
  });

  it('gives all as many where nothing else is said, in every command that has a mix', async () => {
    const { result } = await askJson(['tolerance', ...TWO, '--weight', 'hours']);
    const [cg, sweep] = result.programs;
    // As often as makes both take as long.
    expect(cg.weight * cg.result.runtime_ns).toBeCloseTo(sweep.weight * sweep.result.runtime_ns, 3);
    expect(cg.weight + sweep.weight).toBeCloseTo(1, 12);
    const runs = `cg-4=${cg.weight},sweep-4=${sweep.weight}`;
    const range = ['--latency-range', '3us..5us'];
    for (const [command, ...more] of [
      ['sensitivity'],
      ['curve', ...range],
      ['critical-latencies', ...range],
    ]) {
      const query = [command, 'traces/cg-4', 'traces/sweep-4', ...more, '--weight'];
      const { result: hours } = await askJson([...query, 'hours']);
      // Hours are those of this machine, which has no topology.
      const own = hours.programs.map((one: { name: string; weight: number }) => `${one.name}=${one.weight}`);
      const { result: weighed } = await askJson([...query, own.join(',')]);
      expect(hours.mix).toEqual(weighed.mix);
    }
    const query = ['budget', ...TWO, '--weight'];
    const [hours, weighed] = [await askJson([...query, 'hours']), await askJson([...query, runs])];
    expect(hours.result.mix).toEqual(weighed.result.mix);
  });

  it('has its answer above all tables', async () => {
    const query = ['traces/ring-4', 'traces/persist-4', '--topology', 'fat-tree:k=4', '--allocation', 'all'];
    const line = ['tolerance', ...query, '--pct', '1', '--weight', 'ring-4=4', '-q'];
    for (const [command, table] of [
      [[...line, '--at', 'switch:+20ns'], '\n  program '],
      [['budget', ...line.slice(1), '--at', 'switch:+20ns'], '\n  parameter '],
      [['compare', ...line.slice(1), '--at', 'switch:+20ns'], '\n  program '],
    ] as const) {
      const { stdout } = await runCli(command);
      const mix = stdout.slice(stdout.indexOf('\nmix: 4 × ring-4'));
      const verdict = mix.search(/\+20 ns at each switch: T .* on (all )?\d+ (of 22 )?allocations/);
      expect(verdict, stdout).toBeGreaterThan(0);
      expect(verdict).toBeLessThan(mix.indexOf(table));
      if (command[0] !== 'budget') expect(stdout.indexOf('\nmix: 4 ×')).toBeLessThan(stdout.indexOf(table));
    }
    const { stdout } = await runCli(line);
    expect(stdout).toMatch(/^Δ wire at 1 %: \+\S+ ns on nodes packed\n[\s\S]*^ {2}program /m);
  });

  it('adds up each allocation', async () => {
    const spread = ['traces/ring-4', 'traces/persist-4', '--topology', 'fat-tree:k=4', '--allocation', 'all'];
    const query = ['tolerance', ...spread, '--pct', '1', '--at', 'switch:+20ns', '--weight', 'hours'];
    const { result } = await askJson(query);
    const slowdown = ({ allocations }: { allocations: { networks: { slowdown: number }[] }[] }) =>
      allocations.map(({ networks }) => networks[1].slowdown);
    const [one, other] = result.programs.map((program: { result: Parameters<typeof slowdown>[0] }) =>
      slowdown(program.result),
    );
    // Hours are counted on the packed nodes, where both weigh the same.
    expect(slowdown(result.mix)[0]).toBeCloseTo((one[0] + other[0]) / 2, 12);
    expect(slowdown(result.mix)).toHaveLength(22);
    const { stdout } = await runCli([...query, '--csv', '-q']);
    // Each of three has 22 allocations and two networks.
    expect(stdout.trim().split('\n')).toHaveLength(1 + 3 * 22 * 2);
  });

  it.each([
    ['cg-4=h', 'not NAME=NUMBER with a number above 0. Write cg-4=3, or cg-4=60h for hours of the machine'],
  ])('%s is none', async (weight, words) => {
    await expectRefusal(['tolerance', ...TWO, '--weight', weight], 2, words);
  });
});

describe('budget --weight', () => {
  it('is the budget of a program where all are that program', async () => {
    const query = [
      'budget',
      'traces/cg-4',
      'traces/cg-4',
      '--weight',
      'cg-4=3',
      '--topology',
      'fat-tree:k=4',
    ];
    const { result } = await askJson([...query, '--wire-classes']);
    const [{ parameters }] = result.programs;
    expect(result.mix.runtime_ns).toBeCloseTo(4 * result.programs[0].runtime_ns, 3);
    for (const own of parameters) {
      const mixed = result.mix.parameters.find(
        (one: { parameter: string }) => one.parameter === own.parameter,
      );
      const numbers = (one: object) => Object.entries(one).filter(([, value]) => typeof value === 'number');
      for (const side of ['slower', 'faster'])
        for (const [key, value] of numbers(own[side] ?? {})) expect(mixed[side][key]).toBeCloseTo(value, 6);
      expect(mixed.lambda).toBeCloseTo(4 * own.lambda, 6);
      expect(mixed.most_pct).toBeCloseTo(own.most_pct, 9);
    }
  });

  it('has the tolerance of the mix', async () => {
    const query = ['traces/cg-4', 'traces/sweep-4', '--weight', 'cg-4=3', '--pct', '2'];
    const { result } = await askJson(['budget', ...query]);
    const { result: mix } = await askJson(['tolerance', ...query]);
    const latency = result.mix.parameters.find((one: { parameter: string }) => one.parameter === 'L');
    expect(latency.slower.delta_ns).toBeCloseTo(mix.mix.tolerance[0].delta_ns, 6);
    const { stdout } = await runCli(['budget', ...query, '--csv', '-q']);
    expect(stdout).toContain('\nmix,L,');
  });
});

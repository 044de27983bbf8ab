/**
 * What docs/papers.md says of LLAMP (Shen et al., 2024): its published figures beside those of the commands. Pictures
 * are drawn, and hold what their figures show.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofQuery } from '../../docs/validation/make.js';
import { runCli } from '../cli/run.js';
import { sharedPath } from '../shared.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-papers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function result(...argv: string[]) {
  const { code, stdout, stderr } = await runCli([...argv, '--json', '--quiet']);
  expect(code, stdout + stderr).toBe(0);
  return JSON.parse(stdout).result;
}

const EXAMPLE = ['-o', '0', '-G', '5ns/B'];
const SHORT = ['goal-samples/fig4-short.goal', ...EXAMPLE];

describe('the running example', () => {
  it('Fig. 4b: T = L + 2.015 µs and λ = 1 at every L', async () => {
    for (const L of [0, 500, 10_000]) {
      const flags = ['goal-samples/fig4.goal', ...EXAMPLE, '-L', `${L}ns`];
      const { runtime_ns, lambda } = await result('sensitivity', ...flags);
      expect([runtime_ns, lambda.L]).toEqual([L + 2015, 1]);
    }
  });

  it('Figs 4c, 5: T = 1.615 µs at L = 0.5 µs', async () => {
    const { points } = await result('curve', ...SHORT, '--at', '500ns');
    expect(points[0].runtime_ns).toBe(1615);
  });

  it.each(['passes', 'ranging'])('Fig. 16: L_c = 0.385 µs within 0.2 to 0.5 µs, by %s', async (method) => {
    const range = ['--latency-range', '200ns..500ns', '--method', method];
    const { critical_latencies } = await result('critical-latencies', ...SHORT, ...range);
    expect(critical_latencies).toHaveLength(1);
    expect(critical_latencies[0].L_ns).toBeCloseTo(385, 9);
  });

  it('Fig. 6: T ≤ 2 µs up to L = 0.885 µs', async () => {
    const { within } = await result('tolerance', ...SHORT, '-L', '500ns', '--runtime', '2us');
    expect(within).toHaveLength(1);
    expect(within[0].value_ns).toBeCloseTo(885, 9);
  });
});

interface OfProgram {
  readonly name: string;
  readonly result: {
    readonly runtime_ns: number;
    readonly tolerance: readonly { readonly latency_ns: number; readonly delta_ns: number }[];
    readonly points: readonly { readonly runtime_ns: number }[];
  };
}

describe('Fig. 1: several programs', () => {
  const programs = ['cg-4', 'jacobi2d-4', 'sweep-4'];
  const traces = programs.map((name) => `traces/${name}`);

  it('the zones of each end where its own curve is 1, 2, 5 % above its start', async () => {
    const query = await result('tolerance', ...traces, '--pct', '1,2,5');
    expect(query.programs.map(({ name }: OfProgram) => name)).toEqual(programs);
    for (const [i, one] of query.programs.entries()) {
      const { runtime_ns, tolerance }: OfProgram['result'] = one.result;
      const ends = tolerance.map(({ latency_ns }) => `${latency_ns}ns`).join(',');
      const { points }: OfProgram['result'] = await result('curve', traces[i], '--at', ends);
      for (const [k, percent] of [1, 2, 5].entries())
        expect(points[k].runtime_ns / runtime_ns).toBeCloseTo(1 + percent / 100, 9);
    }
  });

  it('are drawn over each other; those that run equally long bear four times as much or as little', async () => {
    const svg = join(folder, 'fig1.svg');
    await result('curve', ...traces, '--latency-range', '+0..+1ms', '--plot', svg);
    const drawn = readFileSync(svg, 'utf8');
    for (const name of programs) expect(drawn).toContain(name);
    const query = await result('tolerance', ...traces, '--pct', '1');
    const [cg, , sweep]: OfProgram['result'][] = query.programs.map((one: OfProgram) => one.result);
    expect(cg.runtime_ns / sweep.runtime_ns).toBeCloseTo(1, 1);
    expect(sweep.tolerance[0].delta_ns / cg.tolerance[0].delta_ns).toBeCloseTo(4.08, 2);
  });
});

describe('Fig. 12: several traces of one program', () => {
  it('are a prediction each, as it is of each alone', async () => {
    const traces = [1, 2, 3, 4, 5].map((i) => `traces/repeats/solver-4-${i}`);
    const svg = join(folder, 'fig12.svg');
    const query = await result('curve', ...traces, '--latency-range', '+0..+100us', '--plot', svg);
    const drawn = readFileSync(svg, 'utf8');
    const ends = query.programs.map(({ result: { points } }: OfProgram) => points.at(-1)?.runtime_ns);
    expect(new Set(ends).size).toBe(5);
    for (const [i, trace] of traces.entries()) {
      const { points } = await result('curve', trace, '--at', '+100us');
      expect(ends[i]).toBeCloseTo(points[0].runtime_ns, 3);
      expect(drawn).toContain(`solver-4-${i + 1}`);
    }
  });
});

describe('Fig. 10: an allreduce of 256 ranks', () => {
  it('crosses log2(256) latencies by recursive doubling, 2·255 in a ring, which bears less', async () => {
    const svg = join(folder, 'fig10.svg');
    const { variants } = await result(
      'compare',
      ...['--pattern', 'allreduce', '--ranks', '256', '--bytes', '8B', '--machine', 'piz-daint'],
      ...[
        '--collective',
        'allreduce=recursive-doubling,ring',
        '--latency-range',
        '+0..+100us',
        '--plot',
        svg,
      ],
    );
    expect(variants.map((one: { lambda: { L: number } }) => one.lambda.L)).toEqual([8, 510]);
    const drawn = readFileSync(svg, 'utf8');
    expect(drawn).toMatch(/runtime T \(ms\).*λ \(latencies\).*ρ \(%\)/s);
    expect(drawn).not.toContain('crossover');
  });
});

describe('Fig. 11: ICON needs more than 3 µs a wire for 1 %, a little more on the dragonfly', () => {
  it('a halo exchange of 256 ranks as well', async () => {
    const goal = join(folder, 'halo.goal');
    const pattern = '--pattern halo3d --ranks 256 --bytes 64KiB --iterations 10 --compute 10ms'.split(' ');
    expect((await runCli(['schedgen', ...pattern, '--output', goal, '--quiet'])).code).toBe(0);
    const names = ['published-fat-tree:k=16', 'published-dragonfly:g=8,a=4,p=8'];
    const query = names.flatMap((name) => ['--topology', name]);
    const { variants } = await result(
      'compare',
      goal,
      ...query,
      ...['--machine', 'piz-daint', '--engine', 'sweep'],
    );
    const limits = variants.map((one: { tolerance: { value_ns: number }[] }) => one.tolerance[0].value_ns);
    expect(limits[0]).toBeGreaterThan(3000);
    expect(limits[1]).toBeGreaterThan(limits[0]);
  });
});

const lulesh = sharedPath('data/runs/lulesh-8-d20');

describe.skipIf(lulesh === undefined)('Table II (needs the reference data)', () => {
  it('LULESH on 8 ranks: 0.54 % there, 1.43 % here', async () => {
    const query = ofQuery(lulesh ?? '', folder);
    const svg = join(folder, 'fig9.svg');
    const { rrmse, r_squared } = await result('validate', ...query.argv, '--plot', svg);
    expect(rrmse).toBeCloseTo(0.01434, 4);
    expect(rrmse).toBeLessThan(0.02);
    expect(r_squared).toBeGreaterThan(0.999);
    expect(readFileSync(svg, 'utf8')).toContain('RRMSE 1.43 %');
  });
});

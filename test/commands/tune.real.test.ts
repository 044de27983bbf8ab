/** Searches over whole programs, held against the questions that they answer. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const traces = fileURLToPath(new URL('../../traces/', import.meta.url));

const ORDERED = ['--cpu', 'ordered', '--nic', 'ordered'];

describe('tune', () => {
  it('gives flags that, copied, give what it promises; better than the defaults', async () => {
    const input = join(traces, 'mixed-4');
    const flags = ['--size-classes', '1', '--pct', '1', '--json', '--engine', 'sweep', '--quiet'];
    const run = await runCli(['tune', input, ...flags]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const answer = JSON.parse(run.stdout);
    expect(answer.schema).toBe('llamp-ts/tune/2');
    const { least_runtime, largest_tolerance, default: given, auto, tried, evaluations } = answer.result;
    for (const one of [least_runtime, largest_tolerance]) {
      const flags = one.collective.flatMap((text: string) => ['--collective', text]);
      const copied = await runCli([
        'tolerance',
        input,
        ...flags,
        '--pct',
        '1',
        '--json',
        '--engine',
        'sweep',
        ...ORDERED,
      ]);
      // Where the time goes is said by `tolerance` alone.
      const { time_by_nature: _, ...result } = JSON.parse(copied.stdout).result;
      expect(one).toMatchObject(result);
    }
    expect(least_runtime.runtime_ns).toBeLessThan(Math.min(given.runtime_ns, auto.runtime_ns));
    const delta = (one: typeof auto): number => one.budget[0].delta_ns ?? Number.NEGATIVE_INFINITY;
    expect(delta(largest_tolerance)).toBeGreaterThan(Math.max(delta(given), delta(auto)));
    expect(largest_tolerance.runtime_ns).toBeLessThanOrEqual(least_runtime.runtime_ns * 1.01);
    expect(tried).toHaveLength(evaluations);
    expect(Math.min(...tried.map((one: { runtime_ns: number }) => one.runtime_ns))).toBe(
      least_runtime.runtime_ns,
    );
    // What is over the budget of all has none: null.
    expect(Math.max(...tried.map((one: { delta_ns: number | null }) => one.delta_ns ?? 0))).toBeCloseTo(
      delta(largest_tolerance),
      6,
    );
  });

  for (const [name, ...rules] of [
    ['cg-4'],
    ['fft-4'],
    ['halo3d-4'],
    ['mixed-4'],
    ['mixed-4', '--rules', 'published'],
    ['ring-4'],
    ['sweep-4'],
  ])
    it(`recommends nothing slower than the rows above: ${[name, ...rules].join(' ')}`, async () => {
      const input = [join(traces, name), ...rules, '--json', '--quiet', '--engine', 'sweep'];
      const rows = await runCli(['tune', ...input]);
      const { least_runtime, largest_tolerance, default: given, auto } = JSON.parse(rows.stdout).result;
      const runtimeOf = async (flags: readonly string[]): Promise<number> => {
        const choice = flags.flatMap((text) => ['--collective', text]);
        const { stdout } = await runCli(['sensitivity', ...input, ...choice, ...ORDERED]);
        return JSON.parse(stdout).result.runtime_ns;
      };
      // A row is what sensitivity gives for its flags, the default for none at all.
      for (const row of [given, least_runtime]) expect(await runtimeOf(row.collective)).toBe(row.runtime_ns);
      expect(least_runtime.runtime_ns).toBeLessThanOrEqual(Math.min(given.runtime_ns, auto.runtime_ns));
      const delta = ({ budget: [{ delta_ns }] }: typeof auto): number => delta_ns ?? -1;
      expect(delta(largest_tolerance)).toBeGreaterThanOrEqual(Math.max(delta(given), delta(auto)));
    });

  it('leaves alone what is given, and answers the same from workers', async () => {
    const argv = [
      'tune',
      join(traces, 'mixed-4'),
      ...['--collective', 'bcast=chain', '--collective', 'reduce=binomial', '--collective', 'allgather=ring'],
      '--size-classes',
      '1',
      '--engine',
      'sweep',
      '--quiet',
    ];
    const [here, there] = [await runCli([...argv, '--jobs', '1']), await runCli([...argv, '--jobs', '2'])];
    expect(here.code).toBe(0);
    expect(here.stdout).not.toMatch(/--collective bcast/);
    expect(here.stdout).toMatch(/no change of one algorithm is better/);
    expect(there).toEqual(here);
  });
});

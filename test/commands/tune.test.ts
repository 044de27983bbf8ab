import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { inFull } from '../part.js';

describe('tune', () => {
  it('recommends nothing that the plain model cannot price', async () => {
    const pattern = ['tune', '--pattern', 'alltoall', '--ranks', '8', '--cpu', 'free', '--nic', 'free'];
    const { result, warnings } = await askJson(pattern);
    const { least_runtime, largest_tolerance, tried, default: given } = result;
    // Linear is the default and seems the quickest: all of its messages leave at once.
    expect([given.supported, given.budget[0].reason]).toEqual([false, 'unsupported']);
    expect(given.runtime_ns).toBeLessThan(least_runtime.runtime_ns);
    const linear = tried.filter((one: { supported: boolean }) => !one.supported);
    expect(linear.map((one: { collective: string[] }) => one.collective)).toEqual([['alltoall=linear']]);
    expect([least_runtime.supported, largest_tolerance.supported]).toEqual([true, true]);
    expect(warnings.map((one: { code: string }) => one.code)).toContain('independent-sends');
  });

  it('finds with one choice what comparing all algorithms finds', async () => {
    const pattern = ['--pattern', 'allreduce', '--ranks', '12', '--bytes', '4KiB', '--compute', '10us'];
    const { result } = await askJson(['tune', ...pattern]);
    const [{ candidates }] = result.choices;
    expect(result.evaluations).toBe(candidates.length);
    const all = await runCli([
      'compare',
      ...pattern,
      '--collective',
      `allreduce=${candidates.join(',')}`,
      '--json',
    ]);
    const compared = JSON.parse(all.stdout).result;
    expect(result.least_runtime.collective).toEqual([compared.best]);
    expect(result.largest_tolerance.collective).toEqual([compared.most_tolerant]);
  });

  inFull('says where it finds less to gain than a prediction may be off', async () => {
    // cg-4 has 101 allreduces: dissemination saves four latencies of 252, in 5 ms.
    const { stdout } = await runCli(['tune', 'traces/cg-4']);
    expect(stdout).toMatch(
      /^least runtime:\n {2}--collective allreduce=dissemination\n {2}0\.\d+ % less than by default, .*; measure both$/m,
    );
    const pattern = await runCli('tune --pattern allreduce --ranks 7 --bytes 8B');
    expect(pattern.stdout).toContain('least runtime:\n  --collective');
    expect(pattern.stdout).not.toContain('measure both');
  });

  it.each([
    ['goal-samples/fig4.goal', /already messages\. Tune the/],
    ['--pattern halo2d --ranks 4', /has no collectives/],
    ['traces/cg-4 --collective allreduce=ring', /leaves nothing to choose/],
    ['traces/persist-4', /calls no collectives/],
    ['--jobs 1', /no INPUT given/],
  ])('refuses %s', async (line, words) => {
    await expectRefusal(`tune ${line}`, 2, words);
  });
});

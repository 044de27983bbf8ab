/** Errors name what the user wrote, and advise only what the same command takes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const folder = scratch();

describe('an error', () => {
  it.each([
    ['diff traces/cg-4 --b=--latency=6', 2, "of --b, --latency '6' has no unit. Did you mean 6us?"],
    ['diff traces/cg-4 --b=--overhead=-1us', 2, "of --b, --overhead '-1us' is negative."],
    [
      'tolerance goal-samples/ring.goal -L +1us',
      2,
      "--latency '+1us' is relative, but it takes the value itself. Write the whole value, without +",
    ],
    [
      'tolerance traces/cg-4 --by banana',
      2,
      'communicator, site, function, iteration, iteration:inner, part:A,B',
    ],
    ['sensitivity goal-samples/ring.goal --pairwise --parameter o', 2, '--pairwise has no λ_o'],
    ['path traces/cg-4 --by site', 2, 'does not record the call sites. Trace with llamp-ts trace run'],
    ['completion', 2, 'no SHELL given. Name your shell: bash, zsh, fish'],
    ['budget goal-samples/ring.goal --pct 1,5', 2, "--pct '1,5' is not a percentage. Write one number"],
    [
      'noise goal-samples/ring.goal --os-noise period=1ms,length=2ms',
      2,
      'interruptions of 2 ms every 1 ms leave no time',
    ],
  ])('of %s', async (line, exit, words) => {
    const { code, stderr } = await runCli(line);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(words)]);
  });

  it('about --output leaves no picture behind', async () => {
    const picture = join(folder, 'picture.svg');
    const output = join(folder, 'nowhere', 'answer.txt');
    const { code, stderr } = await runCli([
      ...['tolerance', 'goal-samples/ring.goal'],
      ...['--plot', picture, '--output', output],
    ]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('nowhere')]);
    expect(existsSync(picture)).toBe(false);
  });
});

describe('an answer', () => {
  it('of diff with the computation of A is given where A has ranks without computation that B lacks', async () => {
    const { result } = await askJson(
      'diff goal-samples/ring.goal goal-samples/fig4.goal --computation-of A --json',
    );
    expect(result.b.runtime_ns).toBeGreaterThan(0);
  });

  it('of budget says that a parameter of no cost is worse than one that costs something', async () => {
    const { stdout } = await runCli('budget goal-samples/late-receiver.goal');
    expect(stdout).toMatch(/^ {2}L .* nothing {2}o, already now$/m);
  });

  it('of bounds has the gap between messages of a NIC, and does not say otherwise', async () => {
    const { result, warnings } = await askJson('bounds traces/cg-4 -g 500us');
    expect(result.lower.runtime_ns).toBeGreaterThan(100e6);
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain('gap-without-nic');
  });

  it('of noise calls an increase of T beyond the noise of one rank no share', async () => {
    const { stdout } = await runCli('noise goal-samples/ring.goal --jitter L=exp:mean=500ns');
    expect(stdout).toContain('times this noise, because that of other ranks adds to it');
    expect(stdout).not.toContain('share that reaches T');
  });
});

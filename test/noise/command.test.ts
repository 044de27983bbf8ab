/** `noise` as a command. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const folder = mkdtempSync(join(tmpdir(), 'noise-'));
const few = ['--samples', '128', '--follow', '8'];

async function answered(...argv: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['noise', ...argv, ...few, '--json']);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return JSON.parse(stdout);
}

describe('noise', () => {
  it('has the T and the tolerance without noise that tolerance has', async () => {
    const { result, warnings } = await answered('traces/cg-4', '--jitter', 'L=exp:mean=200ns', '--pct', '5');
    const { stdout } = await runCli([
      'tolerance',
      'traces/cg-4',
      '--pct',
      '5',
      '--engine',
      'sweep',
      '--json',
    ]);
    const own = JSON.parse(stdout).result;
    expect(result.runtime_ns).toBe(own.runtime_ns);
    const [tolerance] = result.tolerance;
    expect(tolerance.delta_L_without_noise_ns / own.tolerance[0].delta_ns).toBeCloseTo(1, 3);
    expect(tolerance.delta_L_ns).toBeLessThan(tolerance.delta_L_without_noise_ns);
    expect(result.mean_ns).toBeGreaterThan(result.runtime_ns);
    expect(result.samples).toBe(128);
    expect(result.criticality.calls[0].name).toBe('MPI_Allreduce');
    expect(warnings).toEqual([]);
  });

  it('meets its limit at the factor that it tells, with the same luck', async () => {
    const { result } = await answered('traces/ring-4', '--jitter', 'L=exp:mean=1us', '--pct', '2');
    const [{ noise_factor, limit_ns }] = result.tolerance;
    const at = async (factor: number): Promise<number> => {
      const more = await answered('traces/ring-4', '--jitter', `L=exp:mean=${factor * 1000}ns`);
      return more.result.quantiles.find(({ share }: { share: number }) => share === 0.95).runtime_ns;
    };
    expect(await at(noise_factor * 0.999)).toBeLessThan(limit_ns);
    expect(await at(noise_factor * 1.001)).toBeGreaterThan(limit_ns);
  });

  it('gives the same runs as CSV whatever else is asked, and others under another seed', async () => {
    const argv = [
      'noise',
      'traces/ring-4',
      '--jitter',
      'L=gamma:mean=1us,sd=2us',
      '--csv',
      '--samples',
      '70',
    ];
    const one = await runCli(argv);
    expect(one.stdout.split('\n')).toHaveLength(72);
    const none = await runCli([...argv, '--at', '+1us', '--follow', '0']);
    expect(none.stdout).toBe(one.stdout);
    // No run was to be followed, so none is missing.
    expect(none.stderr).not.toContain('critical paths');
    expect((await runCli([...argv, '--seed', '2'])).stdout).not.toBe(one.stdout);
  });

  it('reads distributions and detours of files', async () => {
    const times = join(folder, 'times.csv');
    const detours = join(folder, 'detours.txt');
    writeFileSync(times, 'time_ns,count\n0,9\n10000,1\n');
    writeFileSync(detours, '0 1000\n50000 3000\n');
    const { result } = await answered(
      ...['traces/ring-4', '--jitter', `L=file:${times}`, '--os-noise', `file:${detours},together`],
    );
    expect(result.amplification).toBeGreaterThan(1);
    const wrong = await runCli(['noise', 'traces/ring-4', '--jitter', `L=file:${detours}x`]);
    expect(wrong.code).toBe(3);
  });

  it('plays delays without drawing', async () => {
    const { result } = await answered('traces/ring-4', '--delay', 'rank=2:+50us', '--delay', 'rank=0:+1%');
    expect(result.samples).toBe(1);
    expect(result.delayed_runtime_ns).toBe(result.mean_ns);
    expect(result.delayed_runtime_ns).toBeGreaterThan(result.runtime_ns);
    // Nothing is drawn, so any multiple of it is below the limit, unless the delays alone are above.
    expect(result.tolerance[0]).toMatchObject({ exceeded: false, noise_factor: null });
    const late = await answered('traces/ring-4', '--delay', 'rank=2:+5ms');
    expect(late.result.tolerance[0]).toMatchObject({ exceeded: true, noise_factor: 0 });
  });

  it('says what it keeps where who comes first is asked, and which sums have no noise', async () => {
    const argv = ['traces/halo3d-4', '--jitter', 'L=exp:mean=1us'];
    const codes = async (cpu: string): Promise<string[]> =>
      (await answered(...argv, '--cpu', cpu)).warnings.map(({ code }: { code: string }) => code);
    expect(await codes('serial')).toContain('order-kept');
    expect(await codes('ordered')).toContain('noise-in-windows');
  });

  it.each([
    [[], 'no noise is given'],
    [['--jitter', 'M=exp:mean=1us'], 'names no latency'],
    [['--jitter', 'L=cauchy:mean=1us'], 'not a known distribution'],
    [['--jitter', 'L=exp:mean=1us', '--jitter', 'L=exp:mean=2us'], 'gives L a second distribution'],
    [['--jitter', 'L=gamma:mean=1us'], 'has no sd'],
    [['--jitter', 'L=exp:mean=1us,least=2us'], 'above its mean'],
    [['--jitter', 'L=exp:mean=1us,mean=2us'], "gives 'mean' twice"],
    [['--jitter', 'L=exp:mean=1us,sd=2us'], "has the unknown key 'sd'"],
    [['--jitter', 'L=exp'], "--jitter 'exp' has no KEY=TIME. Write"],
    [['--jitter', 'L=exp:mean=1us,'], 'has no KEY=TIME before or after a comma'],
    [['--os-noise', 'period=1ms,len=10us'], "has the unknown key 'len'"],
    [['--os-noise', 'period=1ms,10us'], "contains '10us', which is not KEY=TIME"],
    [['--compute-noise', '1%'], 'cannot be read'],
    [['--os-noise', 'period=1us,length=1us'], 'leave no time for computation. Use a length below the period'],
    [['--delay', 'rank=9:+1us'], 'rank 9, which does not exist'],
    [['--delay', '3:+1us'], 'cannot be read'],
    [['--delay', 'rank=1:+two%'], "--delay 'rank=1:+two%' needs a percentage of at least 0"],
    [['--delay', 'rank=1:-2%'], "--delay 'rank=1:-2%' needs a percentage of at least 0"],
    [['--delay', 'rank=1:+1us', '--quantile', '100%'], 'no quantile'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await runCli(['noise', 'traces/ring-4', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

/** What a trace tells of its own error, beside the answers that it matters to. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const INJECTED = 'traces/injected/solver-2-3';
const RUN = [INJECTED, '-L', '500us', '-o', '6.2us', '-G', '0', '-S', 'none'];

describe('the self error of a trace', () => {
  it('is that of --uncertainty, and makes an interval of each tolerance that is off by what T is', async () => {
    const uncertain = await askJson(['tolerance', ...RUN, '--uncertainty']);
    const { trace_error: error, tolerance } = (await askJson(['tolerance', ...RUN])).result;
    expect(error.self_error).toBe(uncertain.result.traces.self_errors[0]);
    // Stamps are of 1 ns, and the critical path has fewer than a hundred stretches of 12 ms.
    expect(error.clock_share).toBeGreaterThan(0);
    expect(error.clock_share).toBeLessThan(100 / 12e6);
    const off = 1 + Math.abs(error.self_error) + error.clock_share;
    for (const [i, { delta_ns: delta }] of tolerance.entries()) {
      expect(error.deltas_ns[i][0]).toBeCloseTo(delta / off, 6);
      expect(error.deltas_ns[i][1]).toBeCloseTo(delta * off, 6);
    }
  });

  it('is said by tolerance, sensitivity and report, with an interval where four digits show it', async () => {
    const said = /self error {2,}the model's error on the traced run is -0\.2 %/;
    expect((await runCli(['sensitivity', ...RUN])).stdout).toMatch(said);
    const { stdout } = await runCli(['tolerance', ...RUN]);
    expect(stdout).toMatch(said);
    expect(stdout).toMatch(/ΔL for T ± 0\.23 %\n.*\+7\.601 µs {2}\+7\.583 µs to \+7\.618 µs/);
    const page = join(scratch(), 'report.html');
    const report = await runCli(['report', ...RUN, '--output', page]);
    expect(report.stdout).toMatch(/Here the model's error on the traced run is -0\.2 %\./);
    // Of this trace 0.00 %: no digit of ΔL is another.
    const exact = await runCli(['tolerance', 'traces/injected/solver-2-1']);
    expect(exact.stdout).toMatch(/error on the traced run is 0\.0 %/);
    expect(exact.stdout).not.toMatch(/ΔL for T/);
  });

  it.each([
    ['whose latency nobody knows', ['traces/runs/solver-4']],
    ['of which a part is asked about', [INJECTED, '--region', '10%..90%']],
    ['by other algorithms', [INJECTED, '--collective', 'allreduce=ring']],
  ])('is not said of a run %s', async (_, argv) => {
    expect((await askJson(['tolerance', ...argv])).result.trace_error).toBeUndefined();
    expect((await runCli(['tolerance', ...argv])).stdout).not.toMatch(/self error/);
  });
});

/** Flags without a meaning where they stand are refused, not passed over. */
import { describe, expect, it } from 'vitest';
import { runCli } from './run.js';

const RUNS = 'traces/repeats/solver-4-1 traces/repeats/solver-4-2';

describe('a flag that has no meaning', () => {
  it.each([
    ['tune traces/cg-4 --min-gain 2', /--min-gain.*--emit/s],
    [
      'placement traces/ring-4 --platform epyc-orfeo --rankfile-format slurm',
      /--rankfile-format.*--rankfile-out/s,
    ],
    ['tolerance traces/cg-4 --frontier-from lowest', /--frontier-from.*--frontier/s],
    ['curve traces/cg-4 --latency-range 0..9us --grid 3x3', /--grid.*--surface/s],
    ['crossovers --collective barrier --ranks 4 --bytes 8B', /--bytes: a barrier has no size/],
    ['crossovers --collective allreduce --ranks 4 --root 2', /--root: allreduce has no root/],
    ['check traces/cg-4 --engine sweep', /no flag --engine/],
    [`uncertainty ${RUNS} --draws 30 --seed 3`, /--draws, --seed: of the time stamps of one trace/],
    [`uncertainty ${RUNS} --tracer-overhead 80ns`, /--tracer-overhead: of the time stamps/],
    ['uncertainty traces/cg-4 --sizes send', /nothing of it is let pass/],
  ])('%s', async (line, message) => {
    const { code, stderr } = await runCli(line.split(' '));
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('tune shows its machine where it is asked to', async () => {
    const { stderr } = await runCli([
      'tune',
      'traces/cg-4',
      '--max',
      '9',
      '-j',
      '1',
      '--print-machine',
      '--quiet',
    ]);
    expect(stderr).toMatch(/cscs-testbed/);
    expect(stderr).toMatch(/ordered/);
  });
});

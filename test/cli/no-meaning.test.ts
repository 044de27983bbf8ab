/** Flags without a meaning where they stand are refused, not passed over. */
import { describe, expect, it } from 'vitest';
import { inFull } from '../part.js';
import { REFUSED, RUNS } from './refused.js';
import { expectRefusal, runCli } from './run.js';

describe('a flag that has no meaning', () => {
  it.each(REFUSED)('%s', async (line, message) => {
    await expectRefusal(line, 2, message);
  });

  inFull.each([
    ['critical-latencies traces/cg-4 --method ranging --engine highs:cold --json', '"method": "ranging"'],
    ['curve traces/cg-4 --at 0 --latency-range +0..+9us --engine highs --json', '"engine": "highs"'],
    ['curve traces/cg-4 --latency-range +0..+9us --json', '"engine": "sweep"'],
    [`tolerance --uncertainty ${RUNS} --engine sweep`, 'lower quartile'],
  ])('is taken where it has one: %s', async (line, said) => {
    const { code, stdout, stderr } = await runCli([...line.split(' '), '--quiet']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(said);
  });
});

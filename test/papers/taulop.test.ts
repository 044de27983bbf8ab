/** What docs/papers.md says of τ-Lop: the ratios of its case studies, published and on the platform that ships. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

/** Allgather over scatter as measured on Lusitania (section 4), by P. */
const LUSITANIA = [
  [32, 2.61],
  [64, 2.83],
  [128, 3.02],
] as const;

interface Studies {
  readonly contention: readonly { readonly ratio_taulop: number; readonly ratio_loggp: number }[];
  readonly mapping: readonly { readonly ratio_taulop: number; readonly ratio_loggph: number }[];
}

async function studies(...flags: string[]): Promise<Studies> {
  const ranks = LUSITANIA.map(([P]) => P).join();
  const argv = ['--ranks', ranks, '--bytes', '1MiB', '--ring-ranks', '32', '--ranks-per-node', '8', ...flags];
  const { code, stdout, stderr } = await runCli(['collective', 'contention', ...argv, '--json', '--quiet']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).result;
}

describe('Fig. 5: allgather over scatter', () => {
  it('lies between the ideal channels, where Lusitania lies as well, and LogGP sees nothing', async () => {
    const [parallel, ours, serial] = [
      await studies('--serial', '0'),
      await studies(),
      await studies('--serial', '1'),
    ];
    for (const [i, [, published]] of LUSITANIA.entries()) {
      const ratios = [parallel, ours, serial].map(({ contention }) => contention[i].ratio_taulop);
      expect(ratios[0]).toBeCloseTo(2, 9);
      expect(ratios[1]).toBeGreaterThan(ratios[0]);
      expect(ratios[2]).toBeGreaterThan(ratios[1]);
      expect(published).toBeGreaterThan(ratios[0]);
      expect(published).toBeLessThan(ratios[2]);
      expect(ours.contention[i].ratio_loggp).toBeCloseTo(1, 12);
    }
  });

  it('grows with P, there and here', async () => {
    const ours = (await studies()).contention.map(({ ratio_taulop: ratio }) => Number(ratio.toFixed(2)));
    expect(ours).toEqual([10.97, 18.73, 32.69]);
    const published = LUSITANIA.map(([, ratio]) => ratio);
    for (const list of [ours, published]) expect([...list].sort((a, b) => a - b)).toEqual(list);
  });
});

describe('Fig. 8: round robin over sequential', () => {
  it('takes twice as long here, six times in the paper, and less under LogGPH', async () => {
    const [{ ratio_taulop, ratio_loggph }] = (await studies()).mapping;
    expect(ratio_taulop).toBeCloseTo(2.02, 2);
    expect(ratio_loggph).toBeCloseTo(0.81, 2);
  });
});

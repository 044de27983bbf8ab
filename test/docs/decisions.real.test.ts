import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageWith, regretCells } from '../../docs/decisions/make.js';
import { sharedPath } from '../shared.js';

const folder = sharedPath('data/epyc');
const page = readFileSync(new URL('../../docs/decisions/README.md', import.meta.url), 'utf8');

describe.skipIf(folder === undefined)('docs/decisions (needs the published measurements)', () => {
  it('shows the regret that the measurements give', async () => {
    expect(await pageWith(page, folder ?? '')).toBe(page);
  });

  it('is at most 1.20 in the mean and 2.5 at worst', async () => {
    const regrets = (await regretCells(folder ?? '')).map(({ regret }) => regret);
    expect(regrets).toHaveLength(72);
    expect(regrets.reduce((sum, regret) => sum + regret, 0) / 72).toBeLessThanOrEqual(1.2);
    expect(Math.max(...regrets)).toBeLessThanOrEqual(2.5);
  });
});

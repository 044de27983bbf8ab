/**
 * What docs/papers.md says of Tallone's models (2024), from the published measurements: Fig. 2, Figs 3 and 4, and the
 * R² of tables 1 to 4. Skips without the measurements.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { sharedPath } from '../shared.js';

const epyc = sharedPath('data/epyc');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-papers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Score {
  readonly model: string;
  readonly r_squared: number | null;
  readonly r_squared_published: number | null;
}

async function drawn(argv: readonly string[], name: string): Promise<{ svg: string; stdout: string }> {
  const file = join(folder, name);
  const { code, stdout, stderr } = await runCli([...argv, '--plot', file, '--json', '--quiet']);
  expect(code, stdout + stderr).toBe(0);
  return { svg: readFileSync(file, 'utf8'), stdout };
}

describe.skipIf(epyc === undefined)('the measurements published with the models', () => {
  it('Fig. 2: 3, 60, 32 and 128 receiving cores', async () => {
    const { svg } = await drawn(['collective', 'fit', `${epyc}/p2p.csv`, '--by-core', '1'], 'fig2.svg');
    const groups = [...svg.matchAll(/aria-label="dot">(.*?)<\/g>/gs)];
    const counts = groups.map(([, body]) => body.match(/<(path|circle)/g)?.length ?? 0);
    // The key has one of each.
    expect(counts.filter((count) => count > 1)).toEqual([3, 60, 32, 128]);
    expect(svg).toMatch(/cache: measured.*core: measured.*socket: measured.*node: measured.*receiving core/s);
  });

  const scores: Score[] = [];
  const pictures = new Map<string, string>();
  beforeAll(async () => {
    for (const collective of ['bcast', 'reduce']) {
      const flags = ['--measured', epyc ?? '', '--collective', collective, '--model', 'p2p,regression'];
      const argv = ['collective', 'validate', ...flags, '--bytes', '1'];
      const { svg, stdout } = await drawn(argv, `${collective}.svg`);
      pictures.set(collective, svg);
      scores.push(...JSON.parse(stdout).result.scores);
    }
  });

  it.each(['bcast', 'reduce'])('Figs 3, 4: twelve panels of %s with both models', (collective) => {
    const svg = pictures.get(collective) ?? '';
    const titles = [...svg.matchAll(new RegExp(`>${collective} (\\w+) (\\w+)<`, 'g'))];
    const algorithms = ['default', 'linear', 'chain', 'binary'];
    expect(titles.map(([, algorithm, mapping]) => `${algorithm} ${mapping}`)).toEqual(
      algorithms.flatMap((one) => ['core', 'socket', 'node'].map((by) => `${one} ${by}`)),
    );
    expect(svg).toMatch(/measured \(µs\).*p2p \(µs\).*regression \(µs\)/s);
    // p2p has no tree for the three of the default algorithm.
    expect(svg.match(/>R² –, /g)).toHaveLength(3);
  });

  /** By how much the R² of a model differ from the printed ones, which are 0 where below; ascending. */
  const differences = (model: string): number[] =>
    scores
      .filter((one) => one.model === model && one.r_squared !== null && one.r_squared_published !== null)
      .map((one) => Math.abs(Math.max(one.r_squared ?? 0, 0) - (one.r_squared_published ?? 0)))
      .sort((a, b) => a - b);

  it('Tables 2, 4: all 24 within 0.001', () => {
    const found = differences('regression');
    expect(found).toHaveLength(24);
    expect(found.at(-1)).toBeLessThan(0.001);
  });

  it('Tables 1, 3: 13 of 18 within 0.005, the others within 0.065', () => {
    const found = differences('p2p');
    expect(found).toHaveLength(18);
    expect(found.filter((one) => one <= 0.005)).toHaveLength(13);
    expect(found.at(-1)).toBeLessThan(0.065);
  });
});

/** Programs that were traced and measured under injected latency: what `validate` says of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesIn, ofQuery, pageWith, rowOf, type ValidatedSet } from '../../docs/validation/make.js';
import { runCli } from '../cli/run.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';

const sets = sharedPath('data/runs');
/** Most that a set may miss by, and those that do miss: docs/validation/README.md says why. */
/** Without the time of MPI_Comm_split, which these runs did not delay, the shortest one is 0.5 % too short. */
const LIMITS: Readonly<Record<string, number>> = { 'ci-cg-4-openmpi': 0.02 };
const limitOf = (name: string): number => LIMITS[name] ?? (name.startsWith('net-') ? 0.035 : 0.0185);
const MISSES = ['ci-jacobi-4-mpich', 'ci-jacobi-4-openmpi'];

/** A warning of an answer. */
interface Told {
  readonly code: string;
  readonly count?: number;
}

/** Median by L, in ns, from the columns L_ns and T_ns that the files have third and fifth. */
function medians(file: string): [number, number][] {
  const runs = new Map<number, number[]>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const cells = line.split(',');
    runs.set(Number(cells[3]), [...(runs.get(Number(cells[3])) ?? []), Number(cells[5])]);
  }
  return [...runs]
    .sort(([a], [b]) => a - b)
    .map(([x, list]) => {
      const sorted = list.sort((a, b) => a - b);
      const low = sorted[Math.floor((sorted.length - 1) / 2)];
      return [x, (low + sorted[Math.floor(sorted.length / 2)]) / 2];
    });
}

describe.skipIf(sets === undefined)('measured runs (need the reference data)', () => {
  const found = new Map<string, ValidatedSet>();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-runs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const names = sets === undefined ? [] : namesIn(sets);

  it.each(cases(names, (_, i) => i % 24 === 8))(
    '%s: the RRMSE is that of the points of curve',
    async (name) => {
      const query = ofQuery(join(sets ?? '', name), folder);
      const { stdout, stderr, code } = await runCli(['validate', ...query.argv, '--json', '-q']);
      expect(code, stdout + stderr).toBe(0);
      const { result } = JSON.parse(stdout);
      found.set(name, { name, asked: query, result });
      const points = medians(query.measured);
      const [trace, , , ...machine] = query.argv;
      const values = points.map(([x]) => `${x}ns`).join();
      const curve = await runCli(['curve', trace, ...machine, '--at', values, '--csv', '-q']);
      const predicted = curve.stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => Number(line.split(',')[1]));
      const squares = points.reduce((sum, [, median], i) => sum + (median - predicted[i]) ** 2, 0);
      const mean = points.reduce((sum, [, median]) => sum + median, 0) / points.length;
      expect(result.rrmse).toBeCloseTo(Math.sqrt(squares / points.length) / mean, 9);
      if (!MISSES.includes(name)) expect(result.rrmse).toBeLessThanOrEqual(limitOf(name));
      else expect(result.rrmse).toBeLessThanOrEqual(0.027);
    },
  );

  // The table has a row for each of them.
  it.each(cases([names.length], () => false))('are those of the table of the page', async (all) => {
    const page = readFileSync(new URL('../../docs/validation/README.md', import.meta.url), 'utf8');
    const rows = [...found.values()].map(rowOf);
    expect(rows).toHaveLength(all);
    expect(pageWith(page, rows)).toBe(page);
  });

  it('a program that takes messages as they come is told of, and predicted', async () => {
    const { argv } = ofQuery(join(sets ?? '', 'stencil_any-8-openmpi'), folder);
    const { result, warnings } = JSON.parse((await runCli(['validate', ...argv, '--json'])).stdout);
    const counts = new Map(warnings.map(({ code, count }: Told) => [code, count]));
    expect([counts.get('waits-as-choices'), counts.get('arrivals')]).toEqual([1280, 1280]);
    expect(result.rrmse).toBeLessThan(0.002);
  });
});

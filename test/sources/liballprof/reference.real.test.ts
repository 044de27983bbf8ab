/**
 * Against what we did not write: schedules that the published generator made from the same traces, and the
 * runtime and λ_L that the published linear program gives for them. The generator took a request pitch of 4
 * everywhere; `*.pitch8` are the same with 8, which is right for these C traces.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { sharedPath } from '../../shared.js';
import { expectPublished, FLOW, readSet } from './published.js';

const SETS = [
  'bcast-4',
  'cg-4',
  'clover-4',
  'comd-8',
  'fft-4',
  'halo3d-4',
  'jacobi2d-16',
  'jacobi2d-4',
  'lulesh-8',
  'minife-8',
  'mixed-16',
  'mixed-4',
  'npb-lu-S-4',
  'persist-4',
  'ring-4',
  'sweep-4',
  'sweep3d-4',
];
const folder = sharedPath('data/traces');

describe.skipIf(folder === undefined)('traces of ../shared', () => {
  it.each(SETS)('reads %s without a call that is not understood', async (name) => {
    const { warnings, coverage } = tracesToSchedule(await readSet(name), { strict: true });
    // Every file of the tool's own first sample says that it is of rank 0.
    expect(warnings.map((warning) => warning.code)).toEqual(name === 'bcast-4' ? ['trace-ranks'] : []);
    const modelled = coverage.calls.filter((call) => call.kind === 'modelled');
    expect(modelled.every((call) => call.missed === 0)).toBe(true);
  });

  it.each([
    ['jacobi2d-4', 8],
    ['jacobi2d-16', 8],
    ['halo3d-4', 8],
    ['persist-4', 8],
    ['clover-4', 4],
  ] as const)('finds the request pitch of %s: %i', async (name, pitch) => {
    expect(tracesToSchedule(await readSet(name)).requestPitch).toEqual({ pitch, needed: true });
  });
});

describe.skipIf(folder === undefined || sharedPath('data/goal') === undefined)('published schedules', () => {
  const names =
    folder === undefined
      ? []
      : readdirSync(sharedPath('data/goal') ?? '.').map((name) => basename(name, '.goal.gz'));
  const same = SETS.filter((name) => names.includes(name));
  const pitch8 = SETS.filter((name) => names.includes(`${name}.pitch8`));

  it.each(same)('makes %s by the published rules', async (name) => {
    await expectPublished(name, name, { rules: 'published' });
  });

  // lulesh-8: the published generator does not forget all requests of a Waitall, so that later ones at the
  // same addresses also require operations long done; its runtime is the same (below).
  it.each(same.filter((name) => name !== 'lulesh-8'))(
    'makes %s by our rules with its pitch and data flow',
    async (name) => {
      await expectPublished(name, name, { requestPitch: 4, collectives: FLOW });
    },
  );

  it.each(pitch8)('makes %s.pitch8 by the pitch that it finds and the published data flow', async (name) => {
    await expectPublished(name, `${name}.pitch8`, { collectives: FLOW });
    await expectPublished(name, `${name}.pitch8`, { rules: 'published', requestPitch: 8 });
  });
});

describe.skipIf(folder === undefined || sharedPath('data/reference/llamp-eager.csv') === undefined)(
  'runtime',
  () => {
    const csv = readFileSync(sharedPath('data/reference/llamp-eager.csv') ?? '/dev/null', 'utf8');
    const rows = csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const names = [...new Set(rows.map((row) => row[0]))];

    it.each(names)('of %s equals the published linear program’s', async (name) => {
      const pitch = name.endsWith('.pitch8') ? 'infer' : 4;
      const set = await readSet(name.replace('.pitch8', ''));
      const { schedule } = tracesToSchedule(set, { requestPitch: pitch, collectives: FLOW });
      const points = rows.filter((row) => row[0] === name).map((row) => row.slice(3).map(Number));
      const [o, G] = points[0];
      const model = await Model.of(schedule, { ...logGPS({ L: 0, o, G }), async: 0 }, { engine: 'sweep' });
      const curve = await curveAt(
        model,
        points.map((point) => point[2]),
      );
      curve.forEach((point, i) => {
        const [, , , runtime, lambda] = points[i];
        expect(Math.abs(point.runtime - runtime) / runtime).toBeLessThan(1e-9);
        expect(point.lambda).toBeCloseTo(lambda, 6);
      });
    });
  },
);

import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { setIn } from './published.js';
import { FIRST } from './traces.js';

/** As the published linear program has it, where an `irequires` costs nothing. */
const MACHINE = { ...logGPS({ L: 3000, o: 5000, G: 0.018 }), async: 0 };

// Its runtime and λ_L (llamp-eager.csv).
// jacobi2d, halo3d and persist: with the request pitch of 8 that is right for them.
describe('the traces of this project', () => {
  it.each([
    ['ring-4', 742221.076, 10],
    ['sweep-4', 5253271.061999996, 61],
    ['cg-4', 5172946.152000012, 252],
    ['fft-4', 822183.9599999998, 20],
    ['jacobi2d-4', 2685472.3740000003, 149],
    ['halo3d-4', 1733015.12, 24],
    ['persist-4', 1648297.5199999998, 40],
  ])('%s takes %f ns, of which %i latencies', async (name, runtime, lambda) => {
    const { schedule } = tracesToSchedule(await setIn(`traces/${name}`), { ...FIRST, strict: true });
    const model = await Model.of(schedule, MACHINE, { engine: 'sweep' });
    const [point] = await curveAt(model, [3000]);
    expect(Math.abs(point.runtime - runtime) / runtime).toBeLessThan(1e-9);
    expect(point.lambda).toBe(lambda);
  });

  it('mixed-4 has receives from any source, which are matched by arrival', async () => {
    const { schedule } = tracesToSchedule(await setIn('traces/mixed-4'), { strict: true });
    const model = await Model.of(schedule, MACHINE, { engine: 'sweep' });
    expect(model.warnings.map((warning) => warning.code)).toEqual(['wildcard']);
  });
});

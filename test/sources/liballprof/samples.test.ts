import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { InputError } from '../../../src/errors.js';
import { logGPS } from '../../../src/machine/machine.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { traceSets } from '../../../src/sources/rank-files.js';
import { runs } from '../../part.js';
import { FIRST } from './traces.js';

const folder = fileURLToPath(new URL('../../../traces', import.meta.url));

function readSample(name: string) {
  const [set] = traceSets(readdirSync(`${folder}/${name}`));
  return readTraces(
    set.map((trace) => ({
      source: trace.name,
      rank: trace.rank,
      chunks: [gunzipSync(readFileSync(`${folder}/${name}/${trace.name}`))],
    })),
  );
}

// Runtime and λ_L of the published linear program at L = 3 µs, o = 5 µs, G = 0.018 ns/B (llamp-eager.csv).
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
    const { schedule } = tracesToSchedule(await readSample(name), { ...FIRST, strict: true });
    const model = await Model.of(schedule, logGPS({ L: 3000, o: 5000, G: 0.018 }), { engine: 'sweep' });
    const [point] = await curveAt(model, [3000]);
    expect(Math.abs(point.runtime - runtime) / runtime).toBeLessThan(1e-9);
    expect(point.lambda).toBe(lambda);
  });

  it('mixed-4 has receives from any source, which are matched by arrival', async () => {
    const { schedule } = tracesToSchedule(await readSample('mixed-4'), { strict: true });
    const model = await Model.of(schedule, logGPS({ L: 3000, o: 5000, G: 0.018 }), { engine: 'sweep' });
    expect(model.warnings.map((warning) => warning.code)).toEqual(['wildcard']);
  });
});

describe('a damaged trace', () => {
  const texts = ['persist-4', 'mixed-4', 'jacobi2d-4', 'ring-4'].map((name) =>
    [0, 1, 2, 3].map((rank) =>
      gunzipSync(readFileSync(`${folder}/${name}/pmpi-trace-rank-${rank}.txt.gz`)).toString('latin1'),
    ),
  );
  const damage = fc.record({
    text: fc.nat(),
    rank: fc.nat({ max: 3 }),
    at: fc.nat(),
    cut: fc.nat({ max: 60 }),
    put: fc.constantFrom('', '-', ':', ',', '9', '\n', 'MPI_', '#', '999999999999999999'),
  });

  it('is an error with its place, or still a trace: never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ text, rank, at, cut, put }) => {
        const ranks = [...texts[text % texts.length]];
        const place = at % ranks[rank].length;
        ranks[rank] = ranks[rank].slice(0, place) + put + ranks[rank].slice(place + cut);
        try {
          const encoder = new TextEncoder();
          tracesToSchedule(
            await readTraces(ranks.map((one, i) => ({ source: `rank${i}`, chunks: [encoder.encode(one)] }))),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as InputError).problems[0].place?.source).toMatch(/^rank\d$/);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

/** The frontier of real schedules, against the linear program. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { frontier } from '../../src/analysis/tolerance-frontier.js';
import { logGPS } from '../../src/machine/machine.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';
import { seeded } from './programs.js';

const border = new HighsBorder();
const parameters = { L: 3_000, o: 5_000, G: 0.018, S: 262_144 };

/** T by HiGHS with other values of L and G. */
async function runtimeByProgram(model: Model, L: number, G: number): Promise<number> {
  const machine = logGPS({ ...parameters, G });
  const system = compile(model.graph, machine);
  const highs = new HighsEngine(system, { border });
  return (await highs.evaluate(linesOf(system, latencyAxis(machine)), L)).runtime;
}

describe('frontier of real schedules', () => {
  const NAMES = ['cg-4', 'clover-4', 'comd-8', 'halo3d-4', 'lulesh-8', 'sweep3d-4'];
  for (const name of cases(NAMES, (one) => one === 'cg-4')) {
    const path = sharedPath(`data/goal/${name}.goal.gz`);
    it.skipIf(path === undefined)(
      `${name}: HiGHS finds the limit on it, less inside, more outside`,
      async () => {
        const schedule = parseGoal(gunzipSync(readFileSync(path ?? '')));
        const model = await Model.of(schedule, logGPS(parameters), { engine: 'sweep' });
        const axes = [latencyAxis(model.machine), gapAxis(model.machine)] as const;
        const [{ vertices, limit }] = frontier(model, [5], axes).frontiers;
        const edge = vertices.filter((vertex) => vertex.onFrontier);
        const next = seeded(7);
        for (let i = 0; i + 1 < edge.length && i < 6; i++) {
          // On the edge between two corners T is the limit; a little nearer to the machine less, further more.
          const share = next();
          const x = edge[i].x + share * (edge[i + 1].x - edge[i].x);
          const y = edge[i].y + share * (edge[i + 1].y - edge[i].y);
          const along = (by: number): Promise<number> =>
            runtimeByProgram(
              model,
              parameters.L + by * (x - parameters.L),
              parameters.G + by * (y - parameters.G),
            );
          expect(Math.abs((await along(1)) - limit)).toBeLessThanOrEqual(1e-9 * limit);
          expect(await along(0.9)).toBeLessThan(limit);
          expect(await along(1.1)).toBeGreaterThan(limit);
        }
      },
    );
  }
});

/** Lower bounds of the traces that ship, and of the schedules beside the project: between plain model and both plays. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileBounded } from '../../src/bounds/bounded-system.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { compile } from '../../src/timing/compile.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';
import { lowerOf, plainOf, upperOf } from './bounded-models.js';

const MACHINES = [
  logGPS({ L: 3000, o: 5000, G: 0.018, protocol: 'sync' }),
  logGPS({ L: 1000, o: 200, G: 1, S: 2000, protocol: 'sync' }),
  logGPS({ L: 100_000, o: 1000, G: 0.1, protocol: 'sync' }),
  logGPS({ L: 3000, o: 0, G: 0.5, protocol: 'sync' }),
];
/**
 * Schedules that a replay ends earlier than the bound on some machine, where the plain model does not say so: it charges a
 * receive's o when the message comes, the model when the program waits for it. Without o neither happens.
 */
const TAKEN_EARLY = ['npb-lu-S-4.goal.gz'];
/** For seconds, not minutes. */
const LARGE = 'lulesh-27-big.goal.gz';

const goals = sharedPath('data/goal');
const reference: [string, () => Schedule][] =
  goals === undefined
    ? []
    : readdirSync(goals)
        .filter((name) => name.endsWith('.goal.gz') && name !== LARGE)
        .map((name) => [
          name,
          () => parseGoal(gunzipSync(readFileSync(join(goals, name))), { source: name }),
        ]);

/** What must hold on each machine: [plain, lower, upper]. */
async function between(name: string, schedule: Schedule): Promise<void> {
  for (const machine of MACHINES) {
    const graph = buildGraph(schedule, machine);
    const plain = await plainOf(graph, machine);
    const lower = await lowerOf(graph, machine, null);
    expect(lower).toBeGreaterThanOrEqual(plain * (1 - 1e-12));
    expect(lower).toBeLessThanOrEqual(upperOf(graph, machine, null) * (1 + 1e-12));
    const replayed = simulate(graph.schedule, machine).runtime;
    const early = machine.overhead > 0 && (plain > replayed || TAKEN_EARLY.includes(name));
    if (!early) expect(lower).toBeLessThanOrEqual(replayed);
    const rows = compileBounded(graph, machine, null).rows - compile(graph, machine).rows;
    expect(rows).toBeLessThanOrEqual(2 * schedule.operations);
  }
}

describe.skipIf(reference.length === 0)('the lower bound of a reference schedule', () => {
  it.each(cases(reference, ([name]) => /^ring-4\./.test(name)))(
    '%s',
    async (name, schedule) => between(name, schedule()),
    60_000,
  );
});

import { expect, it } from 'vitest';
import { lognormal } from '../../src/analysis/distributions.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { noiseAnswer } from '../../src/noise/noise-runs.js';
import { samplerOf } from '../../src/noise/sampling.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { latencyAxis } from '../../src/timing/axis.js';

/** More ranks than 16 bits tell apart send to the last one, which waits for all. */
const SENDERS = 66_000;
const LATE = 65_800;

it('follows the longest of more paths than 16 bits tell apart', () => {
  const builder = new ScheduleBuilder(SENDERS + 1);
  for (let rank = 0; rank < SENDERS; rank++) {
    builder.beginRank(rank);
    builder.calc(rank === LATE ? 90_000 : 1000);
    builder.send(1, SENDERS, 0);
    builder.requires(1, 0);
  }
  builder.beginRank(SENDERS);
  for (let rank = 0; rank < SENDERS; rank++) builder.recv(1, rank, 0);
  builder.calc(1);
  for (let rank = 0; rank < SENDERS; rank++) builder.requires(SENDERS, rank);
  const machine = logGPS({ L: 1000, o: 0, G: 0 });
  const { criticality, runtime } = noiseAnswer(buildGraph(builder.finish(), machine), machine, {
    noise: { jitter: new Map(), computation: samplerOf(lognormal(1, 0.01)), detours: null, delays: [] },
    samples: 4,
    seed: 1,
    axis: latencyAxis(machine),
    at: [],
    percents: [],
    share: 0.95,
    followed: 1,
    names: () => [],
  });
  expect(runtime).toBe(91_001);
  expect(criticality.pairs.map(({ name }) => name)).toEqual([`${LATE} to ${SENDERS}`]);
});

/** Ranks over time as simulated: sums of bins against what operations take, and the picture. */
import { expect, it } from 'vitest';
import { occupancyPlot } from '../../src/report/plots/all-plots.js';
import { SimulatedOccupancy } from '../../src/report/timeline-occupancy.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, type Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { expectPicture, watchWarnings } from './gallery.js';
import { machine, sampleSchedule } from './samples.js';

watchWarnings();

const serial = { ...machine, cpu: 'serial', nic: 'serial', protocol: 'sync' } as const;

function played(schedule: Schedule, lanes: number, bins: number) {
  const first = simulate(schedule, serial);
  const heard = new SimulatedOccupancy(schedule, first.runtime, { lanes, bins });
  const { ends, busy } = simulate(schedule, serial, { listener: heard.listener });
  expect(ends).toEqual(first.ends);
  return { occupancy: heard.of(ends), runtime: first.runtime, ends, busy };
}

const sum = (values: Uint8Array): number => values.reduce((all, one) => all + one, 0);

it('of a send of 10 µs after 30 µs of computing, and its receiver, is what a hand draws', () => {
  const builder = new ScheduleBuilder(2);
  builder.beginRank(0);
  const calc = builder.calc(30_000);
  builder.requires(builder.send(1, 1), calc);
  builder.beginRank(1);
  builder.recv(1, 0);
  const schedule = builder.finish();
  // o = 5 µs, L = 3 µs: rank 0 is done at 35 µs, rank 1 takes the message from 38 to 43 µs.
  const { occupancy, runtime } = played(schedule, 2, 43);
  expect(runtime).toBe(43_000);
  const [ones, zeros] = [(n: number) => new Array(n).fill(255), (n: number) => new Array(n).fill(0)];
  expect([...occupancy.computation]).toEqual([...ones(30), ...zeros(13), ...zeros(43)]);
  expect([...occupancy.overhead]).toEqual([...zeros(30), ...ones(5), ...zeros(8), ...zeros(38), ...ones(5)]);
  expect([...occupancy.end]).toEqual([35_000, 43_000]);
});

it.each([
  [4, 200],
  [2, 64],
  [1, 7],
])(
  'of a trace on %i lanes and %i bins has the time of all computations and of all messages',
  async (lanes, bins) => {
    const schedule = await sampleSchedule('halo3d-4');
    const { occupancy, runtime, busy, ends } = played(schedule, lanes, bins);
    const binNs = runtime / bins;
    const perLane = schedule.ranks / lanes;
    const calcs = Array.from(schedule.value).reduce(
      (all, ns, op) => all + (schedule.kind[op] === CALC ? ns : 0),
      0,
    );
    // Each share is rounded to 1/255 of a bin.
    const rounding = (lanes * bins * binNs * perLane) / 255;
    const time = (shares: Uint8Array): number => (sum(shares) / 255) * binNs * perLane;
    expect(Math.abs(time(occupancy.computation) - calcs)).toBeLessThan(rounding);
    const messages = busy.reduce((all, ns) => all + ns, 0) - calcs;
    expect(Math.abs(time(occupancy.overhead) - messages)).toBeLessThan(rounding);
    expect(Math.max(...occupancy.end)).toBe(Math.max(...ends));
  },
);

it('is a picture', async () => {
  const schedule = await sampleSchedule('ring-4');
  const { occupancy, runtime } = played(schedule, 4, 480);
  const title = 'ring-4: ranks over time, simulated';
  await expectPicture('replay', occupancyPlot(occupancy, { ranks: 4, runtime, title }));
});

it('is a picture of few lanes where ranks are many, and of no time where nothing takes any', () => {
  const builder = new ScheduleBuilder(1000);
  for (let rank = 0; rank < 1000; rank++) {
    builder.beginRank(rank);
    builder.calc(rank);
  }
  const { occupancy, runtime } = played(builder.finish(), 56, 100);
  const svg = occupancyPlot(occupancy, { ranks: 1000, runtime });
  expect(svg).toContain('one lane per 18 ranks');
  expect(svg).toContain('ranks 0–17');
  expect(svg.length).toBeLessThan(200_000);
  const idle = new ScheduleBuilder(1);
  idle.beginRank(0);
  idle.calc(0);
  const none = played(idle.finish(), 1, 10);
  expect(occupancyPlot(none.occupancy, { ranks: 1, runtime: 0 })).not.toMatch(/NaN|Infinity/);
});

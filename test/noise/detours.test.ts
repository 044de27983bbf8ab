import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { compileNoise } from '../../src/noise/compile-noise.js';
import { Detours, parseDetours, periodic } from '../../src/noise/detours.js';
import { Lanes } from '../../src/noise/noise-lanes.js';
import { type Noise, placesOf } from '../../src/noise/noise-model.js';
import { DRAW, drawWords } from '../../src/noise/sampling.js';
import { NONE } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { runs } from '../part.js';

/** A computation played ns by ns: a step of work wherever no detour is. */
function byHand(
  list: readonly (readonly [number, number])[],
  period: number,
  time: number,
  work: number,
): number {
  let at = time;
  for (let left = work; left > 0; at++) {
    const place = at % period;
    if (!list.some(([start, length]) => place >= start && place < start + length)) left--;
  }
  return at - time - work;
}

describe('lanes with detours', () => {
  const machine = logGPS({ L: 3000, o: 500, G: 0.018 });
  const schedule = parseGoal(
    'num_ranks 2\nrank 0 {\nl1: calc 700\n}\nrank 1 {\nl1: calc 5000\nl2: calc 900\nl2 requires l1\n}\n',
  );
  const axis = latencyAxis(machine);
  const phaseIn = (detours: Detours, of: number): number[] => {
    const words = new Int32Array(64);
    drawWords(words, 0, 5, DRAW.phase, of);
    return [...words].map((word) => ((word >>> 0) / 2 ** 32) * detours.period);
  };

  it.each([
    ['one a period', periodic(1000, 90), false],
    ['a list', parseDetours('100 40\n900.5 20\n1700 0.25\n', 'noise.txt'), false],
    ['all ranks at once', periodic(1000, 90), true],
  ])(
    'end when the computations do, one after the other, each rank with its phase: %s',
    (_, list, together) => {
      const noise: Noise = { jitter: new Map(), computation: null, detours: { list, together }, delays: [] };
      const places = placesOf(machine, noise);
      const program = compileNoise(buildGraph(schedule, machine), machine, { places, axis });
      const found = new Lanes(program, { noise, seed: 5 }).play(0, { x: axis.base, scale: 1 });
      const phases = [0, 1].map((rank) => phaseIn(list, together ? NONE : rank));
      for (const [lane, end] of found.entries()) {
        const ends = (time: number, work: number, rank: number): number =>
          time + work + list.added(time, work, phases[rank][lane]);
        expect(end).toBeCloseTo(Math.max(ends(0, 700, 0), ends(ends(0, 5000, 1), 900, 1)), 3);
      }
    },
  );
});

describe('detours', () => {
  it('by hand: 10 of every 100 ns, the computation begins as a detour does, within one, behind it', () => {
    const detours = periodic(100, 10);
    expect(detours.added(0, 90, 0)).toBe(10);
    expect(detours.added(0, 91, 0)).toBe(20);
    expect(detours.added(4, 1, 0)).toBe(6);
    expect(detours.added(10, 90, 0)).toBe(0);
    expect(detours.added(0, 90, 10)).toBe(0);
    expect(detours.added(30, 900, 0)).toBe(100);
    expect(detours.mean).toBeCloseTo(1 / 9, 12);
  });

  it('are as played ns by ns', () => {
    const lists = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 6 })), {
        minLength: 1,
        maxLength: 5,
      })
      .map((gaps) => {
        let at = 0;
        return gaps.map(([gap, length]): [number, number] => {
          at += gap + length;
          return [at - length, length];
        });
      });
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 1, max: 20 }),
        fc.nat(200),
        fc.integer({ min: 1, max: 150 }),
        (list, rest, time, work) => {
          const [start, length] = list[list.length - 1];
          const period = start + length + rest;
          const detours = new Detours(
            list.map(([from, long]) => ({ start: from, length: long })),
            period,
          );
          expect(detours.added(time, work, 0)).toBe(byHand(list, period, time, work));
          expect(detours.added(time, work, 7)).toBe(byHand(list, period, time + 7, work));
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('come again to the ns after any time that whole numbers reach', () => {
    const lists = fc.constantFrom(
      [{ start: 13, length: 7 }],
      [
        { start: 0, length: 2 },
        { start: 40, length: 9 },
      ],
    );
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 50, max: 2_000_000_011 }),
        fc.maxSafeInteger(),
        fc.nat(500),
        (list, period, time, work) => {
          const detours = new Detours(list, period);
          const late = Math.floor(Math.abs(time) / 2);
          expect(detours.added(late, work, 0)).toBe(detours.added(late % period, work, 0));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('take all of the time when they are made too long', () => {
    expect(periodic(100, 10).scaled(2).added(0, 80, 0)).toBe(20);
    expect(periodic(100, 10).scaled(10).added(0, 1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(() => periodic(100, 100)).toThrow('leave no time');
  });

  it('read the form of LogGOPSim', () => {
    const detours = parseDetours('# Netgauge\n100\t10\n200.0 30\n\n', 'noise.txt');
    expect(detours.period).toBe(230);
    expect(detours.added(0, 190, 0)).toBe(10);
    expect(detours.added(0, 191, 0)).toBe(40);
    expect(() => parseDetours('100 10\n50 1\n', 'noise.txt')).toThrow('detour 2');
    expect(() => parseDetours('100\n', 'noise.txt')).toThrow('noise.txt:1');
    expect(() => parseDetours('1 2\nInfinity 1\n', 'noise.txt')).toThrow('noise.txt:2');
    expect(() => parseDetours('1 Infinity\n', 'noise.txt')).toThrow('noise.txt:1');
    expect(() => parseDetours('# nothing\n', 'noise.txt')).toThrow('no detours');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Detours, parseDetours, periodic } from '../../src/noise/detours.js';

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
      { numRuns: 400 },
    );
  });

  it('are so where there are many of them', () => {
    const list = Array.from({ length: 300 }, (_, i): [number, number] => [30 * i + ((i * i) % 17), i % 13]);
    const detours = new Detours(
      list.map(([start, length]) => ({ start, length })),
      9000,
    );
    fc.assert(
      fc.property(fc.nat(20_000), fc.integer({ min: 1, max: 15_000 }), (time, work) => {
        expect(detours.added(time, work, 0)).toBe(byHand(list, 9000, time, work));
      }),
      { numRuns: 200 },
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
      { numRuns: 1000 },
    );
  });

  it('take all of the time when they are made too long', () => {
    expect(periodic(100, 10).scaled(2).added(0, 80, 0)).toBe(20);
    expect(periodic(100, 10).scaled(10).added(0, 1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(() => periodic(100, 100)).toThrow('leave nothing');
  });

  it('read the form of LogGOPSim', () => {
    const detours = parseDetours('# Netgauge\n100\t10\n200.0 30\n\n', 'noise.txt');
    expect(detours.period).toBe(230);
    expect(detours.added(0, 190, 0)).toBe(10);
    expect(detours.added(0, 191, 0)).toBe(40);
    expect(() => parseDetours('100 10\n50 1\n', 'noise.txt')).toThrow('detour 2');
    expect(() => parseDetours('100\n', 'noise.txt')).toThrow('noise.txt:1');
    expect(() => parseDetours('# nothing\n', 'noise.txt')).toThrow('no detours');
  });
});

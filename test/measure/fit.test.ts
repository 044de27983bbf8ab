/** The fit gives back the machine that was measured, told by closed forms that it does not know. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMeasurements } from '../../src/measure/benchmark-times.js';
import {
  fitMachine,
  type MeasuredMachine,
  predictedHalf,
  worstMisfit,
} from '../../src/measure/fit-machine.js';
import { measureWarnings, refuseVague } from '../../src/measure/machine-text.js';
import { runs } from '../part.js';
import { type Simulated, type SimulationOptions, simulate, sizesUpTo } from './simulated.js';

const measure = (machine: Simulated, options?: SimulationOptions): MeasuredMachine =>
  fitMachine(readMeasurements(simulate(machine, options), 'simulated'));

const NETWORK: Simulated = { L: 1500, send: 300, receive: 500, g: 700, G: 0.08, S: 8192, exchange: 900 };
const none = Number.POSITIVE_INFINITY;

/** A factor around 1 by ±`share`, and ten times more for one in twenty, as where another process has the core. */
function noiseOf(seed: number, share: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => (uniform() < 0.05 ? 10 : 1 + share * (2 * uniform() - 1));
}

describe('without noise', () => {
  it('every parameter is that of the machine', () => {
    const found = measure(NETWORK);
    const { L, o, send, receive, exchange, g, G, S, protocol, overheadBySize } = found;
    expect([L, o, send, receive, g].map(({ value }) => Number(value.toFixed(6)))).toEqual([
      1500, 400, 300, 500, 700,
    ]);
    expect(exchange?.value).toBeCloseTo(900, 6);
    expect(G.value).toBeCloseTo(0.08, 9);
    expect([S, protocol, overheadBySize]).toEqual([8192, 'rdma-read', null]);
    for (const { low, high, value } of [L, o, g, G]) expect(high - low).toBeLessThan(1e-6 * value);
  });

  it('the clock costs nothing', () => {
    const { L, o, send, receive } = measure(NETWORK, { clock: 40 });
    expect([L, o, send, receive].map(({ value }) => Math.round(value))).toEqual([1500, 400, 300, 500]);
  });

  it('a stream that o holds back leaves G to the round trips', () => {
    const found = measure({ ...NETWORK, send: 5000, receive: 5000, g: 100, G: 0.001, S: none });
    expect(found.G.value).toBeCloseTo(0.001, 9);
    expect([found.g.value, found.o.value].map(Math.round)).toEqual([5000, 5000]);
  });

  it('overheads that take longer than the message leave no latency, and half of it each', () => {
    const found = measure({ ...NETWORK, L: -100, S: none });
    expect([found.L.value, found.o.value, found.withoutLatency]).toEqual([0, 350, true]);
    expect(predictedHalf(found, 1)).toBe(700);
  });

  it('what grows by size beyond G goes to o, with no more points than it takes', () => {
    // A copy by the CPU up to 1 KiB, at 1 ns a byte; from there on it costs as much as at 1 KiB.
    const extra = (bytes: number): number => Math.min(bytes - 1, 1023);
    const found = measure({ ...NETWORK, S: none, extra });
    expect(found.overheadBySize?.map(({ bytes, ns }) => [bytes, Math.round(ns)])).toEqual([
      [1, 400],
      [1024, 400 + 512],
      [2 ** 20, 400 + 512],
    ]);
    expect(Math.abs(worstMisfit(found).error)).toBeLessThan(0.03);
  });

  it('a step at S that no protocol has goes to o on both sides of it', () => {
    const extra = (bytes: number): number => (bytes > 8192 ? 20_000 : 0);
    const found = measure({ ...NETWORK, extra });
    expect(found.overheadBySize?.map(({ bytes }) => bytes)).toEqual([1, 8192, 8193, 2 ** 20]);
    for (const { bytes, half } of found.sizes)
      expect(Math.abs(predictedHalf(found, bytes) / half.value - 1)).toBeLessThan(0.03);
  });

  it('a machine on which every send waits is refused', () => {
    expect(() => measure({ ...NETWORK, S: 0 })).toThrow('even a send of 1 B waits for its receive');
  });

  it('times that say less than nothing are none', () => {
    const found = measure({ ...NETWORK, send: -600, receive: 100, g: -50, S: none });
    expect([found.o.value, found.g.value]).toEqual([0, 0]);
    // 1500 ns − 600 ns + 100 ns.
    expect(found.L.value).toBeCloseTo(1000, 6);
  });
});

describe('with noise', () => {
  it('a twentieth of all times being tenfold moves no parameter by more than its neighbours do', () => {
    const found = measure(NETWORK, { repeats: 100, noise: noiseOf(7, 0.05) });
    expect(Math.abs(found.L.value / 1500 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.o.value / 400 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.g.value / 700 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.G.value / 0.08 - 1)).toBeLessThan(0.05);
    expect([found.S, found.protocol, found.overheadBySize]).toEqual([8192, 'rdma-read', null]);
    expect(found.L.low).toBeLessThan(1500);
    expect(found.L.high).toBeGreaterThan(1500);
  });
});

describe('what cannot be used', () => {
  const warned = (found: MeasuredMachine): string =>
    measureWarnings(found, [])
      .map(({ message }) => message)
      .join('\n');
  const network = { ...NETWORK, S: none };
  /** Every third time forty times as long as the message takes. */
  const wild = (time: number): (() => number) => {
    let count = 0;
    return () => (count++ % 3 === 0 ? 40 * time : 0);
  };

  it('a size whose round trips spread by more than they last is left out and named, and the others are met', () => {
    const far = wild(1500 + 800 + 65_535 * 0.08);
    // A copy by the CPU, at 1 ns a byte up to 1 KiB, so that o goes by size.
    const copy = (bytes: number): number => Math.min(bytes - 1, 1023);
    const extra = (bytes: number): number => copy(bytes) + (bytes === 65_536 ? far() : 0);
    const found = measure({ ...network, extra }, { repeats: 60, noise: noiseOf(5, 0.02) });
    expect(found.leftOut).toEqual([{ bytes: 65_536, why: 'spreads' }]);
    expect(found.overheadBySize?.map(({ bytes }) => bytes)).not.toContain(65_536);
    expect(warned(found)).toContain(
      'the round trips of 1 of 21 sizes are left out: those of 64 KiB spread by more than they last. ' +
        'Measure again with no other work on these cores',
    );
    expect(Math.abs(found.o.value / 400 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.L.value / 1500 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.G.value / 0.08 - 1)).toBeLessThan(0.05);
    for (const { bytes } of found.sizes) {
      const half = 1500 + 800 + (bytes - 1) * 0.08 + copy(bytes);
      expect(Math.abs(predictedHalf(found, bytes) / half - 1), `at ${bytes} B`).toBeLessThan(0.05);
    }
    expect(() => refuseVague(found, 'ping-pong')).not.toThrow();
  });

  it('a round trip that is shorter than that of a smaller message is left out, and moves neither o nor G', () => {
    const grows = (bytes: number): number => Math.min(bytes - 1, 4095);
    const extra = (bytes: number): number =>
      grows(bytes) - (bytes === 1024 ? 1400 : 0) - (bytes === 16_384 ? 6000 : 0);
    const found = measure({ ...network, extra });
    expect(found.leftOut).toEqual([
      { bytes: 1024, why: 'short' },
      { bytes: 16_384, why: 'short' },
    ]);
    expect(found.overheadBySize?.map(({ bytes, ns }) => [bytes, Math.round(ns)])).toEqual([
      [1, 400],
      [4096, 400 + 2048],
      [2 ** 20, 400 + 2048],
    ]);
    expect(warned(found)).toContain('those of 1 KiB, 16 KiB are shorter than smaller messages allow');
  });

  it('one that is far too long leaves itself out, not those behind it', () => {
    const extra = (bytes: number): number => Math.min(bytes - 1, 1023) + (bytes === 64 ? 3000 : 0);
    const found = measure({ ...network, extra });
    expect(found.leftOut).toEqual([{ bytes: 64, why: 'long' }]);
    expect(found.overheadBySize?.map(({ bytes }) => bytes)).toEqual([1, 1024, 2 ** 20]);
  });

  it('an o that falls above S stays: a rendezvous may do without a copy', () => {
    const extra = (bytes: number): number => (bytes <= 8192 ? bytes - 1 : 0);
    const found = measure({ ...NETWORK, extra });
    expect([found.S, found.leftOut]).toEqual([8192, []]);
  });

  it('an L that spreads by more than its value is 0, and a warning says so', () => {
    const found = measure({ ...network, L: 20 }, { repeats: 60, noise: noiseOf(3, 0.2) });
    expect([found.L.value, found.withoutLatency]).toEqual([0, true]);
    // Half a round trip of 1 B takes 820 ns.
    expect(Math.abs(predictedHalf(found, 1) / 820 - 1)).toBeLessThan(0.05);
    expect(warned(found)).toMatch(
      /^.*L spreads by more than its value \(.* to .*\): L is taken as 0, and o as/m,
    );
  });

  it('G and o that spread by more than their value, and too many sizes, make no machine', () => {
    const vague = { value: 0.2338, low: 0.0931, high: 1.022 };
    const found = measure(network);
    expect(() => refuseVague({ ...found, G: vague }, 'ping-pong')).toThrow(
      'the measured times make no machine: G spreads by more than its value, 0.2338 ns/B (0.0931 ns/B to 1.022 ns/B)',
    );
    expect(() => refuseVague({ ...found, o: { value: 0, low: -10, high: 10 } }, 'ping-pong')).toThrow(
      'o spreads',
    );
    expect(() => refuseVague({ ...found, exchange: vague }, 'exchange')).toThrow('o (all) spreads');
    expect(() => refuseVague({ ...found, exchange: vague }, 'ping-pong')).not.toThrow();
    const every = (count: number): MeasuredMachine => ({
      ...found,
      leftOut: found.sizes.slice(1, 1 + count).map(({ bytes }) => ({ bytes, why: 'spreads' })),
    });
    // 21 sizes: ten may go.
    expect(() => refuseVague(every(10), 'ping-pong')).not.toThrow();
    expect(() => refuseVague(every(11), 'ping-pong')).toThrow(
      'the round trips of 11 of 21 sizes are left out',
    );
  });
});

const machines: fc.Arbitrary<Simulated> = fc.record({
  L: fc.double({ min: 50, max: 1e6, noNaN: true }),
  send: fc.double({ min: 30, max: 10_000, noNaN: true }),
  receive: fc.double({ min: 30, max: 10_000, noNaN: true }),
  g: fc.double({ min: 0, max: 20_000, noNaN: true }),
  G: fc.double({ min: 0.002, max: 20, noNaN: true }),
  S: fc.oneof(fc.constant(none), fc.integer({ min: 1, max: 2 ** 19 })),
  protocol: fc.constantFrom('rdma-read' as const, 'sync' as const),
});

describe('any machine', () => {
  it('is found without noise', () => {
    fc.assert(
      fc.property(machines, (machine) => {
        const found = measure(machine, { repeats: 3 });
        const o = (machine.send + machine.receive) / 2;
        expect(found.o.value).toBeCloseTo(o, 3);
        expect(found.L.value).toBeCloseTo(machine.L, 3);
        expect(found.G.value / machine.G).toBeCloseTo(1, 4);
        // Messages are never closer than the sender's o.
        expect(found.g.value).toBeCloseTo(Math.max(machine.g, machine.send), 3);
        expect(found.S).toBe(machine.S);
        if (Number.isFinite(machine.S)) expect(found.protocol).toBe(machine.protocol);
        expect(found.overheadBySize).toBeNull();
      }),
      { numRuns: runs(100) },
    );
  });

  it('is found with noise of 5 %, and its round trips are predicted within their spread', () => {
    fc.assert(
      fc.property(machines, fc.integer({ min: 1, max: 2 ** 30 }), (machine, seed) => {
        const found = measure(machine, { repeats: 60, noise: noiseOf(seed, 0.05), most: 2 ** 18 });
        const small = machine.L + machine.send + machine.receive;
        expect(Math.abs(found.o.value - (machine.send + machine.receive) / 2)).toBeLessThan(
          0.04 * found.o.value,
        );
        expect(Math.abs(found.L.value - machine.L)).toBeLessThan(0.04 * small);
        expect(found.S).toBe(machine.S > 2 ** 18 ? none : machine.S);
        const { bytes, error } = worstMisfit(found);
        expect(Math.abs(error), `at ${bytes} B`).toBeLessThan(0.08);
      }),
      { numRuns: runs(60) },
    );
  });
});

it('sizes are powers of two, the largest, and both sides of S', () => {
  expect(sizesUpTo(100, 20)).toEqual([1, 2, 4, 8, 16, 20, 21, 32, 64, 100]);
});

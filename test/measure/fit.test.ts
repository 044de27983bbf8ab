/** The fit gives back the machine that was measured, told by closed forms that it does not know. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateOf, quantile, relativeSpread } from '../../src/analysis/statistics.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { pointsCsv, readMeasurements } from '../../src/measure/benchmark-times.js';
import {
  fitMachine,
  fittedMachine,
  type MeasuredMachine,
  predictedHalf,
  worstMisfit,
} from '../../src/measure/fit-machine.js';
import { machineText, measureWarnings, refuseVague } from '../../src/measure/machine-text.js';
import { type Bounds, fewestKnots, halfRoundTrip, overheadFor } from '../../src/measure/round-trip.js';
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
      'the round trips of 1 of 21 sizes are omitted: those of 64 KiB spread by more than their value. ' +
        'Measure again on idle cores',
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

  describe('the slope for G needs two sizes', () => {
    /** Sizes up to `most`, at 100 ns a byte; the round trips of the largest also last `times` longer, by turns. */
    const steep = (most: number, times: readonly number[]): MeasuredMachine => {
      let turn = 0;
      const extra = (bytes: number): number => (bytes === most ? 2300 * times[turn++ % times.length] : 0);
      return measure({ ...network, G: 100, extra }, { most, repeats: 12 });
    };

    it('and two sound ones are enough', () => {
      // 1 B and 2 B; the median of 4 B is far too long.
      const found = steep(4, [0, 0, 2, 40]);
      expect(found.leftOut).toEqual([{ bytes: 4, why: 'spreads' }]);
      expect(found.G.value).toBeCloseTo(100, 9);
    });

    it('with one sound size it uses all, and G is as vague as they are', () => {
      const found = steep(2, [0, 0, 40]);
      expect(found.leftOut).toEqual([{ bytes: 2, why: 'spreads' }]);
      expect(found.G.value).toBeCloseTo(100, 9);
      expect(() => refuseVague(found, 'ping-pong')).toThrow('the spread of G exceeds its value, 100 ns/B');
    });
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
      /^.*the spread of L exceeds its value \(.* to .*\); L is set to 0, and o to/m,
    );
  });

  it('G and o that spread by more than their value, and too many sizes, make no machine', () => {
    const vague = { value: 0.2338, low: 0.0931, high: 1.022 };
    const found = measure(network);
    expect(() => refuseVague({ ...found, G: vague }, 'ping-pong')).toThrow(
      'the measured times do not define a machine, because the spread of G exceeds its value, 0.2338 ns/B (0.0931 ns/B to 1.022 ns/B)',
    );
    expect(() => refuseVague({ ...found, o: { value: 0, low: -10, high: 10 } }, 'ping-pong')).toThrow(
      'the spread of o',
    );
    expect(() => refuseVague({ ...found, exchange: vague }, 'exchange')).toThrow('the spread of o (all)');
    expect(() => refuseVague({ ...found, exchange: vague }, 'ping-pong')).not.toThrow();
    const every = (count: number): MeasuredMachine => ({
      ...found,
      leftOut: found.sizes.slice(1, 1 + count).map(({ bytes }) => ({ bytes, why: 'spreads' })),
    });
    // 21 sizes: ten may go.
    expect(() => refuseVague(every(10), 'ping-pong')).not.toThrow();
    expect(() => refuseVague(every(11), 'ping-pong')).toThrow(
      'the round trips of 11 of 21 sizes are omitted',
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
        // Of 3,000 such machines the largest error of o was 5.2 %, and 99.5 % of them had less than 3.7 %.
        expect(Math.abs(found.o.value - (machine.send + machine.receive) / 2)).toBeLessThan(
          0.08 * found.o.value,
        );
        expect(Math.abs(found.L.value - machine.L)).toBeLessThan(0.08 * small);
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

const MACHINE: Simulated = { L: 1500, send: 300, receive: 500, g: 700, G: 0.08, S: 8192, exchange: 900 };

describe('what the benchmark printed', () => {
  it('is read from among the words of others, and with a prefix', () => {
    const text = simulate(MACHINE, { repeats: 3 })
      .split('\n')
      .map((line) => (line === '' ? 'Warning: no permission to bind' : `0: ${line}`))
      .join('\r\n');
    const { mpi, ranks, points } = readMeasurements(text, 'run');
    expect([mpi, ranks.length]).toEqual(['Simulated MPI 1.0, for tests', 2]);
    expect(ranks[1]).toEqual({ rank: 1, host: 'host', cpu: 1, bound: false, socket: 0, cache: 0, cores: 2 });
    expect(points).toEqual(readMeasurements(simulate(MACHINE, { repeats: 3 }), 'run').points);
  });

  it.each([
    ['', 'the benchmark printed no results'],
    ['bash: no such file\n', 'the benchmark printed no results'],
    ['llamp-measure,rank,0,host,0,0,0,0,2\n', 'the benchmark did not finish'],
    ['\nllamp-measure,point,round-trip,0,1,8\n', "run:2: '0,1,8' is not a line of the benchmark"],
    ['llamp-measure,point,round-trip,0,1,8,1,0,0,1e\n', 'run:1: '],
    ['llamp-measure,point,sideways,0,1,8,1,0,0,1\n', "'sideways' is not a kind of measurement"],
    ['llamp-measure,rank,0,host\n', 'is not a line of the benchmark'],
    ['llamp-measure,core,host,0\n', 'is not a line of the benchmark'],
    ['llamp-measure,error,option,--no\n', 'the benchmark refused its option --no'],
    ['llamp-measure,error,memory,records\n', 'the benchmark has no memory for its records'],
    ['llamp-measure,error,ranks,1\n', 'the benchmark ran with one rank'],
  ])('%j is refused', (text, words) => {
    expect(() => readMeasurements(text, 'run')).toThrow(words);
  });

  it('without round trips of the pair is refused', () => {
    const measurements = readMeasurements(simulate(MACHINE, { repeats: 3 }), 'run');
    expect(() => fitMachine(measurements, 1, 2)).toThrow('no round trips between ranks 1 and 2');
  });

  it('is kept as CSV, a line each', () => {
    const { points } = readMeasurements(simulate(MACHINE, { repeats: 3 }), 'run');
    const [header, ...lines] = pointsCsv(points).trimEnd().split('\n');
    expect(header).toBe('kind,from,to,bytes,messages,delay_ns,repeat,time_ns');
    expect(lines.length).toBe(points.length);
    expect(lines.at(-1)).toBe('exchange,0,1,1,10,0,2,3300');
  });
});

describe('an estimate', () => {
  it('has the median and quartiles, between neighbours', () => {
    expect(estimateOf([4, 1, 3, 2])).toEqual({ value: 2.5, low: 1.75, high: 3.25 });
    expect(estimateOf([5])).toEqual({ value: 5, low: 5, high: 5 });
    expect(estimateOf([1, 2, 3], 0)).toEqual({ value: 0, low: 0, high: 2.5 });
    expect(quantile([], 0.5)).toBeNaN();
    expect(relativeSpread({ value: 10, low: 8, high: 14 })).toBeCloseTo(0.3, 12);
    expect(relativeSpread({ value: 0, low: 0, high: 0 })).toBe(0);
  });
});

/** The same by trying all subsets. */
function fewestByTrying(points: readonly Bounds[]): number {
  const inner = points.length - 2;
  let least = points.length;
  for (let set = 0; set < 2 ** inner; set++) {
    const chosen = points.filter((_, i) => i === 0 || i === points.length - 1 || (set >> (i - 1)) & 1);
    const within = points.every(({ x, low, high }) => {
      const right = chosen.findIndex((one) => one.x >= x);
      const [a, b] = [chosen[Math.max(0, right - 1)], chosen[right]];
      const y = a === b ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
      return x === b.x || (y >= low && y <= high);
    });
    if (within) least = Math.min(least, chosen.length);
  }
  return least;
}

describe('knots', () => {
  it('are as few as can be, and keep the others within their bounds', () => {
    const list = fc.array(
      fc.record({ y: fc.integer({ min: 0, max: 9 }), room: fc.integer({ min: 0, max: 4 }) }),
      {
        minLength: 2,
        maxLength: 9,
      },
    );
    fc.assert(
      fc.property(list, (heights) => {
        const points = heights.map(({ y, room }, i) => ({ x: 2 ** i, y, low: y - room, high: y + room }));
        const found = fewestKnots(points);
        expect([found[0], found.at(-1)]).toEqual([0, points.length - 1]);
        expect(found.length).toBe(fewestByTrying(points));
      }),
    );
  });

  it('of one point are that', () => {
    expect(fewestKnots([{ x: 1, y: 1, low: 1, high: 1 }])).toEqual([0]);
  });
});

describe('half a round trip', () => {
  const wire = { L: 1000, G: 2, S: 100, protocol: 'rdma-read' } as const;

  it.each([
    ['eager', wire, 300, 100, 2 * 300 + 1000 + 99 * 2],
    ['fetched, o below L', wire, 300, 101, 2 * 300 + 4000 + 200],
    ['fetched, o above L', wire, 1500, 101, 3 * 1500 + 3000 + 200],
    ['sync', { ...wire, protocol: 'sync' as const }, 300, 101, 2 * 300 + 1000 + 200],
  ])('%s', (_, one, o, bytes, wanted) => {
    expect(halfRoundTrip(one, o, bytes)).toBe(wanted);
    expect(overheadFor(one, wanted, bytes)).toBeCloseTo(o, 9);
  });
});

describe('the machine file', () => {
  const options = { name: 'a "quoted": name', source: 'tests', ranks: 2 };

  it.each([
    ['flat', MACHINE],
    ['without S', { ...MACHINE, S: Number.POSITIVE_INFINITY }],
    ['sync', { ...MACHINE, protocol: 'sync' as const }],
    ['o above g', { ...MACHINE, send: 900, receive: 900 }],
    ['by size', { ...MACHINE, extra: (bytes: number) => Math.min(bytes, 4096) }],
  ])('is read as what was measured: %s', (_, simulated) => {
    const found = fitMachine(readMeasurements(simulate(simulated), 'run'));
    const file = readMachineFile(machineText(found, options), 'machine.yaml');
    const { network, ...fields } = fittedMachine(found);
    expect(file.name).toBe(options.name);
    expect([file.L, file.G]).toEqual(
      [network.latencies[0].latencyNs, network.gaps[0].gapNsPerByte].map(sixDigits),
    );
    expect([file.o, file.S]).toEqual([fields.overhead, fields.rendezvous].map(sixDigits));
    expect(file.g).toBe(fields.gap > fields.overhead ? sixDigits(fields.gap) : undefined);
    expect(file.protocol).toBe(Number.isFinite(found.S) ? found.protocol : undefined);
    const table = fields.overheadBySize?.map(({ bytes, ns }) => ({ bytes, ns: sixDigits(ns) }));
    expect(file.overheadBySize).toEqual(table);
  });

  it('may have the o of an exchange, at all sizes, and tells the other', () => {
    const extra = (bytes: number): number => Math.min(bytes - 1, 4096);
    const found = fitMachine(readMeasurements(simulate({ ...MACHINE, extra }), 'run'));
    const text = machineText(found, { ...options, overhead: 'exchange' });
    const file = readMachineFile(text, 'machine.yaml');
    expect(file.o).toBe(900);
    const alone = found.overheadBySize ?? [];
    expect(file.overheadBySize?.map(({ ns }) => ns)).toEqual(alone.map(({ ns }) => sixDigits(ns + 500)));
    expect(text).toContain('# overhead of a message alone: 400 ns');
    expect(machineText(found, options)).toContain('# overhead while all 2 ranks exchange at once: 900 ns');
  });
});

const sixDigits = (value: number): number => Number(value.toPrecision(6));

describe('warnings', () => {
  const warningsOf = (machine: Simulated, options: Parameters<typeof simulate>[1]): string[] => {
    const measurements = readMeasurements(simulate(machine, options), 'run');
    return measureWarnings(fitMachine(measurements), measurements.ranks).map(({ message }) => message);
  };

  it('there are none of a quiet machine', () => {
    expect(warningsOf(MACHINE, {})).toEqual([]);
  });

  it('tell of ranks that share cores, of a spread, and of no latency', () => {
    expect(warningsOf(MACHINE, { ranks: 5 })).toEqual([
      '5 ranks share 2 cores of host, so the overhead of an exchange includes waiting for a core',
    ]);
    let turn = 0;
    const noise = (): number => (turn++ % 3 === 0 ? 2 : 1);
    expect(warningsOf(MACHINE, { noise })).toEqual([
      'the round trips of 22 of 22 sizes spread by more than 10 % (50 % at 1 B), due to other work on the machine or too few repeats',
    ]);
    expect(warningsOf({ ...MACHINE, L: -100, S: Number.POSITIVE_INFINITY }, {})).toEqual([
      'a send and a receive alone take 800 ns, more than half a round trip; L is set to 0, and o to a quarter of a round trip, 350 ns',
    ]);
  });
});

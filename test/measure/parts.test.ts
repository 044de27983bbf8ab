/** The parts of the fit: what is read, quantiles, and points through which a line goes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateOf, quantile, relativeSpread } from '../../src/analysis/statistics.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { pointsCsv, readMeasurements } from '../../src/measure/benchmark-times.js';
import { fitMachine, fittedMachine } from '../../src/measure/fit-machine.js';
import { machineText, measureWarnings } from '../../src/measure/machine-text.js';
import { type Bounds, fewestKnots, halfRoundTrip, overheadFor } from '../../src/measure/round-trip.js';
import { type Simulated, simulate } from './simulated.js';

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
    ['', 'the benchmark said nothing'],
    ['bash: no such file\n', 'the benchmark said nothing'],
    ['llamp-measure,rank,0,host,0,0,0,0,2\n', 'did not come to its end'],
    ['\nllamp-measure,point,round-trip,0,1,8\n', "run:2: '0,1,8' is no line of the benchmark"],
    ['llamp-measure,point,round-trip,0,1,8,1,0,0,1e\n', 'run:1: '],
    ['llamp-measure,point,sideways,0,1,8,1,0,0,1\n', "'sideways' is no kind of measurement"],
    ['llamp-measure,rank,0,host\n', 'is no line of the benchmark'],
    ['llamp-measure,core,host,0\n', 'is no line of the benchmark'],
    ['llamp-measure,error,option,--no\n', 'the benchmark refused its option: --no'],
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
      '5 ranks on 2 cores of host: they wait for cores as well, which the overhead of an exchange has in it',
    ]);
    let turn = 0;
    const noise = (): number => (turn++ % 3 === 0 ? 2 : 1);
    expect(warningsOf(MACHINE, { noise })).toEqual([
      'the round trips of 22 of 22 sizes spread by more than 10 % (50 % at 1 B): other work on the machine, or too few repeats',
    ]);
    expect(warningsOf({ ...MACHINE, L: -100, S: Number.POSITIVE_INFINITY }, {})).toEqual([
      'a send and a receive alone take 800 ns, more than half a round trip: L is taken as 0, and o as half of that, 350 ns',
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rSquared } from '../../src/analysis/statistics.js';
import {
  fitChannel,
  fitNbft,
  logGPFromNetgauge,
  logGPFromP2p,
  nbftTime,
  p2pTime,
  senderOverhead,
} from '../../src/collective-models/fit/channel-fits.js';
import { leastSquares, medianRelativeError } from '../../src/collective-models/fit/least-squares.js';
import {
  collectiveRowsOf,
  nbftRowsOf,
  type P2pRow,
  p2pRowsOf,
  parseCollectiveTable,
  parseNetgauge,
  parseOsu,
  parseP2pTable,
} from '../../src/collective-models/fit/measurement-files.js';
import { fitMeasurements, writePlatform } from '../../src/collective-models/fit/platform-fit.js';
import { prediction } from '../../src/collective-models/model-parts.js';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import { ModelError } from '../../src/errors.js';

describe('least squares', () => {
  it('finds the coefficients that made the rows', () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(number, number, number), ([a, b, c]) => {
        const xs = [2, 3, 5, 7, 11, 256];
        const fit = leastSquares(
          xs.map((x) => [1, x, Math.log2(x)]),
          xs.map((x) => a + b * x + c * Math.log2(x)),
        );
        expect(fit.coefficients[0]).toBeCloseTo(a, 8);
        expect(fit.coefficients[1]).toBeCloseTo(b, 8);
        expect(fit.coefficients[2]).toBeCloseTo(c, 8);
      }),
    );
  });

  it('gives plain and adjusted R² of a case solved by hand', () => {
    // y = 1, 2, 2 over x = 0, 1, 2: slope 1/2, intercept 7/6; SSE = 1/6, SST = 2/3
    const fit = leastSquares(
      [
        [1, 0],
        [1, 1],
        [1, 2],
      ],
      [1, 2, 2],
    );
    expect(fit.coefficients[0]).toBeCloseTo(7 / 6, 12);
    expect(fit.coefficients[1]).toBeCloseTo(1 / 2, 12);
    expect(fit.rSquared).toBeCloseTo(3 / 4, 12);
    expect(fit.adjustedRSquared).toBeCloseTo(1 - (1 / 4) * (2 / 1), 12);
  });

  it('weighs small times as much as large ones when the error is relative', () => {
    // one constant c for y = 1 and 4: Σ((y−c)/y)² is least at c = Σ(1/y)/Σ(1/y²) = 1.25/1.0625
    expect(leastSquares([[1], [1]], [1, 4], 'relative').coefficients[0]).toBeCloseTo(1.25 / 1.0625, 12);
    expect(leastSquares([[1], [1]], [1, 4]).coefficients[0]).toBeCloseTo(2.5, 12);
    expect(() => leastSquares([[1], [1]], [0, 4], 'relative')).toThrow('a measured time is 0');
  });

  it('refuses rows that do not determine the coefficients', () => {
    expect(() => leastSquares([[1, 2]], [1])).toThrow(/cannot determine 2 coefficients/);
    const same = [
      [1, 2],
      [1, 2],
    ];
    expect(() => leastSquares(same, [1, 2])).toThrow(/do not determine every coefficient/);
  });

  it('scores', () => {
    expect(rSquared([1, 2, 3], [2, 2, 2])).toBeCloseTo(0, 12);
    expect(rSquared([1, 2, 3], [3, 2, 1])).toBeCloseTo(-3, 12);
    expect(medianRelativeError([1, 2, 4, 0], [1.1, 2, 3, 9])).toBeCloseTo(0.1, 12);
    expect(medianRelativeError([1, 2], [1.5, 2])).toBeCloseTo(0.25, 12);
  });
});

describe('OSU output', () => {
  const full = [
    'mpirun: some noise',
    '',
    '# OSU MPI Broadcast Latency Test v7.3',
    '# Datatype: MPI_CHAR.',
    '# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations',
    '1                       2.24              0.42              2.94        5000',
    '1048576               812.50            100.00            900.25         500',
    '# OSU MPI Reduce Latency Test v7.3',
    '# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations  P50 Tail Lat(us)  P99 Tail Lat(us)',
    '4                       1.00              0.50              1.50        5000  0.99  1.45',
  ].join('\r\n');

  it('reads every report with minimum, maximum and iterations', () => {
    const [bcast, reduce] = parseOsu(full);
    expect([bcast.benchmark, reduce.benchmark]).toEqual(['broadcast', 'reduce']);
    expect(bcast.rows[1]).toEqual({
      bytes: 1048576,
      latencyUs: 812.5,
      minUs: 100,
      maxUs: 900.25,
      iterations: 500,
      percentilesUs: new Map(),
    });
    expect(reduce.rows[0].percentilesUs).toEqual(
      new Map([
        [50, 0.99],
        [99, 1.45],
      ]),
    );
  });

  it('reads the plain output of old and new versions alike', () => {
    const old = parseOsu('# OSU MPI Latency Test (Version 2.0)\n# Size Latency (us)\n0 1.06\n1 1.06\n');
    const recent = parseOsu(
      '# OSU MPI Latency Test v5.6\n# Size          Latency (us)\n0      1.06\n1   1.06\n',
    );
    expect(old[0].benchmark).toBe('latency');
    expect(old[0].rows).toEqual(recent[0].rows);
    expect(p2pRowsOf(old[0], 'node')).toEqual([{ channel: 'node', bytes: 1, latencyUs: 1.06 }]);
  });

  it.each([
    ['Open MPI', '[1,0]<stdout>:'],
    ['Open MPI 5', '[prterun-node1-271@1,0]<stdout>: '],
    ['Open MPI with times', 'Sun Nov 29 01:59:14 2026[1,0]<stdout>:'],
    ['MPICH', '[0] '],
    ['Slurm', '0: '],
    ['Slurm with many tasks', '  0: '],
  ])('is read with the labels of %s before each line', (_, label) => {
    const labelled = full.replace(/^/gm, label);
    expect(parseOsu(labelled)).toEqual(parseOsu(full));
    const fits = ' L=1.25  s=1  o_s=0.3  o_r=0.2  g=0.9  G=0.0004';
    expect(parseNetgauge(label + fits)).toEqual(parseNetgauge(fits));
  });

  it.each(['', '-CUDA', '-ROCM', '-OPENACC'])(
    'is of the same benchmark whatever the memory: MPI%s',
    (memory) => {
      const rows = '# Size  Latency (us)\n1  1.06\n';
      const named = ['', 'Broadcast ', 'Multi Latency '].map(
        (name) => parseOsu(`# OSU MPI${memory} ${name}Latency Test v7.3\n${rows}`)[0].benchmark,
      );
      expect(named).toEqual(['latency', 'broadcast', 'multi']);
    },
  );

  it('turns rows into what the fits read', () => {
    const [bcast] = parseOsu(full);
    expect(nbftRowsOf(bcast, 'core', 3)[0]).toEqual({
      channel: 'core',
      ranks: 3,
      bytes: 1,
      latencyUs: 2.24,
      minUs: 0.42,
      maxUs: 2.94,
    });
    const label = { collective: 'bcast', algorithm: 'chain', mapping: 'node', ranks: 8 } as const;
    expect(collectiveRowsOf(bcast, label)[0]).toMatchObject({ ...label, bytes: 1, maxUs: 2.94 });
  });

  it('names the row that breaks off, and what is missing from another text', () => {
    expect(() => parseOsu(full.replace('900.25         500', ''), 'run.txt')).toThrow(
      /^run.txt:7: row '1048576/,
    );
    expect(() => parseOsu('# OSU MPI Bandwidth Test v7.3\n# Size Bandwidth (MB/s)\n1 2.0\n')).toThrow(
      /no OSU latency report/,
    );
  });
});

describe('Netgauge output', () => {
  const text = [
    '# Info:   (0): writing data',
    ' L=1.250000  s=1  o_s=0.300000  o_r=0.200000  g=0.900000  G=0.000400 (19.531250 GiB/s) lsqu(g,G)=0.010000 ',
    ' L=1.250000  s=1024  o_s=0.500000  o_r=0.250000  g=0.950000  G=0.000390 (20.032051 GiB/s) lsqu(g,G)=0.020000 !!! d (2.500000) is smaller than g+size*G (3.000000) !!!',
  ].join('\n');

  it('takes G in µs per byte and leaves the misnamed bandwidth alone', () => {
    const report = parseNetgauge(text);
    expect(report.rows).toHaveLength(2);
    expect(report.rows[0].gapUsPerByte).toBe(0.0004);
    expect(report.warnings.map(({ code }) => code)).toEqual(['netgauge-delay']);
    expect(logGPFromNetgauge(report, 'node')).toEqual({
      channel: 'node',
      latencyUs: 1.25,
      overheadUs: 0.375,
      gapUs: 0.95,
      gapUsPerByte: 0.00039,
    });
    expect(logGPFromNetgauge(report, 'node', 'without-overhead').latencyUs).toBeCloseTo(0.5, 12);
  });

  it('names the line that lacks a parameter', () => {
    expect(() => parseNetgauge(text.replace('o_r=0.200000', ''), 'ng')).toThrow(
      /^ng:2: the line has no number for o_r/,
    );
    expect(() => parseNetgauge(text.replace('o_r=0.200000', 'o_r=0x10'), 'ng')).toThrow(/no number for o_r/);
    expect(() => parseNetgauge('nothing', 'ng')).toThrow(/no line with LogGP parameters/);
  });

  it('may be negative where a line rests on few sizes, and is refused where the last one is', () => {
    const line = (G: string, bytes: number) =>
      `L=1.5 s=${bytes} o_s=0.3 o_r=0.2 g=0.4 G=${G} (1.0 GiB/s) lsqu(g,G)=0.001`;
    const report = parseNetgauge(`${line('-0.001', 1)}\n${line('0.001', 1024)}\n`, 'ng');
    expect(logGPFromNetgauge(report, 'node').gapUsPerByte).toBe(0.001);
    expect(() => parseNetgauge(`${line('0.001', 1)}\n${line('-0.001', 1024)}\n`, 'ng')).toThrow(
      'ng:2: G is -0.001 in the last line, which uses all sizes. Measure again',
    );
  });
});

describe('tables', () => {
  it('reads the modelled algorithms of a collective', () => {
    const csv =
      'algorithm,cores,iterations,size,latency,min,max\n2,6,1000,1.0,5.24,1.07,12.97\n6,6,1000,1.0,1,1,1\n';
    expect(parseCollectiveTable(csv, { collective: 'bcast', mapping: 'core' })).toEqual([
      {
        collective: 'bcast',
        mapping: 'core',
        algorithm: 'chain',
        ranks: 6,
        bytes: 1,
        latencyUs: 5.24,
        minUs: 1.07,
        maxUs: 12.97,
      },
    ]);
  });

  it('names the place of a fault', () => {
    expect(() => parseP2pTable('mapby,size\ncore,1\n', 'p2p.csv')).toThrow(
      /^p2p.csv:1: .* no column 'latency'/,
    );
    expect(() => parseP2pTable('mapby,size,latency\ncore,1,0.4\ncore,2,fast\n', 'p2p.csv')).toThrow(
      /^p2p.csv:3: latency 'fast' is not a number/,
    );
    expect(() => parseP2pTable('mapby,size,latency\ncore,1\n', 'p2p.csv')).toThrow(/^p2p.csv:2: /);
    expect(() => parseP2pTable('', 'p2p.csv')).toThrow(/no rows/);
  });
});

describe('platform fits', () => {
  const rowsOf = (time: (bytes: number) => number) =>
    [1, 64, 4096, 65536, 131072, 262144, 524288, 1048576].map((bytes) => ({
      channel: 'core',
      bytes,
      latencyUs: time(bytes),
    }));

  it('finds two lines and the size where they part', () => {
    const rows = rowsOf((bytes) => (bytes <= 65536 ? 0.5 + 1e-4 * bytes : 9 + 5e-5 * bytes));
    const best = fitChannel('core', rows, { breakBytes: 'best' });
    expect(best.breakBytes).toBe(65536);
    expect(best.small.intercept).toBeCloseTo(0.5, 9);
    expect(best.large?.slope).toBeCloseTo(5e-5, 12);
    expect(best.rSquared).toBeCloseTo(1, 12);
    expect(p2pTime(best, 65537)).toBeCloseTo(9 + 5e-5 * 65537, 9);
    expect(fitChannel('core', rows, { breakBytes: 'none' }).large).toBeUndefined();
  });

  it('says where lines miss the smallest messages', () => {
    const bent = rowsOf((bytes) => (bytes <= 64 ? 0.5 : 2 + 1e-4 * bytes));
    const nothing = { nbft: { bcast: [], reduce: [] }, loggp: [], collectives: [], warnings: [] };
    const told = (p2p: readonly P2pRow[]) =>
      fitMeasurements({ ...nothing, p2p }, SHIPPED_PLATFORM.shape, { overheadUs: 0.1 }).warnings;
    const [warning, ...more] = told(bent);
    expect(more).toEqual([]);
    expect(warning.code).toBe('small-messages');
    const [, percent] = /^at 1 B the fitted lines give (\d+) % more on core/.exec(warning.message) ?? [];
    const line = fitChannel('core', bent);
    expect(Number(percent)).toBe(Math.round(100 * (p2pTime(line, 1) / 0.5 - 1)));
    const straight = rowsOf((bytes) => 0.5 + 1e-4 * bytes);
    expect(told(straight)).toEqual([]);
    expect(told([])).toEqual([]);
  });

  it('keeps the values of a channel with few process counts and draws lines through the rest', () => {
    const nbft = [2, 3, 4].map((ranks) => ({ channel: 'cache', ranks, bytes: 8, latencyUs: ranks * ranks }));
    const [kept] = fitNbft(nbft, ['cache']);
    expect([2, 3, 4].map((ranks) => nbftTime(kept, ranks, 8).us)).toEqual([4, 9, 16]);
    expect(nbftTime(kept, 5, 8).us).toBeCloseTo(16 + 7, 12);
    const [line] = fitNbft(nbft, ['cache'], 0);
    // 4, 9, 16 over 2, 3, 4: slope 6, mean 29/3
    expect(nbftTime(line, 3, 8).us).toBeCloseTo(29 / 3, 12);
    expect(() => fitNbft(nbft, ['core'])).toThrow(/no flat-tree measurement of channel 'core'/);
  });

  it('interpolates between sizes and says when it cannot', () => {
    const nbft = [8, 16].flatMap((bytes) =>
      [2, 3].map((ranks) => ({ channel: 'cache', ranks, bytes, latencyUs: bytes * ranks })),
    );
    const [channel] = fitNbft(nbft, ['cache']);
    expect(nbftTime(channel, 2, 12)).toEqual({ us: 24, withinSizes: true });
    expect(nbftTime(channel, 2, 4)).toEqual({ us: 16, withinSizes: false });
    expect(nbftTime(channel, 3, 32)).toEqual({ us: 48, withinSizes: false });
  });

  it('derives LogGP and never a negative latency', () => {
    const rows = rowsOf((bytes) => 0.4 + 1e-4 * bytes);
    const { channels, warnings } = logGPFromP2p(rows, ['core'], 0.09);
    expect(channels[0].latencyUs).toBeCloseTo(0.22, 9);
    expect(channels[0].gapUsPerByte).toBeCloseTo(1e-4, 12);
    expect(warnings).toEqual([]);
    const short = logGPFromP2p(rows, ['core'], 0.3);
    expect(short.channels[0].latencyUs).toBe(0);
    expect(short.warnings.map(({ code }) => code)).toEqual(['negative-latency']);
    expect(
      senderOverhead([{ channel: 'core', ranks: 2, bytes: 1, latencyUs: 0.4, minUs: 0.09 }], 'core'),
    ).toBe(0.09);
    expect(() => senderOverhead([], 'core')).toThrow(/no flat tree of 2 ranks/);
  });

  it('writes the platform file that places ranks', () => {
    const channels = ['cache', 'core', 'socket', 'node'].map((channel, i) => ({
      channel,
      latencyUs: i,
      overheadUs: 0.09,
      gapUs: 0.09,
      gapUsPerByte: 1e-4,
      ...(i === 0 ? {} : { endToEndUs: i + 0.18 }),
    }));
    const shape = { nodes: 2, socketsPerNode: 2, coresPerSocket: 64, coresPerCache: 4 };
    expect(writePlatform({ name: 'two', source: 'hand', shape, channels })).toBe(
      `name: two
source: hand
overhead_ns: 90
channels:
  cache:
    latency_ns: 0
    gap_ns_per_byte: 0.1
  core:
    end_to_end_ns: 1180
    gap_ns_per_byte: 0.1
  socket:
    end_to_end_ns: 2180
    gap_ns_per_byte: 0.1
  node:
    end_to_end_ns: 3180
    gap_ns_per_byte: 0.1
levels:
  - name: node
    count: 2
    channel: node
  - name: socket
    count: 2
    channel: socket
  - name: ccx
    count: 16
    channel: core
  - name: core
    count: 4
    channel: cache
`,
    );
  });
});

describe('how good a fit is', () => {
  it('is no number where nothing can be told, and never NaN', () => {
    // SST = 2, SSE = 0.5.
    expect(rSquared([1, 2, 3], [1.5, 2, 2.5])).toBe(0.75);
    expect(rSquared([2, 2], [2, 2])).toBe(1);
    for (const [measured, predicted] of [
      [[], []],
      [
        [2, 2],
        [1, 3],
      ],
      [
        [1, 2],
        [Number.NaN, 1],
      ],
      [
        [1e200, -1e200],
        [1, 1],
      ],
    ]) {
      expect(rSquared(measured, predicted)).toBeUndefined();
    }
    expect(medianRelativeError([0, 0], [1, 1])).toBeUndefined();
    expect(medianRelativeError([1], [Number.NaN])).toBeUndefined();
  });

  it('a prediction that is no number is refused by the model', () => {
    expect(() => prediction(Number.NaN)).toThrow(ModelError);
    expect(() => prediction(Number.POSITIVE_INFINITY)).toThrow(
      'gives Infinity µs, which is not a valid time',
    );
    expect(prediction(5)).toEqual({ latencyUs: 5, warnings: [] });
  });
});

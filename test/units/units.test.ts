import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import {
  decimal,
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  grouped,
  parseFlopRate,
  parseGapPerByte,
  parsePercents,
  parseSize,
  parseTime,
  UNITS,
} from '../../src/units.js';

/** The message of the UsageError that `act` throws. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const PARSERS = {
  time: parseTime,
  size: parseSize,
  gap: parseGapPerByte,
  flops: parseFlopRate,
} as const;

it.each<[keyof typeof PARSERS, string, number]>([
  ['time', '0', 0],
  ['time', ' 1.4 us ', 1_400],
  ['time', '0.018us', 18],
  ['time', '.5ms', 500_000],
  ['time', '+3e3ns', 3_000],
  ['time', '1E-3us', 1],
  ['time', '5.us', 5_000],
  ['size', '0', 0],
  ['size', '256', 256],
  ['size', '1.5MiB', 1_572_864],
  ['gap', '0', 0],
  ['gap', '0.018ns/B', 0.018],
  ['gap', '18ps/B', 0.018],
  ['gap', '1us/B', 1_000],
  // 8 bit a byte: 100 Gbit/s are 12.5 bytes a ns.
  ['gap', '100Gbit/s', 0.08],
  // 2^30 bytes a second: 1e9 / 2^30 ns a byte.
  ['gap', '1GiB/s', 0.931322574615479],
  ['flops', '2.5Mf', 2.5e6],
  ['flops', '1e9', 1e9],
])('a %s of %j is %d', (kind, text, value) => {
  expect(PARSERS[kind](text)).toBe(value);
});

it.each<[keyof typeof PARSERS, string, string]>([
  ['time', '1.5', "time '1.5' has no unit. Did you mean 1.5us?"],
  ['time', '3e-6', "time '3e-6' has no unit. Did you mean 3e-6s?"],
  ['time', '3 000', "time '3 000' is not one quantity. Write one, without separators, such as 3us"],
  ['time', '3,000ns', "time '3,000ns' is not one quantity"],
  ['time', '3us,4us', "time '3us,4us' is not one quantity"],
  ['time', 'fast', "time 'fast' is not a quantity. Write a number with a unit, such as 3us"],
  ['time', '', "time '' is not a quantity. Write a number with a unit, such as 3us"],
  ['time', '3us4', "time '3us4' has the unknown unit 'us4'"],
  ['time', '3us 4', "time '3us 4' is not a quantity"],
  ['time', '-3us', "time '-3us' is negative. Write a number from 0, such as 3us"],
  ['time', '1e999s', "time '1e999s' is not finite"],
  ['time', '3parsec', "time '3parsec' has the unknown unit 'parsec'. Units are ps, ns, us"],
  ['time', '3toString', "unknown unit 'toString'"],
  ['time', '3KiB', "unknown unit 'KiB'"],
  ['time', 'Infinity', 'not a quantity'],
  ['time', '0x10ns', "unknown unit 'x10ns'"],
  ['size', '1.5B', "size '1.5B' is not a whole number of bytes"],
  ['size', '-1B', 'is negative'],
  ['size', '256s', "unknown unit 's'"],
  ['size', 'big', "size 'big' is not a quantity. Write a number with a unit, such as 256KiB"],
  ['gap', '0.018', "gap per byte '0.018' has no unit. Did you mean 0.018ns/B?"],
  ['gap', '0.018ns', 'is neither a time per byte nor a bandwidth. Write 0.018ns/B or 100Gbit/s'],
  ['gap', '0Gbit/s', "gap per byte '0Gbit/s' is not a bandwidth. Write one above 0, such as 100Gbit/s"],
  ['gap', '-1Gbit/s', 'is not a bandwidth'],
  ['gap', '-1ns/B', 'is negative'],
  ['gap', '-1', "gap per byte '-1' is negative"],
  ['gap', '1KiB/B', "gap per byte '1KiB/B' has the unknown unit 'KiB/B'. Units are ps/B, ns/B, us/B"],
  ['gap', '1/B', "gap per byte '1/B' has the unknown unit '/B'. Units are ps/B, ns/B, us/B"],
  ['flops', '0', "flop rate '0' is not above 0. Write a rate such as 1Gf"],
  ['flops', '-1Gf', "flop rate '-1Gf' is negative. Write a number from 0, such as 1Gf"],
  ['flops', '1GHz', "flop rate '1GHz' has the unknown unit 'GHz'. Units are f, kf, Mf, Gf, Tf, Pf"],
  // After scaling. 2^53 ns are 104.2 days, 150120 minutes.
  ['time', '1e300s', "time '1e300s' is more than 2^53 ns. Write a smaller value"],
  ['time', '150120min', "time '150120min' is more than 2^53 ns"],
  ['size', '1e300TiB', "size '1e300TiB' is more than 2^53 B"],
  ['gap', '1e300s/B', "gap per byte '1e300s/B' is more than 2^53 ns/B"],
  ['gap', '1e-320Gbit/s', "the gap of gap per byte '1e-320Gbit/s' is more than 2^53 ns/B"],
  ['gap', '1e308Tbit/s', "gap per byte '1e308Tbit/s' is not a bandwidth"],
  // By however little it is more.
  ['time', '9007199254740993ns', 'is more than 2^53'],
  ['time', '9007199254740.992001us', 'is more than 2^53'],
  ['time', '9007199254740992.0000000000000000000000001ns', 'is more than 2^53'],
  ['time', '9007199254740992001ps', 'is more than 2^53'],
  ['time', '900719925474099201e-2ns', 'is more than 2^53'],
  ['time', '150119987.57901653334min', 'is more than 2^53'],
  ['size', '8192.0000000000001TiB', 'is more than 2^53'],
  ['gap', '9007199254740993ns/B', 'is more than 2^53'],
])('a %s of %j is refused', (kind, text, message) => {
  expect(refusal(() => PARSERS[kind](text))).toContain(message);
});

it('a quantity names the culprit, and takes a declared unit for a bare number only', () => {
  expect(refusal(() => parseTime('3', { name: 'latency' }))).toBe(
    "latency '3' has no unit. Did you mean 3us?",
  );
  expect(parseTime('3', { unit: 'ns' })).toBe(3);
  expect(parseTime('3us', { unit: 'ns' })).toBe(3_000);
  expect(parseGapPerByte('2', { unit: 'us' })).toBe(2_000);
  expect(refusal(() => parseGapPerByte('2', { unit: 'KiB' }))).toContain('Did you mean 2Gbit/s?');
  expect(refusal(() => parseTime('3', { unit: 'KiB' }))).toContain('has no unit');
  expect(refusal(() => parseTime('3', { unit: 'toString' }))).toContain('has no unit');
  expect(refusal(() => parseTime('9007199254740993', { unit: 'ns' }))).toContain('is more than 2^53');
});

describe('every unit', () => {
  /** What 3 of it are, in ns, bytes, ns/B, flops per second: a table of its own, by the definitions of SI and IEC. */
  const KINDS: Readonly<
    Record<keyof typeof UNITS, readonly [(text: string) => number, Readonly<Record<string, number>>]>
  > = {
    time: [
      parseTime,
      {
        ps: 0.003,
        ns: 3,
        us: 3_000,
        µs: 3_000,
        μs: 3_000,
        ms: 3_000_000,
        s: 3_000_000_000,
        min: 180_000_000_000,
      },
    ],
    size: [
      parseSize,
      {
        B: 3,
        kB: 3_000,
        KB: 3_000,
        MB: 3_000_000,
        GB: 3_000_000_000,
        TB: 3_000_000_000_000,
        KiB: 3_072,
        MiB: 3_145_728,
        GiB: 3_221_225_472,
        TiB: 3_298_534_883_328,
      },
    ],
    // 1 GB/s is 1 ns/B, 1 Gbit/s is 8 ns/B.
    rate: [
      parseGapPerByte,
      {
        'bit/s': 8e9 / 3,
        'kbit/s': 8e6 / 3,
        'Mbit/s': 8_000 / 3,
        'Gbit/s': 8 / 3,
        'Tbit/s': 0.008 / 3,
        bps: 8e9 / 3,
        kbps: 8e6 / 3,
        Mbps: 8_000 / 3,
        Gbps: 8 / 3,
        Tbps: 0.008 / 3,
        'b/s': 8e9 / 3,
        'kb/s': 8e6 / 3,
        'Mb/s': 8_000 / 3,
        'Gb/s': 8 / 3,
        'Tb/s': 0.008 / 3,
        'B/s': 1e9 / 3,
        'kB/s': 1e6 / 3,
        'MB/s': 1_000 / 3,
        'GB/s': 1 / 3,
        'TB/s': 0.001 / 3,
        'KiB/s': 1e9 / 3_072,
        'MiB/s': 1e9 / 3_145_728,
        'GiB/s': 1e9 / 3_221_225_472,
      },
    ],
    flops: [parseFlopRate, { f: 3, kf: 3e3, Mf: 3e6, Gf: 3e9, Tf: 3e12, Pf: 3e15 }],
  };

  it.each(Object.entries(KINDS))('of a %s has its value', (kind, [parse, values]) => {
    const units = Object.entries(UNITS).flatMap(([name, list]) => (name === kind ? Object.keys(list) : []));
    expect(Object.keys(values).sort()).toEqual(units.sort());
    for (const [unit, value] of Object.entries(values)) {
      // A gap is rounded to 15 digits.
      expect(Math.abs(parse(`3${unit}`) / value - 1), unit).toBeLessThan(1e-14);
    }
  });

  it('is shown from one of it on', () => {
    expect([1, 2 ** 10, 2 ** 20, 2 ** 30, 2 ** 40].map((bytes) => formatSize(bytes))).toEqual([
      '1 B',
      '1 KiB',
      '1 MiB',
      '1 GiB',
      '1 TiB',
    ]);
    expect([0, 1_023, 2 ** 20 - 1_024].map((bytes) => formatSize(bytes))).toEqual([
      '0 B',
      '1023 B',
      '1023 KiB',
    ]);
    expect([0.001, 1, 1e3, 1e6, 1e9].map((ns) => formatTime(ns))).toEqual([
      '1 ps',
      '1 ns',
      '1 µs',
      '1 ms',
      '1 s',
    ]);
    expect([formatBandwidth(8), formatBandwidth(16)]).toEqual(['1 Gbit/s', '500 Mbit/s']);
  });
});

describe('formatting', () => {
  it.each([
    [0, '0 ns'],
    [0.05, '50 ps'],
    [0.5, '0.5 ns'],
    [999, '999 ns'],
    [1_615, '1.615 µs'],
    [-3_000, '-3 µs'],
    [123_456, '123.5 µs'],
    [41_919_539_657.56599, '41.92 s'],
    [Number.POSITIVE_INFINITY, 'unlimited'],
    // What rounds into the next unit is of that.
    [999.96, '1 µs'],
    [999_960, '1 ms'],
    [999_960_000, '1 s'],
    [0.099999, '0.1 ns'],
  ])('shows %d ns as %j', (ns, text) => {
    expect(formatTime(ns)).toBe(text);
  });

  it('shows sizes, gaps and bandwidths', () => {
    expect(formatSize(1_572_864)).toBe('1.5 MiB');
    expect(formatSize(Number.POSITIVE_INFINITY)).toBe('unlimited');
    expect(formatGapPerByte(0.018)).toBe('0.018 ns/B');
    expect(formatGapPerByte(Number.POSITIVE_INFINITY)).toBe('unlimited');
    expect(formatBandwidth(0.018)).toBe('444.4 Gbit/s');
    expect(formatBandwidth(1_000)).toBe('8 Mbit/s');
    expect(formatBandwidth(0)).toBe('unlimited');
  });

  it('is read back to within its four digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e15, noNaN: true }), (ns) => {
        const back = parseTime(formatTime(ns));
        expect(Math.abs(back - ns) / ns).toBeLessThan(6e-4);
      }),
    );
  });

  it('puts commas where the formatting of the host puts them', () => {
    for (const n of [0, 999, 1000, 999_999, 1_166_181, Number.MAX_SAFE_INTEGER, -1234])
      expect(grouped(n)).toBe(n.toLocaleString('en-US'));
  });
});

describe('a quantity of many digits', () => {
  /** By whole numbers alone, for units of so many ns. */
  const units = [
    ['ns', 1n],
    ['us', 1_000n],
    ['ms', 1_000_000n],
    ['s', 1_000_000_000n],
  ] as const;

  it('up to 2^53 is the nearest double, in every unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 53n), fc.constantFrom(...units), (ns, [unit, factor]) => {
        const [whole, left] = [ns / factor, ns % factor];
        const digits = String((left * 10n ** 9n) / factor).padStart(9, '0');
        expect(parseTime(`${whole}.${digits}${unit}`)).toBe(Number(ns));
      }),
    );
  });

  it('keeps its last ns, whose unit is larger', () => {
    expect(parseTime('123456.0000123456min')).toBe(7_407_360_000_740_736);
    expect(parseTime('1234567.890123456s')).toBe(1_234_567_890_123_456);
    expect(parseTime('9007199254740.991us')).toBe(9_007_199_254_740_991);
    expect(parseSize('9007199254740.991kB')).toBe(9_007_199_254_740_991);
  });
});

it('2^53 ns is not too much', () => {
  expect(parseTime('9007199254740992.000ns')).toBe(2 ** 53);
  expect(parseTime('9007199254740.992us')).toBe(2 ** 53);
  expect(parseTime('9007199254740992000ps')).toBe(2 ** 53);
  expect(parseSize('8192TiB')).toBe(2 ** 53);
});

describe('decimal', () => {
  it('reads what people write as a number, and nothing else', () => {
    expect(['5', '0.5', '.5', '5.', '1e3', '-2', '+3'].map(decimal)).toEqual([5, 0.5, 0.5, 5, 1000, -2, 3]);
    for (const text of ['0x10', '0b1', 'Infinity', '', ' ', '1 2', '1e999', '1_000', 'NaN']) {
      expect(decimal(text)).toBeNaN();
    }
  });
});

describe('percentages', () => {
  it.each([
    ['1 %, 5%', [1, 5]],
    ['0.5', [0.5]],
    // A column of a table for each: two would have one name.
    ['1,2,1.0', [1, 2]],
  ])('%s is %j', (text, expected) => {
    expect(parsePercents(text)).toEqual(expected);
  });

  it.each(['', 'x', '-1', '1,,2', '1e300'])('%j is refused', (text) => {
    expect(() => parsePercents(text)).toThrow();
  });
});

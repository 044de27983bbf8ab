/** A trace of two ranks with marks, written by hand, in both forms of our tracer. */

type Line =
  | readonly ['send' | 'recv', start: number, end: number, peer: number]
  | readonly ['begin' | 'end', at: number, name: string]
  | readonly ['pcontrol', at: number, level: number];

/** Times in ns; MPI_Init ends at 0. */
interface Rank {
  readonly lines: readonly Line[];
  readonly finalize: number;
}

/**
 * Rank 0 computes 10 µs, sends, computes 10 µs, receives, computes 10 µs; rank 1 computes 3 µs, receives, computes 8 µs,
 * sends, computes 10 µs. The marks lie within those.
 */
export const MARKED: readonly Rank[] = [
  {
    lines: [
      ['begin', 4_000, 'setup'],
      ['send', 10_000, 11_000, 1],
      ['end', 15_000, 'setup'],
      ['pcontrol', 16_000, 1],
      ['begin', 18_000, 'solve'],
      ['recv', 21_000, 25_000, 1],
      ['end', 27_000, 'solve'],
      ['begin', 30_000, 'solve'],
      ['pcontrol', 31_000, 2],
      ['end', 32_000, 'solve'],
      ['begin', 33_000, 'only here'],
      ['end', 34_000, 'only here'],
    ],
    finalize: 35_000,
  },
  {
    lines: [
      ['begin', 0, 'setup'],
      ['recv', 3_000, 12_000, 0],
      ['end', 13_000, 'setup'],
      ['pcontrol', 14_000, 1],
      ['begin', 14_500, 'solve'],
      ['send', 20_000, 21_000, 0],
      ['end', 22_000, 'solve'],
      ['begin', 23_000, 'solve'],
      ['pcontrol', 23_500, 2],
      ['end', 24_000, 'solve'],
    ],
    finalize: 31_000,
  },
];

const header = (rank: number): string[] => [
  '# llamp-trace 1',
  '# request-pitch: 8',
  `# rank: ${rank}`,
  '# ranks: 2',
];

const us = (ns: number): string => (ns / 1_000).toFixed(3);

/** The ranks as text. */
export const textFiles = (ranks: readonly Rank[]): Uint8Array[] =>
  ranks.map(({ lines, finalize }, rank) =>
    new TextEncoder().encode(
      [
        "# htor's PMPI Tracer 1.1 Output File",
        ...header(rank),
        '',
        'MPI_Init:-:0:0:0.000',
        ...lines.map((line) => textOf(line, rank)),
        `MPI_Finalize:${us(finalize)}:-`,
        '',
      ].join('\n'),
    ),
  );

function textOf(line: Line, rank: number): string {
  switch (line[0]) {
    case 'pcontrol':
      return `#pcontrol: ${us(line[1])} ${line[2]}`;
    case 'begin':
    case 'end':
      return `#region: ${line[0]} ${us(line[1])} ${line[2]}`;
    case 'send':
      return `MPI_Send:${us(line[1])}:0:2:0,4,4:${line[3]}:0:1,${rank},2:${us(line[2])}`;
    default:
      return `MPI_Recv:${us(line[1])}:0:2:0,4,4:${line[3]}:0:1,${rank},2:0:${us(line[2])}`;
  }
}

const CALLS = ['MPI_Init/__', 'MPI_Finalize', 'MPI_Send/_ntnnC', 'MPI_Recv/_ntnnC_'];
const NO_TIME = -(2n ** 63n);
const CODES = { send: 2, recv: 3, begin: 0xff03, end: 0xff04, pcontrol: 0xff05 } as const;

/** The ranks as binary; `names` false: without the chunk of names. */
export const binaryFiles = (ranks: readonly Rank[], names = true): Uint8Array[] =>
  ranks.map(({ lines, finalize }, rank) => {
    const regions = [...new Set(lines.flatMap((line) => (typeof line[2] === 'string' ? [line[2]] : [])))];
    const records = [
      record(0, NO_TIME, 0n),
      ...lines.map((line) => recordOf(line, regions)),
      record(1, BigInt(finalize), NO_TIME),
    ];
    const text = new TextEncoder().encode([...header(rank), `# calls: ${CALLS.join(',')}`, ''].join('\n'));
    return joined([
      new TextEncoder().encode('LLAMPTR1'),
      words(text.length, 0),
      padded(text, 8),
      ...(names ? [chunk(4, regions.length, joined(regions.map(nameOf)))] : []),
      chunk(1, records.length, joined(records)),
      chunk(5, 1, new Uint8Array(BigInt64Array.of(BigInt(records.length), BigInt(finalize)).buffer)),
    ]);
  });

function recordOf(line: Line, regions: readonly string[]): Uint8Array {
  const code = CODES[line[0]];
  if (line[0] === 'send' || line[0] === 'recv')
    return record(code, BigInt(line[1]), BigInt(line[2]), [2, 4, line[3], 0]);
  const value = typeof line[2] === 'string' ? regions.indexOf(line[2]) + 1 : line[2];
  return record(code, BigInt(line[1]), BigInt(line[1]), [value]);
}

function record(code: number, start: bigint, end: bigint, fields: readonly number[] = []): Uint8Array {
  const view = new DataView(new ArrayBuffer(72));
  view.setBigInt64(0, start, true);
  view.setBigInt64(8, end, true);
  view.setUint16(16, code, true);
  view.setInt32(24, fields.length === 4 ? 1 : 0, true);
  for (const [i, field] of fields.entries()) view.setInt32(32 + 4 * i, field, true);
  return new Uint8Array(view.buffer);
}

const nameOf = (name: string, index: number): Uint8Array => {
  const text = new TextEncoder().encode(name);
  return joined([words(index + 1, text.length), padded(text, 4)]);
};

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

const chunk = (kind: number, count: number, payload: Uint8Array): Uint8Array =>
  joined([words(kind, count, payload.length, 0), padded(payload, 8)]);

const padded = (bytes: Uint8Array, to: number): Uint8Array =>
  joined([bytes, new Uint8Array((to - (bytes.length % to)) % to)]);

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A trace of two ranks with marks, written by hand, in both forms of our tracer. */

import { binaryForm } from '../../fuzz/binary-forms.js';

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

/** The ranks as binary; `names` false: without the chunk of names. */
export const binaryFiles = (ranks: readonly Rank[], names = true): Uint8Array[] =>
  textFiles(ranks).map((text, rank) =>
    binaryForm(new TextDecoder().decode(text), rank, ranks.length, { names }),
  );

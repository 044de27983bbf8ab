/**
 * How fast traces of other tools are read, beside the text traces of liballprof: the same calls, from memory to columns.
 *
 *   node scripts/run-ts.js bench/other-traces.ts [CALLS]
 */
import { readDumpi } from '../src/sources/dumpi/read-dumpi.js';
import { readTraces } from '../src/sources/liballprof/read-liballprof.js';
import type { TraceFile, TraceSet } from '../src/sources/mpi/rank-trace.js';
import { readSmpi } from '../src/sources/smpi/read-smpi.js';
import { COMM, DumpiWriter, TYPE } from '../test/sources/dumpi/writer.js';

const CALLS = Number(process.argv[2] ?? 1_000_000);
const RUNS = 5;
/** What Node hands on at once. */
const PIECE = 65_536;
/** Receives, sends and what waits for both. */
const STEPS = Math.floor(CALLS / 3);
const encoded = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join(''));

function liballprof(): Uint8Array {
  const us = (ns: number): string => (ns / 1_000).toFixed(3);
  const lines = ["# htor's PMPI Tracer 1.1 Output File\n", 'MPI_Init:-:0:0:0.000\n'];
  for (let step = 0; step < STEPS; step++) {
    const at = (call: number): string => `${us(450 * step + 150 * call)}`;
    lines.push(`MPI_Irecv:${at(0)}:0:10:0,8,8:0:7:1,0,1:640:${at(0.5)}\n`);
    lines.push(`MPI_Isend:${at(1)}:0:10:0,8,8:0:7:1,0,1:648:${at(1.5)}\n`);
    lines.push(`MPI_Waitall:${at(2)}:2:640:0:${at(2.5)}\n`);
  }
  return encoded(lines);
}

function smpi(): Uint8Array {
  const lines = ['0 init\n'];
  for (let step = 0; step < STEPS; step++)
    lines.push(
      `0 compute ${150 + (step % 7)}.5\n`,
      '0 irecv 0 7 10 0\n',
      '0 isend 0 7 10 0\n',
      '0 waitall 2\n',
    );
  return encoded(lines);
}

function dumpi(): Uint8Array {
  const writer = new DumpiWriter().record('Init', [['v', []]]);
  const message = [
    ['i', 10],
    ['h', TYPE.double],
    ['i', 0],
    ['i', 7],
    ['h', COMM.world],
  ] as const;
  for (let step = 0; step < STEPS; step++) {
    const start = 20 + 0.45 * step;
    const at = (call: number) => ({ start: start + 0.15 * call, end: start + 0.15 * call + 0.05 });
    writer.record('Irecv', [...message, ['i', 2]], at(1));
    writer.record('Isend', [...message, ['i', 3]], at(2));
    writer.record(
      'Waitall',
      [
        ['i', 2],
        ['l', [2, 3]],
        ['z', []],
      ],
      at(3),
    );
  }
  return writer.record('Finalize', [], { start: 0.45 * STEPS + 30, end: 0.45 * STEPS + 31 }).done();
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Least time of several runs, ms. */
async function least(
  bytes: Uint8Array,
  read: (files: readonly TraceFile[]) => Promise<TraceSet>,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const { ranks } = await read([{ source: 'rank 0', rank: 0, chunks: pieces(bytes) }]);
    if (ranks[0].rows !== 3 * STEPS) throw new Error(`${ranks[0].rows} of ${3 * STEPS} calls were read`);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const forms = [
  ['liballprof', liballprof(), readTraces],
  ['SMPI', smpi(), (files: readonly TraceFile[]) => readSmpi(files, { flopRate: 1e9 })],
  ['DUMPI', dumpi(), readDumpi],
] as const;
let first = 0;
for (const [name, bytes, read] of forms) {
  const ms = await least(bytes, read);
  first ||= ms;
  const speed = (bytes.length / 1e3 / ms).toFixed(0);
  const each = ((ms / (3 * STEPS)) * 1e6).toFixed(0);
  console.log(
    `${name.padEnd(12)}${ms.toFixed(0).padStart(7)} ms  ${each.padStart(4)} ns a call  ${speed.padStart(4)} MB/s  ` +
      `${(ms / first).toFixed(2)} times liballprof's`,
  );
}

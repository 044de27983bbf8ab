/**
 * How fast traces are read: the same calls in the binary and the text form of the tracer and as liballprof writes them, with
 * the kernel and without, from memory to columns, in CPU time.
 *
 *   node scripts/run-ts.js bench/trace-reading.ts [CALLS]
 */
import { useKernels } from '../src/kernels/arena.js';
import { RankScanner } from '../src/sources/liballprof/read-liballprof.js';
import { RecordReader } from '../src/sources/llamp-trace/read-llamp-trace.js';
import { binaryTrace, FIRST, header } from './binary-trace.js';

const CALLS = Number(process.argv[2] ?? 1_000_000);
const RUNS = 5;
/** What Node hands on at once. */
const PIECE = 65_536;
const RING = { rank: 0, ranks: 2 };

function text(calls: number, head: string): Uint8Array {
  const us = (ns: number): string => (ns / 1_000).toFixed(3);
  const lines = [head];
  for (let i = 0; i < calls; i++) {
    const start = us(150 * i + 100);
    const end = us(150 * i + 150);
    const name = i % 3 === 0 ? 'MPI_Irecv' : 'MPI_Isend';
    lines.push(
      i % 3 === 2
        ? `MPI_Waitall:${start}:2:${FIRST}:0:${end}\n`
        : `${name}:${start}:0:10:0,8,8:1:7:1,0,2:${FIRST + (i % 3) * 8}:${end}\n`,
    );
  }
  return new TextEncoder().encode(lines.join(''));
}

interface Reader {
  push(bytes: Uint8Array): void;
  finish(): { readonly rows: number };
}

/** Least CPU time of several runs, user and system, ms. */
function least(make: () => Reader, bytes: Uint8Array, kernels: boolean): number {
  useKernels(kernels);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    const reader = make();
    for (let at = 0; at < bytes.length; at += PIECE) reader.push(bytes.subarray(at, at + PIECE));
    const { rows } = reader.finish();
    if (rows !== CALLS) throw new Error(`${rows} of ${CALLS} calls were read`);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e3);
  }
  return best;
}

const lines = text(CALLS, "# htor's PMPI Tracer 1.1 Output File\n");
const scanner = (): Reader => new RankScanner('text', 0);
const forms = [
  ['binary', binaryTrace(CALLS, RING), () => new RecordReader('binary', 0), true],
  ['text', text(CALLS, header(RING)), scanner, true],
  ['liballprof', lines, scanner, true],
  ['the same, no kernel', lines, scanner, false],
] as const;
const [binary, own, plain, slow] = forms.map(([name, bytes, make, kernels]) => {
  const ms = least(make, bytes, kernels);
  const speed = (bytes.length / 1e3 / ms).toFixed(0);
  console.log(
    `${name.padEnd(20)}${ms.toFixed(0).padStart(7)} ms  ${((ms / CALLS) * 1e6).toFixed(0)} ns a call  ${speed} MB/s`,
  );
  return ms;
});
console.log(`binary is read ${(own / binary).toFixed(1)} times as fast as text`);
console.log(`the kernel reads ${(slow / plain).toFixed(1)} times as fast as TypeScript`);

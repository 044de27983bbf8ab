/** Traces read by the kernel give the columns, or the error, that TypeScript reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import { CallsKernel, KIND } from '../../src/kernels/calls-kernel.js';
import { RankScanner } from '../../src/sources/liballprof/read-liballprof.js';
import { compressionOf } from '../../src/sources/unpack.js';
import { runs } from '../part.js';
import { sharedPath } from '../shared.js';

afterEach(kernelsAsSet);

const encoder = new TextEncoder();

/** The trace, or the message of the error, of a text that comes in pieces of `size` bytes. */
function read(text: Uint8Array, kernels: boolean, size: number): unknown {
  useKernels(kernels, 0);
  const scanner = new RankScanner('rank-0.txt', 0);
  const memory = new Uint8Array(size);
  try {
    for (let at = 0; at < text.length; at += size) {
      // The same memory each time, as readers of files may have it.
      const length = Math.min(size, text.length - at);
      memory.set(text.subarray(at, at + length));
      scanner.push(memory.subarray(0, length));
    }
    return scanner.finish();
  } catch (error) {
    return String(error);
  }
}

function same(text: Uint8Array, sizes: readonly number[]): void {
  for (const size of sizes) expect(read(text, true, size)).toEqual(read(text, false, size));
}

const COMM = '9400,0,4';
/** Fields of a line after its start; `#` a number, `C` a communicator. Plain ones, then others. */
const FIELDS = [
  'MPI_Isend:@:100:#:10,8,8:#:#:C:#:@',
  'MPI_Irecv:@:100:#:10,8,8:#:#:C:#:@',
  'MPI_Send:@:100:#:8:#:#:C:@',
  'MPI_Wait:@:#:-:@',
  'MPI_Waitall:@:#:#:-:@',
  'MPI_Allreduce:@:1:2:#:10,8,8:1:C:@',
  'MPI_Comm_rank:@:C:5:@',
  'MPI_Comm_size:@:C:@',
  'MPI_Wtime:@:@',
  'MPI_Get_count:@:1:2:3:@',
  'MPI_Made_up:@::@',
];
const ODD = [
  'MPI_Isend:@:100:-#:10,-8,8:-0:0x1F:C:(nil):@',
  'MPI_Isend:@:100:#:10,8,8:#:#:C:#',
  'MPI_Isend:@:100:#:10,8,8:#:#:C:#:@:7',
  'MPI_Isend:@:100:#:10,8x,8:#:#:C:#:@',
  'MPI_Isend:@:100:1234567890123456:10,8:#:#:C:12345678901234567890:@',
  'MPI_Isend:@:100:#:10,8,8:#:#:9400,0:#:@',
  'MPI_Isend:@:100:#:10,8,8:#:#:9500,1,2:#:@',
  'MPI_Wait:@:#:-:-',
  'MPI_Wait:-:#:-:@',
  'MPI_Wait:@:#:-:@:',
  'MPI_Wait:@:#:@',
  'MPI_Wait:12.:#:-:@',
  'MPI_Wait:@:#:-:@ ',
  ' MPI_Wait:@:#:-:@',
  'MPI_Wait:@:#:-:@\r',
  'MPI_Wait:1.1234567890123456789:#:-:@',
  'MPI_Wait',
  'MPI_Wtime:-:@',
  'MPI_Wtime:@:-',
  'MPI_Wtime:@',
  'MPI_Wtime:@:1',
  'MPI_Comm_rank:@:9400,0,4',
  'MPI_Comm_rank:@:9400,0,4,:@',
  'MPI_Comm_rank:@:9400,0,4,5:6:@',
  'MPI_Comm_rank:@:9600,2,3:5:@',
  'MPI_Alltoallv:@:1:4,1,2:3:10,8:5:4,1,2:7:10,8:C:@',
  'MPI_Alltoallv:@:1:2:3:10,8:5:6:7:10,8:C:@',
  'MPI_Pcontrol:@:3:@',
  'MPI_Init:@:1:2:@',
  'MPI_Finalize:@:-',
  '# a word',
  '',
  'Call:@:@',
  'MPI_W\u00e9:@:@',
  '0MPI_Wait:@:#:-:@',
];

/** Times that mostly go on, one after the other, whole or with decimals. */
const lineOf = fc.record({
  line: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...FIELDS) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  ),
  n: fc.array(fc.nat(3000), { minLength: 8, maxLength: 8 }),
  steps: fc.array(
    fc.oneof({ weight: 60, arbitrary: fc.nat(5000) }, { weight: 1, arbitrary: fc.constant(-3) }),
    {
      minLength: 2,
      maxLength: 2,
    },
  ),
  decimals: fc.constantFrom(0, 3, 3, 6),
});

const text = fc.array(lineOf, { minLength: 1, maxLength: 60 }).map((lines) => {
  let now = 1_790_000_000_000_000;
  const written = lines.map(({ line, n, steps, decimals }) => {
    let numbers = 0;
    let times = 0;
    const time = (): string => {
      now += steps[times++ % 2];
      return (now / 1000).toFixed(decimals);
    };
    return line
      .replaceAll('#', (mark, at) => (at === 0 ? mark : String(n[numbers++ % 8])))
      .replaceAll('C:', (_, at) => (at < 4 ? 'C:' : `${COMM}:`))
      .replaceAll('@', time);
  });
  return encoder.encode(`# htor's PMPI Tracer 1.1 Output File\n${written.join('\n')}\n`);
});

/** Each file of traces in a folder, unpacked, at most so many of a run. */
function* tracesIn(folder: string, most: number): Generator<[string, Uint8Array]> {
  for (const run of readdirSync(folder, { withFileTypes: true })) {
    if (!run.isDirectory()) continue;
    const names = readdirSync(`${folder}/${run.name}`).filter((name) => /\.txt(\.gz)?$/.test(name));
    for (const name of names.slice(0, most)) {
      const bytes = readFileSync(`${folder}/${run.name}/${name}`);
      yield [`${run.name}/${name}`, compressionOf(bytes) === 'gzip' ? gunzipSync(bytes) : bytes];
    }
  }
}

const own = fileURLToPath(new URL('../../traces', import.meta.url));
const shared = sharedPath('data/traces');

describe('the kernel reads', () => {
  it.each([own, ...(shared === undefined ? [] : [shared])])(
    'the calls of %s as TypeScript does',
    (folder) => {
      let files = 0;
      for (const [name, bytes] of tracesIn(folder, 2)) {
        const wanted = read(bytes, false, bytes.length);
        for (const size of [1 << 20, 65_536, 10_007])
          expect([name, read(bytes, true, size)]).toEqual([name, wanted]);
        files++;
      }
      expect(files).toBeGreaterThan(8);
    },
  );

  it('nearly all lines of a trace by itself', () => {
    const [, bytes] = [...tracesIn(own, 1)].find(([name]) => name.startsWith('cg-4/')) ?? [
      '',
      encoder.encode(''),
    ];
    const scan = vi.spyOn(CallsKernel.prototype, 'scan');
    read(bytes, true, bytes.length);
    const taken = scan.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    scan.mockRestore();
    expect(taken).toBeGreaterThan(0.9 * bytes.filter((byte) => byte === 10).length);
  });

  it('plain lines among others, and their errors, wherever pieces are cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 4000 }), (bytes, size) =>
        same(bytes, [size, bytes.length]),
      ),
      { numRuns: runs(1500) },
    );
  });

  it('lines of which one byte is damaged', () => {
    const [, bytes] = [...tracesIn(own, 1)][0];
    const some = bytes.subarray(0, 20_000);
    fc.assert(
      fc.property(fc.nat(some.length - 1), fc.nat(255), (at, byte) => {
        const damaged = some.slice();
        damaged[at] = byte;
        same(damaged, [damaged.length]);
      }),
      { numRuns: runs(600) },
    );
  });

  it('more names, longer ones and more communicators than it knows, by the way of TypeScript', () => {
    const lines = Array.from({ length: 4000 }, (_, i) => {
      const comm = `${9000 + (i % 40)},0,4`;
      const name = i % 700 === 3 ? `${i}`.padStart(60, 'x') : `${i % 300}`;
      return `MPI_Barrier:${10 * i}:${comm}:${10 * i + 4}\nMPI_Own${name}:${10 * i + 5}:${10 * i + 6}\n`;
    });
    same(encoder.encode(lines.join('')), [1 << 20, 9_999]);
  });

  it('texts of more than a window, and lines longer than one', () => {
    const plain = Array.from(
      { length: 9000 },
      (_, i) => `MPI_Wait:${3 * i}:94232492014688:-:${3 * i + 1}.125\n`,
    );
    const long = `MPI_Waitall:90000:3:${'1'.padStart(300_000, '0')}:-:90001\n`;
    same(
      encoder.encode(
        [...plain, long, ...plain.map((line) => line.replaceAll(/:(\d+)(?=:9|\.)/g, ':1$1000'))].join(''),
      ),
      [1 << 20, 1 << 17, 77_777],
    );
  });

  it('lines up to the first that is not plain, and says where', () => {
    useKernels(true, 0);
    const kernel = CallsKernel.borrowed();
    if (kernel === null) throw new Error('there is no kernel');
    const bytes = encoder.encode(
      'MPI_Wait:12:77:-:13.5\nMPI_Barrier:14:3,0,2:16\nMPI_Wtime:17:19\nMPI_Send:20:1:21\n',
    );
    const known = { name: encoder.encode('MPI_Wait'), layout: encoder.encode('n_') };
    kernel.learn({ code: 4, kind: KIND.row, ...known }, { calls: 2, time: 1 });
    kernel.learn(
      { code: 9, kind: KIND.row, name: encoder.encode('MPI_Barrier'), layout: encoder.encode('C') },
      { calls: 1, time: 0 },
    );
    kernel.learn(
      { code: 300, kind: KIND.other, name: encoder.encode('MPI_Wtime'), layout: encoder.encode('') },
      { calls: 1, time: 0 },
    );
    kernel.comm(3, 0, 2, 1);
    expect(kernel.scan(bytes, 0, { line: 6, row: 100, field: 50, epoch: 10, clock: 1 })).toBe(3);
    expect([kernel.at, kernel.odd]).toEqual([bytes.length - 17, true]);
    const { others, clock, ...rows } = kernel.found();
    expect(Object.values(rows).map((column) => [...column])).toEqual([
      [4, 9],
      [2, 4],
      [3.5, 6],
      [6, 7],
      [50, 51],
      [77, 1],
    ]);
    expect(Object.values(others).map((column) => [...column])).toEqual([[300], [102], [7], [2]]);
    expect([clock, kernel.tally(0), kernel.tally(1)]).toEqual([
      9,
      { calls: 3, time: 2.5 },
      { calls: 2, time: 2 },
    ]);
    kernel.giveBack();
  });

  it('with the memory of a trace before it, also where that one was damaged', () => {
    const [, bytes] = [...tracesIn(own, 1)].find(([name]) => name.startsWith('cg-4/')) ?? [
      '',
      encoder.encode(''),
    ];
    const damaged = Uint8Array.from([...bytes.subarray(0, 50_000), ...encoder.encode('\nno call\n')]);
    read(bytes, true, bytes.length);
    const made = vi.spyOn(Arena, 'of');
    for (const size of [damaged.length, 10_007]) {
      expect(read(damaged, true, size)).toMatch(/'no call' is not a call/);
      expect(read(bytes, true, size)).toEqual(read(bytes, false, size));
    }
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it('two traces at once, and the next one with nothing of the last', () => {
    const bytes = encoder.encode(
      Array.from({ length: 50 }, (_, i) => `MPI_Barrier:${2 * i}:5,${0},2:${2 * i + 1}\n`).join(''),
    );
    const other = encoder.encode(
      Array.from({ length: 50 }, (_, i) => `MPI_Barrier:${2 * i}:6,${1},2:${2 * i + 1}\n`).join(''),
    );
    useKernels(true, 0);
    const scanners = [new RankScanner('rank-0.txt', 0), new RankScanner('rank-0.txt', 0)];
    for (const half of [0, 1])
      for (const [i, scanner] of scanners.entries()) {
        const all = i === 0 ? bytes : other;
        const middle = all.length / 2;
        scanner.push(half === 0 ? all.slice(0, middle) : all.slice(middle));
      }
    expect(scanners.map((scanner) => scanner.finish())).toEqual(
      [bytes, other].map((all) => read(all, false, all.length)),
    );
    expect(read(other, true, 1000)).toEqual(read(other, false, 1000));
  });
});

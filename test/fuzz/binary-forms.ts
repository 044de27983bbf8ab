/**
 * Binary files as their pages describe them, in as few lines as that takes: written from what is known, and read without the
 * library. Binary GOAL (the layout of LogGOPSim's converter), and version 1 of our tracer's binary form (trace-format.md).
 */
import type { Program } from '../properties/schedules.js';
import { type RawOperation, rawFile } from '../sources/goal-binary/raw.js';

type Op = Program[number][number];
const TYPES = ['', 'send', 'recv', 'calc'] as const;

/** A program as binary GOAL. */
export function binaryGoal(program: Program): Uint8Array {
  return rawFile(
    program.map((ops) =>
      ops.map(({ kind, value, peer, tag }, op): RawOperation => {
        const behind = (immediate: boolean): number[] =>
          ops.flatMap(({ after }, other) =>
            after.some((one) => one.op === op && one.immediate === immediate) ? [other] : [],
          );
        const waits = { requiredBy: behind(false), startedBy: behind(true) };
        const message = kind === 'calc' ? {} : { peer, tag };
        return { type: TYPES.indexOf(kind), size: value, ...message, ...waits };
      }),
    ),
  );
}

/** Operations by rank of binary GOAL; null where parts of the file contradict each other. */
export function readBinaryGoal(bytes: Uint8Array): Program | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getBigUint64(0, true) !== 4223n) return null;
    const ranks = view.getUint32(8, true);
    const starts = Array.from({ length: ranks }, (_, r) => Number(view.getBigUint64(14 + 16 * r, true)) + 8);
    return starts.map((start) => operationsAt(view, start));
  } catch (error) {
    // Behind the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function operationsAt(view: DataView, start: number): Op[] {
  const u32 = (at: number): number => view.getUint32(at, true);
  const count = u32(start);
  const records = start + 8 + 4 * u32(start + 4);
  const edges = records + 39 * count;
  const ops: Op[] = Array.from({ length: count }, (_, op) => {
    const at = records + 39 * op;
    const kind = TYPES[view.getUint8(at + 4)];
    if (kind === '' || kind === undefined) throw new RangeError('no kind of operation');
    const any = (value: number): number => (value === 0xffff_ffff ? -1 : value);
    const ends = kind === 'calc' ? { peer: 0, tag: 0 } : { peer: any(u32(at + 5)), tag: any(u32(at + 17)) };
    return { kind, value: Number(view.getBigUint64(at + 9, true)), ...ends, after: [] };
  });
  for (let op = 0; op < count; op++) {
    const at = records + 39 * op + 23;
    for (const immediate of [false, true]) {
      const [length, from] = [u32(at + 8 * Number(immediate)), u32(at + 8 * Number(immediate) + 4)];
      for (let i = from; i < from + length; i++) {
        const other = u32(edges + 4 * i);
        if (ops[other] === undefined) throw new RangeError('an edge to nowhere');
        ops[other] = { ...ops[other], after: [...ops[other].after, { op, immediate }] };
      }
    }
  }
  return ops;
}

/** Calls of the traces made here, with a letter for each argument. */
const CALLS: Readonly<Record<string, string>> = {
  MPI_Init: '__',
  MPI_Finalize: '',
  MPI_Send: '_ntnnC',
  MPI_Isend: '_ntnnCr',
  MPI_Recv: '_ntnnC_',
  MPI_Irecv: '_ntnnCr',
  MPI_Sendrecv: '_ntnn_ntnnC_',
  MPI_Wait: 'r_',
  MPI_Waitall: 'nr_',
};
const NAMES = Object.keys(CALLS);
const RECORD = 72;
const NO_TIME = -(2n ** 63n);
const MAGIC = 'LLAMPTR1';
const header = (rank: number, ranks: number): string =>
  `# llamp-trace 1\n# request-pitch: 8\n# rank: ${rank}\n# ranks: ${ranks}\n`;
const TABLE = `# calls: ${NAMES.map((name) => (CALLS[name] === '' ? name : `${name}/${CALLS[name]}`)).join(',')}\n`;

/** The calls of a rank, as liballprof writes them, on the clock of our tracer: MPI_Init ends at 0. */
function callsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('MPI_'));
  const zero = Number(lines[0].split(':').at(-1));
  const moved = (us: string): string => (us === '-' ? us : String(Number(us) - zero));
  return lines.map((line) => {
    const [name, start, ...rest] = line.split(':');
    return [name, moved(start), ...rest.slice(0, -1), moved(rest.at(-1) ?? '-')].join(':');
  });
}

/** The text of a rank as our tracer writes it, of the lines that liballprof writes. */
export function textForm(text: string, rank: number, ranks: number): string {
  const world = callsOf(text).map((line) => line.replaceAll(/:\d{6,}(,\d+,\d+)/g, ':1$1'));
  return ["# htor's PMPI Tracer 1.1 Output File", header(rank, ranks), ...world, ''].join('\n');
}

/** The same rank in the binary form. */
export function binaryForm(text: string, rank: number, ranks: number): Uint8Array {
  const records = callsOf(text).map(recordOf);
  const head = new TextEncoder().encode(header(rank, ranks) + TABLE);
  const all = records.flatMap((one) => [...one]);
  const last = records.at(-1) ?? new Uint8Array(RECORD);
  return Uint8Array.from([
    ...new TextEncoder().encode(MAGIC),
    ...words(head.length, 0),
    ...padded(head),
    ...words(1, records.length, all.length, 0),
    ...all,
    ...words(5, 1, 16, 0),
    ...words(records.length, 0),
    ...last.subarray(0, 8),
  ]);
}

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

function padded(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
  all.set(bytes);
  return all;
}

function recordOf(line: string): Uint8Array {
  const [name, start, ...rest] = line.split(':');
  const end = rest.pop() ?? '-';
  const view = new DataView(new ArrayBuffer(RECORD));
  const ns = (us: string): bigint => (us === '-' ? NO_TIME : BigInt(us) * 1_000n);
  view.setBigInt64(0, ns(start), true);
  view.setBigInt64(8, ns(end), true);
  view.setUint16(16, NAMES.indexOf(name), true);
  let field = 32;
  for (const [i, letter] of [...CALLS[name]].entries()) {
    if (letter === 'C') view.setInt32(24, 1, true);
    if (letter === 'r') view.setBigInt64(64, BigInt(rest[i]), true);
    if (letter !== 'n' && letter !== 't') continue;
    view.setInt32(field, Number(letter === 't' ? rest[i].split(',')[1] : rest[i]), true);
    field += 4;
  }
  return new Uint8Array(view.buffer);
}

/** The calls of a header's table, with a letter for each argument. */
type Table = readonly (readonly [name: string, letters: string])[];

/** The text of a binary rank; null where it has what is not written here, or parts of it contradict each other. */
export function textOfBinary(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const length = view.getUint32(8, true);
    const head = new TextDecoder().decode(bytes.subarray(16, 16 + length)).replaceAll('\0', '');
    if (new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) return null;
    const lines = head.split('\n');
    const table = lines.find((line) => line.startsWith('# calls: '))?.slice('# calls: '.length) ?? '';
    const calls = table.split(',').map((one): Table[number] => {
      const [name, letters = ''] = one.split('/');
      return [name, letters];
    });
    const of = (name: string): string => new RegExp(`^# ${name}: (\\d+)$`, 'im').exec(head)?.[1] ?? '';
    const kept = lines.filter((line) => !line.startsWith('# calls: ')).join('\n');
    const records = recordsOf(view, 16 + Math.ceil(length / 8) * 8, calls, `1,${of('rank')},${of('ranks')}`);
    return ["# htor's PMPI Tracer 1.1 Output File", kept, ...records, ''].join('\n');
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function recordsOf(view: DataView, start: number, calls: Table, world: string): string[] {
  const lines: string[] = [];
  for (let at = start; at < view.byteLength; ) {
    const [kind, size] = [view.getUint32(at, true), Number(view.getBigUint64(at + 8, true))];
    const end = at + 16 + size;
    if (kind === 1) {
      if (size % RECORD !== 0) throw new RangeError('half a record');
      for (let from = at + 16; from < end; from += RECORD) lines.push(lineOf(view, from, calls, world));
    } else if (kind === 5 && Number(view.getBigUint64(at + 16, true)) !== lines.length)
      throw new RangeError('records were lost');
    // Others are to be skipped.
    at += 16 + Math.ceil(size / 8) * 8;
    if (at > view.byteLength) throw new RangeError('cut short');
  }
  return lines;
}

function lineOf(view: DataView, at: number, calls: Table, world: string): string {
  const [name, letters] = calls[view.getUint16(at + 16, true)] ?? [];
  const own = [view.getUint16(at + 18, true), view.getUint32(at + 20, true), view.getInt32(at + 28, true)];
  if (name === undefined || letters === undefined || own.some((one) => one !== 0))
    throw new RangeError('no record of those written here');
  const time = (from: number): string => {
    const ns = view.getBigInt64(from, true);
    // A time that there is none of, whatever its lower half says.
    if (ns < -(2n ** 62n)) return '-';
    const size = ns < 0n ? -ns : ns;
    return `${ns < 0n ? '-' : ''}${size / 1_000n}.${String(size % 1_000n).padStart(3, '0')}`;
  };
  let field = at + 32;
  const args = [...letters].map((letter) => {
    const comm = view.getInt32(at + 24, true);
    if (letter === 'C' && comm !== 1) throw new RangeError('another communicator');
    if (letter === 'C') return world;
    if (letter === 'r') return String(view.getBigInt64(at + 64, true));
    if (letter !== 'n' && letter !== 't') return '0';
    const value = view.getInt32(field, true);
    field += 4;
    return letter === 't' ? `0,${value},${value}` : String(value);
  });
  return [name, time(at), ...args, time(at + 8)].join(':');
}

/**
 * Binary files as their pages describe them, in as few lines as that takes: written from what is known, and read without the
 * library. Binary GOAL (the layout of LogGOPSim's converter), and our tracer's binary form (trace-format.md). What others decode
 * becomes the text of a trace here.
 */
import type { Program } from '../properties/schedules.js';
import { type RawOperation, rawFile } from '../sources/goal-binary/raw.js';
import { readBinary, textOfBinary as textOf } from '../tracer/decode.js';

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
const MAGIC = 'LLAMPTR';
/** The chunk that nothing stands behind. */
const END = 5;
/** The version whose calls tell the handles of their requests, without checksums. */
const WITH_HANDLES = 3;
const header = (rank: number, ranks: number, version = 1): string =>
  `# llamp-trace ${version}\n# request-pitch: 8\n# rank: ${rank}\n# ranks: ${ranks}\n`;
const TABLE = `# calls: ${NAMES.map((name) => (CALLS[name] === '' ? name : `${name}/${CALLS[name]}`)).join(',')}\n`;

/** The lines of a rank that become records, on the clock of our tracer: MPI_Init ends at 0. */
function recordedLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^(MPI_|#region: |#pcontrol: )/.test(line));
  const zero = Number(lines[0].split(':').at(-1));
  const moved = (us: string): string => (us === '-' ? us : String(Number(us) - zero));
  return lines.map((line) => {
    if (line.startsWith('#')) return line;
    const [name, start, ...rest] = line.split(':');
    return [name, moved(start), ...rest.slice(0, -1), moved(rest.at(-1) ?? '-')].join(':');
  });
}

/** The text of a rank as our tracer writes it, of the lines that liballprof writes. */
export function textForm(text: string, rank: number, ranks: number): string {
  const world = recordedLines(text).map((line) => line.replaceAll(/:\d{6,}(,\d+,\d+)/g, ':1$1'));
  return ["# htor's PMPI Tracer 1.1 Output File", header(rank, ranks), ...world, ''].join('\n');
}

/** How a rank is written in the binary form. */
interface BinaryOptions {
  /** Default true; false: without the chunk that names its regions. */
  readonly names?: boolean;
  /**
   * As version 3, which has checksums yet to be given: requests are all made in one variable and completed as copies, by
   * handles that come again.
   */
  readonly handles?: boolean;
}

/** The same rank in the binary form. */
export function binaryForm(
  text: string,
  rank: number,
  ranks: number,
  { names = true, handles = false }: BinaryOptions = {},
): Uint8Array {
  const lines = recordedLines(text);
  const version = handles ? WITH_HANDLES : 1;
  const given = handles ? new Handles() : null;
  const regions = [...new Set(lines.flatMap((line) => REGION.exec(line)?.[2] ?? []))];
  const records = lines.map((line) => recordOf(line, regions, given));
  const table = handles ? TABLE.replaceAll('/nr', '/nR') : TABLE;
  const head = bytesOf(header(rank, ranks, version) + table);
  const last = records.at(-1) ?? new Uint8Array(RECORD);
  const named = regions.map((name, i) => joined(words(i + 1, name.length), padded(bytesOf(name), 4)));
  return joined(
    ...[bytesOf(MAGIC + version), words(head.length, 0), padded(head)],
    ...(regions.length > 0 && names ? [chunk(4, regions.length, joined(...named))] : []),
    chunk(1, records.length, joined(...records)),
    chunk(END, 1, joined(words(records.length, 0), last.subarray(0, 8))),
  );
}

const REGION = /^#region: (begin|end) \S+ (.*)$/;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const padded = (bytes: Uint8Array, to = 8): Uint8Array =>
  joined(bytes, new Uint8Array((to - (bytes.length % to)) % to));

const chunk = (kind: number, count: number, payload: Uint8Array): Uint8Array =>
  joined(words(kind, count, payload.length, 0), padded(payload));

const ns = (us: string): bigint => (us === '-' ? NO_TIME : BigInt(Math.round(Number(us) * 1_000)));

function record(code: number, start: string, end: string, fields: readonly number[]): DataView {
  const view = new DataView(new ArrayBuffer(RECORD));
  view.setBigInt64(0, ns(start), true);
  view.setBigInt64(8, ns(end), true);
  view.setUint16(16, code, true);
  for (const [i, field] of fields.entries()) view.setInt32(32 + 4 * i, field, true);
  return view;
}

const VARIABLE = 0x7ffc_1234_5678n;
const ISSUES = /^MPI_I(send|recv)$/;

/** Handles of requests, as a library gives them: the last that came back goes first. */
class Handles {
  readonly #back: bigint[] = [];
  readonly #of = new Map<number, bigint>();
  #next = 0x55d0_0000_0000n;

  /** Those of the call's requests, which lie from an address on. */
  of(call: string, address: number, count: number): bigint[] {
    if (ISSUES.test(call)) {
      const handle = this.#back.pop() ?? this.#next;
      if (handle === this.#next) this.#next += 64n;
      this.#of.set(address, handle);
      return [handle];
    }
    const found = Array.from({ length: count }, (_, i) => this.#of.get(address + 8 * i) ?? 0n);
    for (let i = 0; i < count; i++) this.#of.delete(address + 8 * i);
    this.#back.push(...found.filter((handle) => handle > 0n));
    return found;
  }
}

/** A record with the handles of its requests: in it, or of several in the list behind it. */
function withHandles(view: DataView, handles: readonly bigint[], several: boolean): Uint8Array {
  view.setBigInt64(64, VARIABLE, true);
  if (!several) {
    view.setBigInt64(56, handles[0], true);
    return new Uint8Array(view.buffer);
  }
  view.setInt32(28, 1 + 2 * handles.length, true);
  const list = padded(new Uint8Array(4 + 8 * handles.length), RECORD);
  const items = new DataView(list.buffer, list.byteOffset);
  items.setInt32(0, handles.length, true);
  for (const [i, handle] of handles.entries()) items.setBigInt64(4 + 8 * i, handle, true);
  return joined(new Uint8Array(view.buffer), list);
}

function recordOf(line: string, regions: readonly string[], given: Handles | null): Uint8Array {
  const [, edge, name] = REGION.exec(line) ?? [];
  const [, at, level] = line.split(' ');
  if (edge !== undefined) {
    const code = edge === 'begin' ? 0xff03 : 0xff04;
    return new Uint8Array(record(code, level, level, [regions.indexOf(name) + 1]).buffer);
  }
  if (line.startsWith('#')) return new Uint8Array(record(0xff05, at, at, [Number(level)]).buffer);
  const [call, start, ...rest] = line.split(':');
  const end = rest.pop() ?? '-';
  const letters = [...CALLS[call]];
  const fields = letters.flatMap((letter, i) => {
    if (letter === 'n') return [Number(rest[i])];
    return letter === 't' ? [Number(rest[i].split(',')[1])] : [];
  });
  const view = record(NAMES.indexOf(call), start, end, fields);
  if (letters.includes('C')) view.setInt32(24, 1, true);
  if (letters.includes('r')) {
    const address = Number(rest[letters.indexOf('r')]);
    if (given !== null) {
      const several = call === 'MPI_Waitall';
      return withHandles(view, given.of(call, address, several ? fields[0] : 1), several);
    }
    view.setBigInt64(64, BigInt(address), true);
  }
  return new Uint8Array(view.buffer);
}

/** The text of a binary rank of any version; throws where it is cut, or parts of it contradict each other. */
export function textOfBinary(bytes: Uint8Array): string {
  const binary = readBinary(bytes);
  const ends = binary.chunks.findIndex(({ kind }) => kind === END);
  if (binary.rest > 0 || (ends >= 0 && ends < binary.chunks.length - 1))
    throw new RangeError('something behind the last chunk');
  // From version 2 on, lines without their sign are of a path that goes on in the next line.
  const header = binary.header.filter((line) => line.startsWith('#'));
  return textOf({ ...binary, header });
}

/** Whom a message without a partner is to or from. */
export const NOBODY = -2;

/** A call that was decoded from another format: times in µs, and its fields as its line has them. */
export interface DecodedCall {
  readonly name: string;
  readonly start: number | '-';
  readonly end: number | '-';
  readonly fields: readonly (string | number)[];
  /** The request that it issues, by a number that no other has. */
  readonly issues?: number;
  /** Of a wait: the requests that it completes. */
  readonly waits?: readonly number[];
  /** Comment lines behind it. */
  readonly notes?: readonly string[];
}

/** Decoded calls as the text of a rank. Requests that one wait completes lie side by side, as in an array. */
export function textOfCalls(calls: readonly DecodedCall[], rank: number, ranks: number): string {
  const slots = new Map<number, number>();
  for (const request of [...calls.flatMap(({ waits = [] }) => waits), ...calls.flatMap(issued)])
    if (!slots.has(request)) slots.set(request, slots.size);
  const address = (request = -1): number => 8 * ((slots.get(request) ?? slots.size) + 1);
  const lines = calls.flatMap((call) => {
    const { name, start, end, fields, waits, notes = [] } = call;
    const requests = waits === undefined ? issued(call).map(address) : [waits.length, address(waits[0]), 0];
    return [[name, start, ...fields, ...requests, end].join(':'), ...notes];
  });
  const head = `${header(rank, ranks)}# any-source: -1\n# any-tag: -1\n# proc-null: ${NOBODY}\n`;
  return ["# htor's PMPI Tracer 1.1 Output File", head, ...lines, ''].join('\n');
}

const issued = ({ issues }: DecodedCall): number[] => (issues === undefined ? [] : [issues]);

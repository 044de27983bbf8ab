/** Binary traces that the benchmarks read: an Irecv, an Isend and their Waitall, again and again, around a ring. */

const RECORD = 72;
/** Address of the first request; they lie 8 B apart. */
export const FIRST = 0x7fff_0000_1000;
const TABLE = '# calls: MPI_Irecv/_ntnnCr,MPI_Isend/_ntnnCr,MPI_Waitall/nr_\n';

export interface RingRank {
  readonly rank: number;
  readonly ranks: number;
}

export const header = ({ rank, ranks }: RingRank): string =>
  [
    '# llamp-trace 1',
    '# mpi: Open MPI v4.1.4',
    '# request-pitch: 8',
    '# proc-null: -2',
    `# rank: ${rank}`,
    `# ranks: ${ranks}`,
    '',
  ].join('\n');

/** So many calls, of 50 ns with 100 ns between them. Messages of 80 B come from the rank before and go to the next. */
export function binaryTrace(calls: number, at: RingRank): Uint8Array {
  const head = new TextEncoder().encode(header(at) + TABLE);
  const records = 16 + Math.ceil(head.length / 8) * 8 + 16;
  const end = records + calls * RECORD;
  const bytes = new Uint8Array(end + 24);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('LLAMPTR1'));
  view.setUint32(8, head.length, true);
  bytes.set(head, 16);
  chunk(view, records - 16, { kind: 1, count: calls, payload: calls * RECORD });
  for (let i = 0; i < calls; i++) record(view, records + i * RECORD, i, at);
  chunk(view, end, { kind: 5, count: 0, payload: 8 });
  view.setBigUint64(end + 16, BigInt(calls), true);
  return bytes;
}

function chunk(view: DataView, at: number, head: { kind: number; count: number; payload: number }): void {
  view.setUint32(at, head.kind, true);
  view.setUint32(at + 4, head.count, true);
  view.setBigUint64(at + 8, BigInt(head.payload), true);
}

function record(view: DataView, at: number, i: number, { rank, ranks }: RingRank): void {
  const kind = i % 3;
  view.setBigInt64(at, BigInt(150 * i + 100), true);
  view.setBigInt64(at + 8, BigInt(150 * i + 150), true);
  view.setUint16(at + 16, kind, true);
  view.setInt32(at + 24, kind === 2 ? 0 : 1, true);
  const peer = (rank + (kind === 0 ? ranks - 1 : 1)) % ranks;
  for (const [field, value] of (kind === 2 ? [2] : [10, 8, peer, 7]).entries())
    view.setInt32(at + 32 + 4 * field, value, true);
  view.setBigInt64(at + 64, BigInt(FIRST + (kind === 1 ? 8 : 0)), true);
}

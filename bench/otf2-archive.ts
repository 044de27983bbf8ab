/** Archives that the benchmarks read: a ring as in binary-trace.ts, as Score-P records it. Little endian, one rank's events. */

/** Bytes of a chunk, as Score-P has it. */
export const CHUNK = 1_048_576;
const HEAD = 18;
/** More than any record has, with its time. */
const ROOM = 64;
/** Regions by number, as REGIONS lists them. */
export const REGIONS = ['MPI_Irecv', 'MPI_Isend', 'MPI_Waitall', 'MPI_Init', 'MPI_Finalize'] as const;

/** A time as clocks of nodes have it. */
const START = 1_700_000_000_000_000_123n;

/** Events in chunks, as the library of OTF2 lays them out. */
class EventBytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #chunk = 0;
  #first = 1;
  events = 0;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
    this.#view = new DataView(this.#bytes.buffer);
    this.#begin();
  }

  /** An event at a time, ns from the first, its record as bytes. */
  event(time: number, ...record: readonly number[]): void {
    if (this.#at + ROOM > this.#chunk + CHUNK) {
      this.#close();
      this.#chunk += CHUNK;
      this.#begin();
    }
    this.#bytes[this.#at] = 5;
    this.#view.setBigUint64(this.#at + 1, START + BigInt(time), true);
    this.#bytes.set(record, this.#at + 9);
    this.#at += 9 + record.length;
    this.events++;
  }

  done(): Uint8Array {
    this.#close();
    this.#bytes.set([2, 1], this.#at);
    return this.#bytes.subarray(0, this.#at + 2);
  }

  #begin(): void {
    this.#bytes.set([3, 0x42], this.#chunk);
    this.#at = this.#chunk + HEAD;
    this.#first = this.events + 1;
  }

  #close(): void {
    this.#view.setBigUint64(this.#chunk + 2, BigInt(this.#first), true);
    this.#view.setBigUint64(this.#chunk + 10, BigInt(this.events), true);
  }
}

const u32 = (value: number): number[] => [
  4,
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
  value >>> 24,
];

/** Rank 1 in communicator 0, tag 7, 80 B, and a request. */
const message = (type: number, request: number): number[] => [
  type,
  12,
  1,
  1,
  0,
  1,
  7,
  1,
  80,
  ...u32(request),
];

/** So many calls of 50 ns with 100 ns between them, and how many events those are. */
export function ringEvents(calls: number): { readonly bytes: Uint8Array; readonly events: number } {
  const out = new EventBytes(Math.ceil((calls * 64 + 4_096) / CHUNK + 1) * CHUNK);
  out.event(0, 12, 1, 3);
  out.event(50, 13, 1, 3);
  for (let i = 0; i < calls; i++) {
    const [start, kind] = [150 * i + 100, i % 3];
    const first = i - kind + 1;
    out.event(start, 12, 1, kind);
    if (kind === 0) out.event(start + 10, 17, ...u32(first));
    else if (kind === 1) out.event(start + 10, ...message(15, first + 1));
    else {
      out.event(start + 10, 16, ...u32(first + 1));
      out.event(start + 20, ...message(19, first));
    }
    out.event(start + 50, 13, 1, kind);
  }
  return { bytes: out.done(), events: out.events };
}

/** Marks as the binary form has them: notes of three kinds, and chunks of the names of regions. */
import type { MarksColumns } from '../mpi/marks.js';

const NAMES = 4;
/** Bytes of a name's head: its id, and its length. */
const HEAD = 8;
export const MARK = { begin: 0xff03, end: 0xff04, pcontrol: 0xff05 } as const;

/** `fail` throws the error of a damaged file. */
export class MarkNotes {
  readonly #marks: MarksColumns;
  readonly #names = new Map<number, string>();
  readonly #fail: (what: string) => never;

  constructor(marks: MarksColumns, fail: (what: string) => never) {
    this.#marks = marks;
    this.#fail = fail;
  }

  /** Takes a chunk of names; passes over others. */
  chunk(kind: number, count: number, bytes: Uint8Array): void {
    if (kind !== NAMES) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let names = 0;
    for (let at = 0; at < bytes.length; names++) {
      const room = bytes.length - at - HEAD;
      if (room < 0) this.#fail('a chunk of names that is not whole');
      const [id, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const end = at + HEAD + 4 * Math.ceil(length / 4);
      if (end > bytes.length) this.#fail(`the name of region ${id} is not whole`);
      const name = new TextDecoder().decode(bytes.subarray(at + HEAD, at + HEAD + length));
      if (id === 0 || this.#names.has(id)) this.#fail(`region ${id}, '${name}', whose id another has`);
      // A length that is too short leaves letters where zeros should be.
      if (bytes.subarray(at + HEAD + length, end).some((byte) => byte !== 0) || name.includes('\0'))
        this.#fail(`the name of region ${id} is not as long as it says`);
      this.#names.set(id, name);
      at = end;
    }
    if (names !== count) this.#fail(`${names} names of regions, of ${count}`);
  }

  /** Takes a note that is a mark, at a time in µs; `value` is its level or the id of its region. False for other notes. */
  note(kind: number, value: number, time: number): boolean {
    if (kind === MARK.pcontrol) this.#marks.pcontrol(time, value);
    else if (kind === MARK.begin) this.#marks.begin(this.#nameOf(value), time);
    else if (kind === MARK.end) this.#marks.end(this.#nameOf(value), time);
    else return false;
    return true;
  }

  /** The tracer has no id for what is nested too deeply. */
  #nameOf(id: number): string {
    return this.#names.get(id) ?? (id === 0 ? '' : this.#fail(`region ${id}, whose name is not here`));
  }
}

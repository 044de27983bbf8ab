/** One record of a file, as its layout says. */
import { type Bytes, DAMAGED } from './bytes.js';
import { FIELD, type Layout, type Layouts } from './layouts.js';

/** What of a call was recorded beside its arguments. */
const HAS = { statuses: 0x3, cpu: 0x4, wall: 0x8, thread: 0x40, counters: 0x80 } as const;
const BILLION = 1e9;
/** No record has more fields. */
const MOST_FIELDS = 16;

/** A status of MPI; a tag of −1 where the file has none. */
export interface Status {
  readonly source: number;
  readonly tag: number;
}

export class DumpiRecord {
  readonly #bytes: Bytes;
  readonly #statusBytes: number;
  /** Where it begins. */
  at = 0;
  /** By field: its number, or the length of its list. */
  readonly value = new Float64Array(MOST_FIELDS);
  /** By field: where the items of its list begin; −1 for what is none, or is not there. */
  readonly listAt = new Float64Array(MOST_FIELDS);
  /** In ns since the start of a second that is the same for all records. */
  start = 0;
  end = 0;
  /** Statuses, and where they begin. */
  statuses = 0;
  #statusAt = 0;
  /** Whether the caller is not the root of a call that has fields for the root alone. */
  offRoot = false;

  constructor(bytes: Bytes, { status }: Layouts) {
    this.#bytes = bytes;
    this.#statusBytes = status;
  }

  /** Reads what follows the number of the function. */
  read(layout: Layout): void {
    const bytes = this.#bytes;
    const has = bytes.u8();
    const thread = (has & HAS.thread) === 0 ? 0 : bytes.u16();
    if (thread !== 0)
      this.#fail(
        layout,
        `a call of thread ${thread}`,
        'ranks of several threads cannot be read: trace one thread a rank',
      );
    this.#times(layout, has);
    if ((has & HAS.counters) !== 0) bytes.skip(16 * bytes.u8());
    if (layout.fields === null)
      this.#fail(layout, 'nobody has written down what its record holds', 'leave its calls out of the trace');
    this.#fields(layout.fields, has);
  }

  status(i: number): Status {
    const at = this.#statusAt + i * this.#statusBytes;
    const tag = this.#statusBytes > 10 ? this.#bytes.i32At(at + 10) : -1;
    return { source: this.#bytes.i32At(at + 4), tag };
  }

  /** Items of the list that a field is; none where it is not there. */
  list(field: number): number[] {
    return this.listAt[field] < 0 ? [] : this.#bytes.listAt(this.listAt[field], this.value[field]);
  }

  /** The lists of a list of lists. */
  lists(field: number): number[][] {
    let at = this.listAt[field];
    return Array.from({ length: at < 0 ? 0 : this.value[field] }, () => {
      const count = this.#bytes.i32At(at);
      const list = this.#bytes.listAt(at + 4, count);
      at += 4 + 4 * count;
      return list;
    });
  }

  handles(field: number): number[] {
    const at = this.listAt[field];
    return Array.from({ length: at < 0 ? 0 : this.value[field] }, (_, i) => this.#bytes.u16At(at + 2 * i));
  }

  /** Wall time; without it that of the CPU. */
  #times(layout: Layout, has: number): void {
    if ((has & (HAS.cpu | HAS.wall)) === 0)
      this.#fail(
        layout,
        'a call without times',
        'trace with timestamps: they are what computation is known by',
      );
    if ((has & HAS.cpu) !== 0 && (has & HAS.wall) !== 0) {
      this.#time(layout);
      this.#time(layout);
    }
    this.start = this.#time(layout);
    this.end = this.#time(layout);
  }

  #time(layout: Layout): number {
    const seconds = this.#bytes.u16();
    const ns = this.#bytes.u32();
    if (ns >= BILLION) this.#fail(layout, `${ns} ns of a second`, DAMAGED);
    return seconds * BILLION + ns;
  }

  #fields(fields: Uint8Array, has: number): void {
    this.statuses = 0;
    this.offRoot = false;
    let caller = 0;
    let root = 0;
    let field = 0;
    let there = true;
    for (let i = 0; i < fields.length; i++) {
      const kind = fields[i];
      if (kind === FIELD.ifRoot) {
        there = caller === root;
        this.offRoot = !there;
        continue;
      }
      if (kind === FIELD.end) {
        there = true;
        continue;
      }
      this.value[field] = 0;
      this.listAt[field] = -1;
      if (there) this.#field(kind, field, has);
      if (kind === FIELD.caller) caller = this.value[field];
      if (kind === FIELD.root) root = this.value[field];
      field++;
    }
  }

  #field(kind: number, field: number, has: number): void {
    const bytes = this.#bytes;
    if (kind === FIELD.int || kind === FIELD.caller || kind === FIELD.root) this.value[field] = bytes.i32();
    else if (kind === FIELD.handle) this.value[field] = bytes.u16();
    else if (kind === FIELD.byte) this.value[field] = bytes.u8();
    else if (kind === FIELD.wide) this.value[field] = bytes.u64();
    else if (kind === FIELD.ints) this.#list(field, 4);
    else if (kind === FIELD.statuses) this.#statuses(has);
    else if (kind === FIELD.bytes) this.#list(field, 1);
    else if (kind === FIELD.handles) this.#list(field, 2);
    else this.#nested(kind, field);
  }

  #list(field: number, bytesPerItem: number): void {
    const count = this.#bytes.count(bytesPerItem);
    this.value[field] = count;
    this.listAt[field] = this.#bytes.skip(count * bytesPerItem);
  }

  #statuses(has: number): void {
    if ((has & HAS.statuses) === 0) return;
    this.statuses = this.#bytes.count(this.#statusBytes);
    this.#statusAt = this.#bytes.skip(this.statuses * this.#statusBytes);
  }

  /** Lists of lists, each of which has its length. */
  #nested(kind: number, field: number): void {
    const bytes = this.#bytes;
    const count = bytes.count(kind === FIELD.argumentsTwice ? 0 : 4);
    if (kind === FIELD.argumentsTwice) bytes.skip(4);
    this.value[field] = count;
    this.listAt[field] = bytes.at;
    for (let i = 0; i < count; i++) {
      if (kind === FIELD.lists) bytes.skip(4 * bytes.count(4));
      else if (kind === FIELD.textLists) for (let n = bytes.count(4); n > 0; n--) bytes.skip(bytes.count(1));
      else bytes.skip(bytes.count(1));
    }
  }

  #fail(layout: Layout, what: string, mend: string): never {
    return this.#bytes.fail(`${layout.name} at byte ${this.at}: ${what}`, mend);
  }
}

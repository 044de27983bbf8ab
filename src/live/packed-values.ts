/**
 * Plain values with columns as bytes: a line of JSON in which columns are numbered, then the columns. A column is written in
 * the form that packs best: as it is, in planes (the first bytes of all numbers, then the second …), or its differences in
 * planes. The bytes are packed as a whole afterwards.
 */

type Column = Uint8Array | Int8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const MAKERS = { Uint8Array, Int8Array, Uint16Array, Int32Array, Uint32Array, Float64Array } as const;

type Kind = keyof typeof MAKERS;

const kindOf = (column: Column): Kind =>
  (Object.keys(MAKERS) as Kind[]).find((kind) => column instanceof MAKERS[kind]) ?? 'Uint8Array';

const FORMS = ['raw', 'planes', 'differences'] as const;
type Form = (typeof FORMS)[number];

/** Where a column is: its type, numbers and form, in the order of the columns. */
interface Mark {
  readonly $column: readonly [Kind, number, Form];
}

/** What JSON has no words for. */
type Escape = Mark | { readonly $map: readonly unknown[] } | { readonly $number: string };

/** `sizeOf`: of bytes when they are packed; `change`: replaces values by their key, before they are written. */
export function packed(
  value: unknown,
  sizeOf: (bytes: Uint8Array) => number,
  change: (key: string, value: unknown) => unknown = (_, same) => same,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const head = JSON.stringify(value, (key, given: unknown) => {
    const part = change(key, given);
    if (isColumn(part)) return columnMark(part, pieces, sizeOf);
    if (part instanceof Map) return { $map: [...part] };
    if (typeof part === 'number' && !Number.isFinite(part)) return { $number: String(part) };
    return part;
  });
  return joined([new TextEncoder().encode(`${head}\n`), ...pieces]);
}

const isColumn = (value: unknown): value is Column =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);

function columnMark(column: Column, pieces: Uint8Array[], sizeOf: (bytes: Uint8Array) => number): Mark {
  const width = column.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  const forms = [bytes, planes(bytes, width), planes(differences(bytes, width), width)];
  const sizes = forms.map(sizeOf);
  const best = sizes.indexOf(Math.min(...sizes));
  pieces.push(forms[best]);
  return { $column: [kindOf(column), column.length, FORMS[best]] };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The value that {@link packed} wrote. */
export function unpackedValue(bytes: Uint8Array): unknown {
  let at = bytes.indexOf('\n'.charCodeAt(0)) + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)), (_, part: unknown) => {
    if (!isEscape(part)) return part;
    if ('$map' in part) return new Map(part.$map as [unknown, unknown][]);
    if ('$number' in part) return Number(part.$number);
    const [kind, length, form] = part.$column;
    const made = new MAKERS[kind](length);
    const own = new Uint8Array(made.buffer);
    read(bytes.subarray(at, at + own.length), own, made.BYTES_PER_ELEMENT, form);
    at += own.length;
    return made;
  });
}

const isEscape = (part: unknown): part is Escape =>
  typeof part === 'object' && part !== null && ('$column' in part || '$map' in part || '$number' in part);

/** [width][numbers] the i-th bytes of all numbers, one after the other. */
function planes(bytes: Uint8Array, width: number): Uint8Array {
  const made = new Uint8Array(bytes.length);
  const numbers = bytes.length / width;
  for (let k = 0; k < width; k++)
    for (let i = 0; i < numbers; i++) made[k * numbers + i] = bytes[i * width + k];
  return made;
}

/** Each number less the one before it, as whole numbers of `width` bytes, whatever they are. */
function differences(bytes: Uint8Array, width: number): Uint8Array {
  const made = bytes.slice(0, bytes.length);
  for (let at = width; at < bytes.length; at += width) {
    let borrow = 0;
    for (let k = at; k < at + width; k++) {
      const left = bytes[k] - bytes[k - width] - borrow;
      made[k] = left;
      borrow = left < 0 ? 1 : 0;
    }
  }
  return made;
}

function read(from: Uint8Array, to: Uint8Array, width: number, form: Form): void {
  if (form === 'raw') {
    to.set(from);
    return;
  }
  const numbers = to.length / width;
  for (let k = 0; k < width; k++) for (let i = 0; i < numbers; i++) to[i * width + k] = from[k * numbers + i];
  if (form === 'planes') return;
  for (let at = width; at < to.length; at += width) {
    let carry = 0;
    for (let k = at; k < at + width; k++) {
      const sum = to[k] + to[k - width] + carry;
      to[k] = sum;
      carry = sum >> 8;
    }
  }
}

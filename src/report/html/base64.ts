/** Bytes as base64 and back, without Node and without a browser. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Strings are joined in chunks: one push a character costs more than the encoding. */
const CHUNK = 3 * 4096;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(encodeChunk(bytes.subarray(start, start + CHUNK)));
  }
  return parts.join('');
}

function encodeChunk(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const code = (value: number): number => ALPHABET.charCodeAt(value & 63);
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const second = i + 1 < bytes.length ? bytes[i + 1] : 0;
    const third = i + 2 < bytes.length ? bytes[i + 2] : 0;
    const word = (bytes[i] << 16) | (second << 8) | third;
    codes[at++] = code(word >>> 18);
    codes[at++] = code(word >>> 12);
    codes[at++] = i + 1 < bytes.length ? code(word >>> 6) : PAD;
    codes[at++] = i + 2 < bytes.length ? code(word) : PAD;
  }
  return String.fromCharCode(...codes);
}

const PAD = '='.charCodeAt(0);

/** Throws RangeError for a character outside the alphabet. */
export function fromBase64(text: string): Uint8Array {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let word = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1;
    if (value < 0) throw new RangeError(`no base64 at ${i}`);
    word = (word << 6) | value;
    if (i % 4 === 0) continue;
    bytes[at++] = (word >>> (6 - 2 * (i % 4))) & 0xff;
  }
  return bytes;
}

const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/**
 * XXH64, the checksum of zstd frames, over a stream of bytes.
 * Source: Y. Collet, xxHash, algorithm description 0.1.1. Written here since every package of it either is
 * WebAssembly, which a limit of address space forbids on login nodes, or does not stream.
 */

const P1 = 0x9e37_79b1_85eb_ca87n;
const P2 = 0xc2b2_ae3d_27d4_eb4fn;
const P3 = 0x1656_67b1_9e37_79f9n;
const P4 = 0x85eb_ca77_c2b2_ae63n;
const P5 = 0x27d4_eb2f_1656_67c5n;

/** Bytes that the four lanes take in one step. */
const STRIPE = 32;
const LANES = 4;
/** Words copied at a time to where they are aligned. */
const WORDS = 4096;

const rotated = (value: bigint, by: bigint): bigint =>
  BigInt.asUintN(64, value << by) | (value >> (64n - by));
const times = (a: bigint, b: bigint): bigint => BigInt.asUintN(64, a * b);
const plus = (a: bigint, b: bigint): bigint => BigInt.asUintN(64, a + b);

/** One lane takes one word. What is cut to 64 bits at every step, with shifts that are known, stays in a register. */
function round(lane: bigint, word: bigint): bigint {
  const sum = BigInt.asUintN(64, lane + BigInt.asUintN(64, word * P2));
  return BigInt.asUintN(64, (BigInt.asUintN(64, sum << 31n) | (sum >> 33n)) * P1);
}

/** Checksum of all bytes given to `update`; the seed is 0. */
export class Xxh64 {
  readonly #lanes = BigUint64Array.of(plus(P1, P2), P2, 0n, BigInt.asUintN(64, -P1));
  readonly #words = new BigUint64Array(WORDS);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  /** Bytes in `#bytes`, always fewer than a stripe between two updates. */
  #held = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#bytes.length - this.#held);
      this.#bytes.set(part, this.#held);
      at += part.length;
      const filled = this.#held + part.length;
      const whole = filled - (filled % STRIPE);
      mix(this.#lanes, this.#words, whole / 8);
      this.#bytes.copyWithin(0, whole, filled);
      this.#held = filled - whole;
    }
  }

  digest(): bigint {
    const hash = this.#length < STRIPE ? P5 : merged(this.#lanes);
    return avalanche(this.#rest(plus(hash, BigInt(this.#length))));
  }

  /** Takes in what does not fill a stripe: words of eight bytes, then of four, then bytes. */
  #rest(start: bigint): bigint {
    let hash = start;
    let at = 0;
    for (; at + 8 <= this.#held; at += 8) {
      hash = plus(times(rotated(hash ^ round(0n, this.#words[at / 8]), 27n), P1), P4);
    }
    if (at + 4 <= this.#held) {
      const half = new DataView(this.#bytes.buffer).getUint32(at, true);
      hash = plus(times(rotated(hash ^ times(BigInt(half), P1), 23n), P2), P3);
      at += 4;
    }
    for (; at < this.#held; at++) {
      hash = times(rotated(hash ^ times(BigInt(this.#bytes[at]), P5), 11n), P1);
    }
    return hash;
  }
}

function mix(lanes: BigUint64Array, words: BigUint64Array, count: number): void {
  let a = lanes[0];
  let b = lanes[1];
  let c = lanes[2];
  let d = lanes[3];
  for (let i = 0; i < count; i += LANES) {
    a = round(a, words[i]);
    b = round(b, words[i + 1]);
    c = round(c, words[i + 2]);
    d = round(d, words[i + 3]);
  }
  lanes.set([a, b, c, d]);
}

function merged(lanes: BigUint64Array): bigint {
  const [a, b, c, d] = lanes;
  let hash = plus(plus(rotated(a, 1n), rotated(b, 7n)), plus(rotated(c, 12n), rotated(d, 18n)));
  for (const lane of lanes) hash = plus(times(hash ^ round(0n, lane), P1), P4);
  return hash;
}

function avalanche(start: bigint): bigint {
  let hash = times(start ^ (start >> 33n), P2);
  hash = times(hash ^ (hash >> 29n), P3);
  return hash ^ (hash >> 32n);
}

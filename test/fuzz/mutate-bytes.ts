/** Bytes as broken disks, cut transfers and careless copies leave them. */
import type { Random } from './random.js';

type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

const joined = (...parts: Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const changed = (bytes: Uint8Array, at: number, change: (byte: number) => number): Uint8Array => {
  const copy = bytes.slice();
  if (copy.length > 0) copy[at] = change(copy[at]);
  return copy;
};

/** A place: half of them near the beginning or the end, where headers and checksums lie. */
function place(bytes: Uint8Array, random: Random): number {
  if (bytes.length < 64 || random.chance(0.5)) return random.below(bytes.length);
  return random.chance(0.5) ? random.below(24) : bytes.length - 1 - random.below(24);
}

const DAMAGES: readonly Damage[] = [
  (bytes, random) => changed(bytes, place(bytes, random), (byte) => byte ^ (1 << random.below(8))),
  (bytes, random) =>
    changed(bytes, place(bytes, random), () => random.pick([0, 0xff, 0x80, random.below(256)])),
  (bytes, random) => bytes.slice(0, place(bytes, random)),
  (bytes, random) => {
    const at = place(bytes, random);
    return joined(bytes.slice(0, at), bytes.slice(at + random.between(1, 8)));
  },
  (bytes, random) => {
    const at = place(bytes, random);
    const more = Uint8Array.from({ length: random.between(1, 8) }, () => random.below(256));
    return joined(bytes.slice(0, at), more, bytes.slice(at));
  },
  (bytes, random) => {
    const from = place(bytes, random);
    return bytes.slice().fill(0, from, from + random.between(1, 64));
  },
  (bytes, random) => joined(bytes, bytes.slice(place(bytes, random))),
];

/** The bytes with one or two places hit. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  let hit = bytes;
  for (let left = random.pick([1, 1, 2]); left > 0; left--) hit = random.pick(DAMAGES)(hit, random);
  return hit;
}

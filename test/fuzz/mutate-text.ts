/** Text with a few things wrong: what editors, scripts, broken copies and typing errors do to it. */
import { decode, encode } from './input.js';
import { damaged } from './mutate-bytes.js';
import type { Random } from './random.js';

/** Numbers at which readers stumble. */
const NUMBERS = [
  ...'0 -1 -0 1 2 00 0x10 1e3 1e308 1e-320 0.5 .5 5. 255 256 65536 NaN Infinity ٣ -5 +7 1_000'.split(' '),
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1].map(String),
  ...['9007199254740993', '18446744073709551616', '9'.repeat(40), `1${'0'.repeat(400)}`, ''],
];

type Mutation = (text: string, random: Random) => string;

const lines = (change: (all: string[], random: Random) => void): Mutation => {
  return (text, random) => {
    const all = text.split('\n');
    change(all, random);
    return all.join('\n');
  };
};

/** The n-th match replaced. */
function replaced(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: word } = random.pick(found);
  return text.slice(0, index) + by(word) + text.slice(index + word.length);
}

const MUTATIONS: readonly Mutation[] = [
  lines((all, random) => all.splice(random.below(all.length), random.between(1, 3))),
  lines((all, random) => all.splice(random.below(all.length), 0, random.pick(all))),
  lines((all, random) => {
    const [i, j] = [random.below(all.length), random.below(all.length)];
    [all[i], all[j]] = [all[j], all[i]];
  }),
  lines((all, random) => all.splice(random.below(all.length), all.length)),
  (text) => text.replaceAll('\n', ' '),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, random) => random.pick(['\ufeff', '\n\n', '#', '/*']) + text,
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => replaced(text, /\d+(\.\d+)?/g, random, () => random.pick(NUMBERS)),
  (text, random) => replaced(text, /\d+/g, random, (word) => String(Number(word) + random.pick([-1, 1]))),
  (text, random) => replaced(text, /\d+/g, random, () => String(random.below(8))),
  (text, random) =>
    replaced(text, /[A-Za-z_]+/g, random, () => random.pick(text.match(/[A-Za-z_]+/g) ?? [''])),
  (text, random) => replaced(text, /\S+/g, random, () => ''),
  (text, random) => replaced(text, /\S+/g, random, (word) => `${word} ${word}`),
  (text, random) =>
    replaced(text, /\s+/g, random, () => random.pick(['', '\r\n', '\t', '\u00a0', '\0', ' /*', '*/', '//'])),
  (text, random) =>
    replaced(text, /[^\w\s]/g, random, () =>
      random.pick([':', ',', '{', '}', '-', '.', '"', '[', '&a', '*a', '|']),
    ),
  (text, random) =>
    replaced(text, /\S/g, random, () =>
      String.fromCodePoint(random.pick([0, 9, 13, 0x7f, 0xe9, 0x1f600, 0xfeff])),
    ),
];

/** The text after one to four mutations; now and then its bytes are hit instead. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.1)) return damaged(bytes, random);
  let text = decode(bytes);
  for (let left = random.between(1, 4); left > 0; left--) text = random.pick(MUTATIONS)(text, random);
  return encode(text);
}

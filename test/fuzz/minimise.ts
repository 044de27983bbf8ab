/** A smaller input that fails alike: lines are left out, halves first, single ones last. */
import { decode, encode, type FuzzInput } from './input.js';
import { type Drawn, outcomeOf } from './outcome.js';

const TRIES = 300;
const LIMIT_MS = 10_000;

export async function minimised({ kind, input }: Drawn, signature: string): Promise<FuzzInput> {
  // What is known of a whole input is not known of its parts; a process for every try takes too long.
  if (input.truth !== undefined || kind.name === 'packed' || kind.name === 'cli') return input;
  const until = Date.now() + LIMIT_MS;
  let best = input;
  let tries = 0;
  for (const [name, bytes] of input.files) {
    let lines = decode(bytes).split('\n');
    for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < lines.length && tries < TRIES && Date.now() < until; tries++) {
        const fewer = [...lines.slice(0, at), ...lines.slice(at + size)];
        const smaller = { ...best, files: new Map(best.files).set(name, encode(fewer.join('\n'))) };
        if ((await outcomeOf({ kind, input: smaller })).signature === signature) {
          best = smaller;
          lines = fewer;
        } else at += size;
      }
    }
  }
  return best;
}

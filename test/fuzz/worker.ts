/** The thread that asks: one input after the other, so that the one before it can end a thread that hangs. */
import { parentPort } from 'node:worker_threads';
import { decode, encode, type FuzzInput } from './input.js';
import { kindsOf } from './kinds.js';
import { type Drawn, draw, outcomeOf } from './outcome.js';

export interface Task {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Names of kinds; none: all. */
  readonly kinds: readonly string[];
  /** [0]: the index at work, for the thread that watches, −1 before the first; [1]: 1 when it is time to stop. */
  readonly shared: Int32Array;
}

export type Counts = Record<string, Record<string, number>>;

export interface Failure {
  readonly index: number;
  readonly kind: string;
  readonly signature: string;
  readonly detail: string;
  readonly choices: Readonly<Record<string, number | string | boolean>>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export type Message = { readonly failure: Failure } | { readonly counts: Counts; readonly next: number };

const TRIES = 300;
const LIMIT_MS = 10_000;

/** A smaller input that fails alike: lines are left out, halves first, single ones last. */
async function minimised({ kind, input }: Drawn, signature: string): Promise<FuzzInput> {
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

/** Counts are told this often: what is lost with a thread that hangs is little. */
const TELL_EVERY = 50;
export async function work(task: Task): Promise<void> {
  const seen = new Set<string>();
  let counts: Counts = {};
  const kinds = kindsOf(task.kinds);
  for (const kind of kinds) kind.prepare?.();
  const tell = (message: Message): void => parentPort?.postMessage(message);
  for (let index = task.from; index < task.to && Atomics.load(task.shared, 1) === 0; index++) {
    Atomics.store(task.shared, 0, index);
    const drawn = draw(kinds, task.seed, index);
    const { name } = drawn.kind;
    const { how, signature, detail = '' } = await outcomeOf(drawn);
    counts[name] ??= {};
    counts[name][how] = (counts[name][how] ?? 0) + 1;
    if (signature !== undefined && !seen.has(name + signature)) {
      seen.add(name + signature);
      const { choices, files } = await minimised(drawn, signature);
      tell({ failure: { index, kind: name, signature, detail, choices, files } });
    }
    if ((index - task.from) % TELL_EVERY < TELL_EVERY - 1) continue;
    tell({ counts, next: index + 1 });
    counts = {};
  }
  tell({ counts, next: task.to });
}

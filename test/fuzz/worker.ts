/** The thread that asks: one input after the other, so that the one before it can end a thread that hangs. */
import { parentPort } from 'node:worker_threads';
import { kindsOf } from './kinds.js';
import { minimised } from './minimise.js';
import { draw, outcomeOf } from './outcome.js';

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

/**
 * Random inputs for a while: `npm run fuzz -- --minutes 10 [--seed 7] [--kind goal,trace] [--inputs 5000] [--only 17]`.
 * Without --seed it draws one, and prints it: it makes the same inputs again. Prints what became of them by kind, writes what failed to fuzz-failures/, and exits 1 where anything did. Ctrl-C ends
 * it early, with the counts so far.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { kindsOf } from './kinds.js';
import { draw, outcomeOf } from './outcome.js';
import { type Counts, type Failure, type Message, type Task, work } from './worker.js';

const FOLDER = 'fuzz-failures';
/** Without an answer for so long, an input counts as one that hangs: generous, machines are shared. */
const HANG_MS = 60_000;
const WATCH_MS = 500;

interface Settings {
  readonly seed: number;
  readonly inputs: number;
  readonly until: number;
  readonly kinds: readonly string[];
}

class Run {
  readonly #settings: Settings;
  readonly #counts: Counts = {};
  readonly #failures = new Map<string, number>();

  #until: number;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#until = settings.until;
    // By way of npm one Ctrl-C may come twice. What is at work is ended by it, or by the watch.
    process.on('SIGINT', () => {
      this.#until = 0;
    });
  }

  async all(): Promise<number> {
    for (let from = 0; from < this.#settings.inputs && Date.now() < this.#until; )
      from = await this.#thread(from);
    return this.#summary();
  }

  /** One thread until it is done, or hangs; returns where to go on. */
  #thread(from: number): Promise<number> {
    const { seed, inputs: to, kinds } = this.#settings;
    const shared = new Int32Array(new SharedArrayBuffer(8));
    shared[0] = -1;
    const task: Task = { seed, from, to, kinds, shared };
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    return new Promise((resolve, reject) => {
      let last = -1;
      let since = Date.now();
      const watch = setInterval(() => {
        if (Date.now() >= this.#until) Atomics.store(shared, 1, 1);
        const now = Atomics.load(shared, 0);
        if (now < 0 || now !== last) [last, since] = [now, Date.now()];
        else if (Date.now() - since > HANG_MS) {
          this.#hangs(now);
          end(now + 1);
        }
      }, WATCH_MS);
      const end = (next: number): void => {
        clearInterval(watch);
        worker.terminate().then(() => resolve(next), reject);
      };
      worker.on('message', (message: Message) => {
        if ('failure' in message) this.#failed(message.failure);
        else this.#add(message.counts);
      });
      worker.on('error', (error) => {
        clearInterval(watch);
        reject(error);
      });
      worker.on('exit', () => end(to));
    });
  }

  #add(counts: Counts): void {
    for (const [kind, outcomes] of Object.entries(counts)) {
      this.#counts[kind] ??= {};
      for (const [how, n] of Object.entries(outcomes))
        this.#counts[kind][how] = (this.#counts[kind][how] ?? 0) + n;
    }
  }

  #hangs(index: number): void {
    const { kind, input } = draw(kindsOf(this.#settings.kinds), this.#settings.seed, index);
    const { choices, files } = input;
    this.#add({ [kind.name]: { failed: 1 } });
    const detail = `no answer in ${HANG_MS / 1000} s`;
    this.#failed({ index, kind: kind.name, signature: 'every input has an answer', detail, choices, files });
  }

  #failed(failure: Failure): void {
    const name = `${failure.kind}: ${failure.signature}`;
    this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1);
    const { seed } = this.#settings;
    const folder = join(FOLDER, `${failure.kind}-${seed}-${failure.index}`);
    for (const [file, bytes] of failure.files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), bytes);
    }
    const again = `npm run fuzz -- --seed ${seed} --only ${failure.index}${kindFlag(this.#settings.kinds)}`;
    const told = `${name}\n${again}\n${JSON.stringify(failure.choices)}\n\n${failure.detail}\n`;
    writeFileSync(join(folder, 'failure.txt'), told);
    console.log(`FAILED ${name}\n  ${failure.detail.split('\n')[0].slice(0, 300)}\n  ${folder}`);
  }

  /** Prints the table; returns how many inputs failed. */
  #summary(): number {
    let all = 0;
    let failed = 0;
    for (const [kind, outcomes] of Object.entries(this.#counts)) {
      const n = Object.values(outcomes).reduce((a, b) => a + b, 0);
      const parts = Object.entries(outcomes).sort(([a], [b]) => a.localeCompare(b));
      console.log(`${kind}: ${n} inputs: ${parts.map(([how, count]) => `${count} ${how}`).join(', ')}`);
      all += n;
      failed += outcomes.failed ?? 0;
    }
    console.log(`seed ${this.#settings.seed}: ${all} inputs, ${failed} failed`);
    return failed;
  }
}

const kindFlag = (kinds: readonly string[]): string =>
  kinds.length === 0 ? '' : ` --kind ${kinds.join(',')}`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      inputs: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      kind: { type: 'string', default: '' },
      only: { type: 'string' },
    },
  });
  const kinds = values.kind === '' ? [] : values.kind.split(',');
  const seed = Number(values.seed);
  if (values.only !== undefined) {
    const drawn = draw(kindsOf(kinds), seed, Number(values.only));
    drawn.kind.prepare?.();
    console.log(drawn.kind.name, JSON.stringify(drawn.input.choices), await outcomeOf(drawn));
    return;
  }
  const minutes = Number(values.minutes ?? (values.inputs === undefined ? 1 : 1e6));
  const inputs = Number(values.inputs ?? 2 ** 31 - 1);
  console.log(`seed ${seed}`);
  const run = new Run({ seed, inputs, until: Date.now() + minutes * 60_000, kinds });
  if ((await run.all()) > 0) process.exitCode = 1;
}

if (isMainThread) await main();
else await work(workerData);

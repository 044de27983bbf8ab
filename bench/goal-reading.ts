/**
 * GOAL text and binary GOAL of one schedule, from bytes to columns: ns per operation of either, and their ratio.
 *
 *   node scripts/run-ts.js bench/goal-reading.ts [OPERATIONS]
 */
import { parseGoal } from '../src/index.js';
import { ScheduleBuilder } from '../src/schedule/builder.js';
import type { Schedule } from '../src/schedule/schedule.js';
import { writeGoal } from '../src/sources/goal/write-goal.js';
import { readGoalBinary } from '../src/sources/goal-binary/read-goal-binary.js';
import { writeGoalBinary } from '../src/sources/goal-binary/write-goal-binary.js';

const ROUNDS = 15;
const RANKS = 64;
/** As a reader of files gets them. */
const CHUNK = 1 << 20;
const wanted = Number(process.argv[2] ?? 1_500_000);

/** Every rank computes, sends to the right and receives from the left, over and over. */
function ring(operations: number): Schedule {
  const builder = new ScheduleBuilder(RANKS);
  for (let rank = 0; rank < RANKS; rank++) {
    builder.beginRank(rank);
    for (let i = 0; i < operations / RANKS / 3; i++) {
      const calc = builder.calc(1000 + ((i * 7919) % 100_000));
      const send = builder.send(8192, (rank + 1) % RANKS, i % 1000);
      const recv = builder.recv(8192, (rank + RANKS - 1) % RANKS, i % 1000);
      if (calc > 0) {
        builder.requires(calc, calc - 1);
        builder.requires(calc, calc - 2);
      }
      builder.requires(send, calc);
      builder.requires(recv, calc);
    }
  }
  return builder.finish();
}

function* chunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

const schedule = ring(wanted);
const text = new Uint8Array(Buffer.concat([...writeGoal(schedule)]));
const binary = new Uint8Array(Buffer.concat([...writeGoalBinary(schedule)]));
const { operations } = schedule;

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const rounds: { readonly text: number; readonly binary: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({
    text: await timed(() => parseGoal(text, { sizeHint: text.length })),
    binary: await timed(() => readGoalBinary(chunks(binary), { sizeHint: binary.length })),
  });
}
// Least of the rounds: what the machine does else only adds. The ratio is that of one round, which both share with it.
const least = (name: 'text' | 'binary'): number => Math.min(...rounds.map((round) => round[name]));
const ratios = rounds.map((round) => round.text / round.binary).sort((a, b) => a - b);

const line = (name: string, ms: number, bytes: Uint8Array): string =>
  `${name.padEnd(6)} ${((ms * 1e6) / operations).toFixed(1)} ns per operation, ${(bytes.length / ms / 1e3).toFixed(0)} MB/s, ${(bytes.length / operations).toFixed(1)} B per operation`;
console.log(`${operations} operations, ${schedule.deps.length} dependencies`);
console.log(line('text', least('text'), text));
console.log(line('binary', least('binary'), binary));
console.log(
  `binary is read ${ratios[ROUNDS >> 1].toFixed(1)} times as fast (${ratios[0].toFixed(1)} to ${ratios[ROUNDS - 1].toFixed(1)})`,
);

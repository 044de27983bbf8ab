/**
 * The sample of DUMPI's format that ships: a halo exchange in rows of four ranks, as the writer of these tests writes it.
 * To write it anew: LLAMP_DUMPI=write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOUBLE, h, i, W, written } from './samples.js';
import { COMM, type DumpiWriter } from './writer.js';

const RANKS = 4;
const STEPS = 3;
const NOBODY = -2;
const META = `hostname=nowhere\nnumprocs=${RANKS}\nfileprefix=halo\nversion=1\nsubversion=0\nsubsubversion=0\n`;

const ROW = h(COMM.own);

/** A line of ranks without ends that meet, whose values are summed up in each half. */
function halo(writer: DumpiWriter, rank: number): void {
  writer.record('Comm_size', [W, i(RANKS)]).record('Comm_rank', [W, i(rank)]);
  writer.record('Comm_split', [W, i(Math.floor(rank / 2)), i(rank), ROW]);
  const peers = [rank - 1, rank + 1].map((peer) => (peer < 0 || peer >= RANKS ? NOBODY : peer));
  let clock = 100;
  for (let step = 0; step < STEPS; step++) {
    clock += 20 + 5 * rank;
    for (const [side, peer] of peers.entries()) {
      const message = [i(1000), DOUBLE, i(peer), i(step), W];
      writer.record('Irecv', [...message, i(2 + side)], { start: clock, end: clock + 1 });
      writer.record('Isend', [...message, i(4 + side)], { start: clock + 1, end: clock + 2 });
      clock += 2;
    }
    writer.record('Waitall', [i(4), ['l', [2, 3, 4, 5]], ['z', []]], { start: clock + 10, end: clock + 40 });
    writer.record('Allreduce', [i(1), DOUBLE, ['b', 3], ROW], { start: clock + 45, end: clock + 60 });
    clock += 60;
  }
}

it('is what is written', () => {
  for (let rank = 0; rank < RANKS; rank++) {
    const path = `traces/dumpi/halo-000${rank}.bin`;
    const bytes = written(halo, rank);
    if (process.env.LLAMP_DUMPI === 'write') writeFileSync(path, bytes);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
  if (process.env.LLAMP_DUMPI === 'write') writeFileSync('traces/dumpi/halo.meta', META);
  expect(readFileSync('traces/dumpi/halo.meta', 'utf8')).toBe(META);
});

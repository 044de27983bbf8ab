/** Shipped traces as models, for pictures and pages of tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Model } from '../../src/analysis/model.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';

const folder = new URL('../../traces/', import.meta.url);

/** Schedule of `traces/<name>`. */
export async function sampleSchedule(name: string): Promise<Schedule> {
  const path = fileURLToPath(new URL(`${name}/`, folder));
  const number = (file: string): number => Number(/\d+/.exec(file)?.[0]);
  const files = readdirSync(path).sort((a, b) => number(a) - number(b));
  const traces = await readTraces(
    files.map((file) => ({ source: file, chunks: [gunzipSync(readFileSync(`${path}${file}`))] })),
  );
  return tracesToSchedule(traces).schedule;
}

/** L = 3 µs, o = 5 µs, G = 0.018 ns/B: the cluster of LLAMP §III-B with its o rounded. */
export const machine: Machine = logGPS({ L: 3000, o: 5000, G: 0.018 });

export async function sampleModel(name: string, on: Machine = machine): Promise<Model> {
  return Model.of(await sampleSchedule(name), on, { engine: 'sweep' });
}

/**
 * A ring whose ranks compute while their messages travel, each step another while: latency hides behind computation
 * until it is longer, so that the curve bends many times.
 */
export function overlappedRing(ranks: number, steps: number): Schedule {
  const builder = new ScheduleBuilder(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    builder.beginRank(rank);
    let before: number[] = [];
    for (let step = 0; step < steps; step++) {
      builder.callIs('MPI_Isend');
      const send = builder.send(4096, (rank + 1) % ranks, step);
      builder.callIs('MPI_Irecv');
      const recv = builder.recv(4096, (rank + ranks - 1) % ranks, step);
      builder.callIs('computation');
      // 20 to 80 µs, spread by a multiplicative hash of rank and step.
      const work = builder.calc(20_000 + (((rank * 31 + step * 17) * 7919) % 61) * 1000);
      for (const op of [send, recv, work]) for (const done of before) builder.requires(op, done);
      before = [recv, work];
    }
  }
  return builder.finish();
}

/** What the timeline says of a segment's calls: lines that the traces have. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { pathColumns } from '../../src/report/critical-path-columns.js';
import { segmentCallText } from '../../src/report/page/report-columns.js';
import { Replay } from '../../src/timing/replay.js';
import { machine, overlappedRing, sampleModel } from './samples.js';

const TEXT = /^(?:before )?(MPI_\w+)(?:#(\d+))?(?: … (?:before )?(MPI_\w+)(?:#(\d+))?)? at (\S+):(\d+)$/;

/** How many of the first lines of a trace are calls of a name, and whether the last of them is. */
function counted(file: string, line: number, call: string): { count: number; here: boolean } {
  const path = fileURLToPath(new URL(`../../traces/jacobi2d-4/${file}`, import.meta.url));
  const lines = gunzipSync(readFileSync(path)).toString('latin1').split('\n').slice(0, line);
  const calls = lines.map((one) => one.startsWith(`${call}:`));
  return { count: calls.filter(Boolean).length, here: calls[line - 1] };
}

it('names the call that each segment ends in, its number and its line', async () => {
  const model = await sampleModel('jacobi2d-4');
  const replay = new Replay(model.graph, model.machine);
  const { calls, rank } = pathColumns(replay, replay.criticalPath(), 6000);
  if (calls === undefined) throw new Error('no calls');
  expect(rank).toEqual(criticalPath(model).segments.map((one) => one.rank));
  for (let i = 0; i < rank.length; i++) {
    const [, first, firstNumber, second, secondNumber, file, line] =
      TEXT.exec(segmentCallText(calls, i)) ?? [];
    // MPI_Finalize has no number.
    const [last, number = '1'] = second === undefined ? [first, firstNumber] : [second, secondNumber];
    expect(file, segmentCallText(calls, i)).toContain(`rank-${rank[i]}.`);
    expect(counted(file, Number(line), last)).toEqual({ count: Number(number), here: true });
  }
});

it('says the site where the program is known by it', async () => {
  const model = await sampleModel('jacobi2d-4');
  const sites = { list: [{ frames: [{ object: 'app', offset: 16 }] }], source: '', date: 0 };
  const of = new Uint32Array(model.schedule.operations);
  const graph = { ...model.graph, schedule: { ...model.schedule, sites: { ...sites, of } } };
  const replay = new Replay(graph, model.machine);
  const names = () => [{ function: 'solve', file: 'src/solver.c', line: 12 }];
  const { calls } = pathColumns(replay, replay.criticalPath(), 6000, names);
  if (calls === undefined) throw new Error('no calls');
  expect(segmentCallText(calls, 1)).toContain(' (solver.c:12) at ');
});

it('says nothing of calls that the input does not tell one by one', async () => {
  const model = await Model.of(overlappedRing(3, 2), machine);
  const replay = new Replay(model.graph, model.machine);
  expect(pathColumns(replay, replay.criticalPath(), 6000)).not.toHaveProperty('calls');
});

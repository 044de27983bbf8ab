/** Where operations come from: held against the very lines of the traces, counted by reading them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  Calls,
  callsNamed,
  callText,
  communicatorOf,
  occurrenceOf,
  operationCall,
} from '../../src/schedule/program-calls.js';
import { describeOp, lineOf, rankOf, type Schedule } from '../../src/schedule/schedule.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import { convert, FIRST } from '../sources/liballprof/traces.js';

interface TextTrace {
  readonly source: string;
  readonly text: string;
}

const encoder = new TextEncoder();

function tracesOf(folder: string): TextTrace[] {
  const path = fileURLToPath(new URL(`../../traces/${folder}/`, import.meta.url));
  const names = readdirSync(path).filter((name) => name.endsWith('.txt.gz'));
  return names
    .sort()
    .map((source) => ({ source, text: gunzipSync(readFileSync(join(path, source))).toString('latin1') }));
}

async function scheduleOf(traces: readonly TextTrace[]): Promise<Schedule> {
  const files = traces.map(({ source, text }, rank) => ({ source, rank, chunks: [encoder.encode(text)] }));
  return tracesToSchedule(await readTraces(files), FIRST).schedule;
}

/** Of every line its call, and the how-manieth of that name it is. */
function numbered(text: string): string[] {
  const seen = new Map<string, number>();
  return text.split('\n').map((line) => {
    const name = /^(MPI_\w+):/.exec(line)?.[1];
    if (name === undefined) return line;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} ${count}`;
  });
}

describe.each(['cg-4', 'fft-4', 'halo3d-4', 'jacobi2d-4', 'mixed-4', 'persist-4', 'sweep-4'])(
  'operations of traces/%s',
  (folder) => {
    it('stand at the line of their call, the which-of-its-name they say', async () => {
      const traces = tracesOf(folder);
      const schedule = await scheduleOf(traces);
      const lines = traces.map(({ text }) => numbered(text));
      const calls = Calls.of(schedule);
      let compared = 0;
      for (let op = 0; op < schedule.operations; op++) {
        const rank = rankOf(schedule, op);
        const origin = calls?.operation(rank, op);
        const line = lines[rank][(origin?.at ?? 0) - 1];
        if (`${origin?.call} ${origin?.occurrence}` !== line || origin?.source !== traces[rank].source)
          expect.fail(`${describeOp(schedule, op)} is not '${line}'`);
        expect(schedule.lines && lineOf(schedule.lines, op)).toBe(origin.at);
        compared++;
      }
      expect(compared).toBeGreaterThan(100);
    });
  },
);

describe('calls', () => {
  const RING = ['MPI_Send:110:1:1:D:1:5:W:115', 'MPI_Recv:120:1:1:D:1:5:W:0:125'];
  const BACK = ['MPI_Recv:110:1:1:D:0:5:W:0:115', 'MPI_Send:120:1:1:D:0:5:W:125'];

  it('tell a computation from the call behind it, and the last by MPI_Finalize', async () => {
    const { schedule } = await convert([RING, BACK]);
    const texts = [...Array(schedule.rankStart[1]).keys()].map((op) => {
      const origin = operationCall(schedule, 0, op);
      return origin === null ? '' : `${callText(origin)} ${origin.at}`;
    });
    // Lines 1 to 5 are a header, MPI_Init and MPI_Comm_rank.
    expect(texts).toEqual([
      'MPI_Send#1 6',
      'before MPI_Send#1 6',
      'MPI_Recv#1 7',
      'before MPI_Recv#1 7',
      'before MPI_Finalize 8',
    ]);
    expect(describeOp(schedule, 0)).toBe('rank 0, MPI_Send#1: send 8b to 1 tag 5 (rank0:6)');
  });

  it('are found by name and number, and number themselves back', async () => {
    const again = (lines: readonly string[]) => [
      ...lines,
      ...lines.map((line) => line.replaceAll(/:1(?=\d\d(:|$))/g, ':2')),
    ];
    const { schedule } = await convert([again(RING), again(BACK)]);
    const { calls } = schedule;
    if (calls === null) throw new Error('no calls');
    expect(callsNamed(calls, 0, 'MPI_Recv')).toEqual([1, 3]);
    expect(callsNamed(calls, 0, 'MPI_Barrier')).toEqual([]);
    expect([0, 1, 2, 3].map((index) => occurrenceOf(calls, 0, index))).toEqual([1, 1, 2, 2]);
    expect(operationCall({ ...schedule, calls: null }, 0, 0)).toBeNull();
  });

  it('are on communicators whose names are the same on all ranks', async () => {
    const comm = (handle: number, rank: number, of: number) => `${handle}${rank},${of},2`;
    const lines = (rank: number) => [
      `MPI_Comm_split:110:W:${rank % 2}:${rank}:4444:115`,
      `MPI_Barrier:116:${comm(770, rank, rank >> 1)}:117`,
      'MPI_Barrier:118:W:119',
      rank < 2
        ? `MPI_Send:120:1:1:D:1:5:${comm(770, rank, 0)}:121`
        : `MPI_Recv:120:1:1:D:0:5:${comm(770, rank, 1)}:0:121`,
    ];
    const { schedule } = await convert([0, 1, 2, 3].map(lines), FIRST);
    const { calls } = schedule;
    if (calls === null) throw new Error('no calls');
    const names = [0, 1, 2, 3].map((rank) =>
      [1, 2, 3].map((index) => calls.communicators[communicatorOf(calls, rank, index)].name),
    );
    const even = 'communicator 1 (2 ranks)';
    const odd = 'communicator 2 (2 ranks)';
    expect(names).toEqual([even, odd, even, odd].map((own) => [own, 'MPI_COMM_WORLD', own]));
    expect(calls.communicators.map(({ made }) => made)).toEqual([
      null,
      'MPI_Comm_split of rank0:6',
      'MPI_Comm_split of rank0:6',
    ]);
  });

  it('that start persistent requests are on the communicators of those', async () => {
    const own = (rank: number) => `770${rank},${rank},2`;
    const lines = (rank: number) => [
      'MPI_Comm_dup:110:W:4444:115',
      rank === 0
        ? `MPI_Send_init:120:1:1:D:1:5:${own(rank)}:8000:121`
        : `MPI_Recv_init:120:1:1:D:0:5:${own(rank)}:8000:121`,
      rank === 0 ? 'MPI_Send_init:122:1:1:D:1:6:W:8008:123' : 'MPI_Recv_init:122:1:1:D:0:6:W:8008:123',
      'MPI_Start:130:8000:131',
      'MPI_Start:132:8008:133',
      'MPI_Waitall:140:2:8000:0:141',
      'MPI_Startall:150:2:8000:151',
      'MPI_Waitall:160:2:8000:0:161',
    ];
    const { schedule } = await convert([0, 1].map(lines), { requestPitch: 8 });
    const { calls } = schedule;
    if (calls === null) throw new Error('no calls');
    const comms = [0, 1].map((rank) =>
      [...calls.ranks[rank].name.keys()].map((index) => communicatorOf(calls, rank, index)),
    );
    // Dup of the world, two definitions, two starts, a wait, both at once, a wait.
    const expected = [0, 1, 0, 1, 0, -1, -1, -1];
    expect(comms).toEqual([expected, expected]);
  });
});

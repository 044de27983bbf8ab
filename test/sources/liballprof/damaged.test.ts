import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../src/analysis/exact-curve.js';
import { Model } from '../../../src/analysis/model.js';
import { logGPS } from '../../../src/machine/machine.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { convert, file, rankText } from './traces.js';

const one = (text: string) => readTraces([file('t', text)]);
const BARRIER = ['MPI_Barrier:110:W:120'];

describe('lines of two runs', () => {
  it.each([
    ['MPI_Init:130:1:2:140', 't:7: a second MPI_Init, after line 4. The file is damaged or mixes two runs'],
    [
      'MPI_Init_thread:-:1:2:1:3:140',
      't:7: a second MPI_Init_thread, after line 4. The file is damaged or mixes two runs',
    ],
    [
      'MPI_Finalize:130:-',
      't:8: MPI_Finalize after the MPI_Finalize of line 7. The file is damaged or mixes two runs',
    ],
  ])('are refused: %s', async (line, message) => {
    await expect(one(rankText([...BARRIER, line], 0, 1))).rejects.toThrow(message);
  });

  it('are refused where a call that takes time follows the end', async () => {
    const text = `${rankText(BARRIER, 0, 1)}MPI_Barrier:1001:90000,0,1:1002\n`;
    await expect(one(text)).rejects.toThrow('t:8: MPI_Barrier after the MPI_Finalize of line 7');
    // MPI_Wtime and MPI_Finalized may be called there.
    await expect(one(`${rankText(BARRIER, 0, 1)}MPI_Wtime:1001:1002\n`)).resolves.toBeDefined();
  });

  it('are refused where MPI_Init follows calls that need it', async () => {
    const text = 'MPI_Barrier:110:9,0,1:120\nMPI_Init:-:1:2:130\nMPI_Finalize:140:-\n';
    await expect(one(text)).rejects.toThrow('t:2: MPI_Init after calls that need it');
  });
});

describe('a trace without MPI_Init', () => {
  it('is read with a warning', async () => {
    const { warnings } = await one('MPI_Barrier:110:9,0,1:120\nMPI_Finalize:140:-\n');
    expect(warnings.map((warning) => warning.message)).toEqual([
      't: the trace has no MPI_Init; its beginning may be missing, and computation counts from its first time stamp on',
    ]);
  });
});

describe('times', () => {
  it.each(['99999999999999999999.5', '9007199254740992', `1${'0'.repeat(400)}`])(
    'past 2^53 µs are refused: %s',
    async (time) => {
      const text = `MPI_Init:-:1:2:100\nMPI_Finalize:${time}:-\n`;
      await expect(one(text)).rejects.toThrow(/t:2:14: a time of \S+ µs exceeds 2\^53/);
    },
  );

  it('with more decimals than count are read', async () => {
    const text = `MPI_Init:-:1:2:100.${'0'.repeat(400)}\nMPI_Finalize:101.25${'0'.repeat(400)}7:-\n`;
    expect((await one(text)).ranks[0].finalizeStart).toBe(1.25);
  });
});

describe('a computation that cannot be', () => {
  it('is an error with the line of the call behind it', async () => {
    const { ranks, ...set } = await one(rankText(BARRIER, 0, 1));
    const late = { ...ranks[0], initEnd: ranks[0].start[0] + 1 };
    expect(() => tracesToSchedule({ ...set, ranks: [late] })).toThrow(
      't:6: a computation of -1000 ns. A computation takes at least 0 and at most 2^53 ns',
    );
  });

  it('is an error past 2^53 ns, which GOAL does not have either', async () => {
    // 2^53 µs would be 2^53 · 1000 ns: a time that can be read, and no computation.
    const { ranks, ...set } = await one(rankText(BARRIER, 0, 1));
    const far = { ...ranks[0], finalizeStart: 2 ** 53 };
    expect(() => tracesToSchedule({ ...set, ranks: [far] })).toThrow(
      /a computation of 9007199254740\d+ ns\. A computation takes at least 0 and at most 2\^53 ns/,
    );
  });
});

describe('persistent requests that MPI_Startall starts, 4 B apart', () => {
  it('are all there', async () => {
    const folder = fileURLToPath(new URL('startall-mpich', import.meta.url));
    const set = await readTraces(
      readdirSync(folder).map((name, rank) => file(name, readFileSync(`${folder}/${name}`, 'latin1'), rank)),
    );
    const { schedule, requestPitch, warnings } = tracesToSchedule(set, { strict: true });
    expect(requestPitch).toEqual({ pitch: 4, needed: true });
    expect(warnings).toEqual([]);
    const model = await Model.of(schedule, logGPS({ L: 1e7, o: 0, G: 0 }), { engine: 'sweep' });
    const [point] = await curveAt(model, [1e7]);
    // Three exchanges of 4 messages, each of one latency; 2.18 ms of computation.
    expect([model.graph.messages, point.lambda, Math.round(point.runtime / 1e4)]).toEqual([12, 3, 3218]);
  });
});

describe('synchronous sends', () => {
  it.each([
    ['MPI_Ssend:110:5:1:D:1:0:W:111'],
    ['MPI_Issend:110:5:1:D:1:0:W:64:110', 'MPI_Wait:110:64:0:111'],
    ['MPI_Ssend_init:110:5:1:D:1:0:W:64:110', 'MPI_Start:110:64:110', 'MPI_Wait:110:64:0:111'],
  ])('wait for their receiver: %s', async (...lines) => {
    const program = [lines, ['MPI_Recv:600:5:1:D:0:0:W:0:700']];
    const machine = logGPS({ L: 1_000, o: 0, G: 0 });
    const runtime = async (ranks: readonly (readonly string[])[]) => {
      const { schedule } = await convert(ranks);
      const model = await Model.of(schedule, machine, { engine: 'sweep' });
      return (await curveAt(model, [1_000]))[0].runtime;
    };
    // 500 µs until the receive, the answer's latency, and 889 µs until MPI_Finalize.
    expect(await runtime(program)).toBe(500_000 + 1_000 + 889_000);
    const plain = lines.map((line) => line.replace('Iss', 'Is').replace('Ss', 'S'));
    // 10 µs until the send, which is over at once; the receiver: 500 µs, and 300 µs until MPI_Finalize.
    expect(await runtime([plain, program[1]])).toBe(10_000 + 889_000);
  });
});

/** o and the error of the model from the calls of a traced run: ranks whose calls take what a hand says. */
import { describe, expect, it } from 'vitest';
import { callOverhead, overheadWarning, tracedRuntime } from '../../src/analysis/call-overheads.js';
import { Model } from '../../src/analysis/model.js';
import { validation } from '../../src/analysis/validate-prediction.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import { file, rankText } from '../sources/liballprof/traces.js';

/** MPI_Init ends at 100 µs; messages have a latency of 20 µs. */
const INJECTED = '# injected-latency-ns: 20000';
const machine: Machine = logGPS({ L: 20_000, o: 0, G: 0 });

async function scheduleOf(ranks: readonly (readonly string[])[], header = INJECTED): Promise<Schedule> {
  const files = ranks.map((lines, rank) => {
    const text = rankText(lines, rank, ranks.length);
    return file(`rank${rank}`, header === '' ? text : text.replace('\n\n', `\n${header}\n\n`));
  });
  return tracesToSchedule(await readTraces(files)).schedule;
}

const times = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => line(110 + 40 * i));

/** Rank 0 sends at `at`, for 3 µs; rank 1 waits in MPI_Recv from 15 µs later until `late` µs behind the latency. */
const oneWay = (late: number, count = 20, bytes = 1): readonly (readonly string[])[] => [
  times(count, (at) => `MPI_Send:${at}:1:${bytes}:1,1,1:1:5:W:${at + 3}`),
  times(count, (at) => `MPI_Recv:${at + 15}:1:${bytes}:1,1,1:0:5:W:0:${at + 20 + late}`),
];

const overheadOf = async (
  ranks: readonly (readonly string[])[],
  { header = INJECTED, on = machine } = {},
): Promise<ReturnType<typeof callOverhead>> =>
  callOverhead(buildGraph(await scheduleOf(ranks, header), on), on);

describe('o of a run with injected latency', () => {
  it('is what receives take behind the latency, for both ends of the message', async () => {
    expect(await overheadOf(oneWay(4))).toEqual({
      ...{ from: 'waits', calls: 20, overheadNs: 2000 },
      ...{ lowerNs: 2000, upperNs: 2000 },
    });
  });

  it('is that of sends up to 256 B, which wait for nobody, where no latency is known', async () => {
    const query = { header: '' };
    expect(await overheadOf(oneWay(4, 20, 256), query)).toMatchObject({ from: 'sends', overheadNs: 3000 });
    expect(await overheadOf(oneWay(4, 20, 257), query)).toMatchObject({ from: 'blocking-sends' });
  });

  it('is a mean: what one call in twenty takes counts in T as well', async () => {
    const [sends, recvs] = oneWay(4);
    const late = recvs.map((line, i) =>
      i === 7 ? line.replace(/\d+$/, (end) => String(Number(end) + 10)) : line,
    );
    expect(await overheadOf([sends, late])).toMatchObject({ overheadNs: 2250, lowerNs: 2000, upperNs: 2000 });
  });

  it('leaves out a call that has more than half of the time of all', async () => {
    const [sends, recvs] = oneWay(1, 21);
    // The last one is 60 µs later than the others: the mean would be 1.9 µs.
    const stopped = recvs.map((line, i) =>
      i === 20 ? line.replace(/\d+$/, (end) => String(Number(end) + 60)) : line,
    );
    expect(await overheadOf([sends, stopped])).toMatchObject({ calls: 20, overheadNs: 500 });
  });

  it('counts both ends of each message of a collective', async () => {
    // Rank 1 enters 4 µs later: rank 0 hears of it at 24, rank 1 of rank 0 at 20, and each is done 6 µs later.
    const ranks = [0, 1].map((rank) =>
      times(20, (at) => `MPI_Allreduce:${at + 4 * rank}:1:2:1:D:3:W:${at + 26 + 4 * (1 - rank)}`),
    );
    expect(await overheadOf(ranks)).toMatchObject({ from: 'waits', calls: 40, overheadNs: 3000 });
  });

  it('counts from where the call that waits began, of a receive posted before', async () => {
    // The message of the second MPI_Wait is there when it begins: it tells nothing.
    const ranks = [
      times(20, (at) =>
        [5, 6].map((tag) => `MPI_Send:${at + tag - 5}:1:1:1,1,1:1:${tag}:W:${at + tag - 4}`).join('\n'),
      ),
      times(20, (at) =>
        [
          ...[5, 6].map(
            (tag) => `MPI_Irecv:${at + tag}:1:1:1,1,1:0:${tag}:W:${7000 + 8 * tag}:${at + tag + 1}`,
          ),
          `MPI_Wait:${at + 10}:7040:8000:${at + 28}`,
          `MPI_Wait:${at + 30}:7048:8000:${at + 33}`,
        ].join('\n'),
      ),
    ].map((lines) => lines.flatMap((line) => line.split('\n')));
    expect(await overheadOf(ranks)).toMatchObject({ from: 'waits', calls: 20, overheadNs: 4000 });
  });

  it('counts the probe that waited for the message of a receive, but no computation between both', async () => {
    const [sends] = oneWay(4);
    const probes = times(20, (at) => `MPI_Probe:${at + 15}:0:5:W:0:${at + 23}`);
    const recvs = times(20, (at) => `MPI_Recv:${at + 25}:1:1:1,1,1:0:5:W:0:${at + 26}`);
    expect(await overheadOf([sends, probes.flatMap((probe, i) => [probe, recvs[i]])])).toMatchObject({
      ...{ from: 'waits', calls: 20, overheadNs: 2000 },
    });
  });

  it('counts the round trip that a flush waits for, from where the operation began', async () => {
    // Begun at 0, over at 20 without o, as L is 10 µs; the flush, called at 5, ends at 26. A round trip has one o.
    const origin = times(20, (at) =>
      [`MPI_Put:${at - 5}:1:8:3,0,2:${at - 4}`, `MPI_Win_flush:${at}:1:3,0,2:${at + 21}`].join('\n'),
    ).flatMap((both) => both.split('\n'));
    const header = `# llamp-trace 3\n# mpi: MPICH Version: 4.0.2\n# proc-null: -2\n# injected-latency-ns: 10000\n`;
    const files = [[...origin.slice(0, 1), '#comm: 3,0,1', ...origin.slice(1)], []].map((lines, rank) =>
      file(`rank${rank}`, rankText(lines, rank, 2).replace(/^[\s\S]*?\n\n/, header)),
    );
    const { schedule } = tracesToSchedule(await readTraces(files), { strict: true });
    expect(callOverhead(buildGraph(schedule, machine), machine)).toEqual({
      ...{ from: 'waits', calls: 20, overheadNs: 6000, lowerNs: 6000, upperNs: 6000 },
    });
  });

  it('leaves out the rounds of a nonblocking collective, which another call completes', async () => {
    // Each message of rank 0 is late by 4 µs; an MPI_Iallreduce of several rounds returns after 1 µs.
    const begins = (at: number): string =>
      `MPI_Iallreduce:${at + 25}:1:2:1:D:3:W:5000:${at + 26}\nMPI_Wait:${at + 26}:5000:9000:${at + 38}`;
    const [sends, recvs] = oneWay(4);
    const ranks = [sends, recvs, [], []].map((lines) =>
      times(20, (at) => begins(at)).flatMap((both, i) => [...lines.slice(i, i + 1), ...both.split('\n')]),
    );
    expect(await overheadOf(ranks)).toMatchObject({ from: 'waits', calls: 20, overheadNs: 2000 });
  });

  it('counts from when each rank started, as the clock of their host tells', async () => {
    // Rank 1 starts 9 µs later, so all that it does is 9 µs earlier by its own clock.
    const [sends, recvs] = oneWay(4);
    const earlier = recvs.map((line) =>
      line.replace(
        /:(\d+)(?=:1:1:)|(\d+)$/g,
        (all, start, end) => (start ? `:${start - 9}` : `${end - 9}`) || all,
      ),
    );
    const started = (ns: number) => `${INJECTED}\n# host: node1\n# start-monotonic-ns: ${ns}`;
    const files = [sends, earlier].map((lines, rank) =>
      file(
        `rank${rank}`,
        rankText(lines, rank, 2).replace('\n\n', `\n${started(7_000_000_000_000 + 9000 * rank)}\n\n`),
      ),
    );
    const { schedule } = tracesToSchedule(await readTraces(files));
    expect(callOverhead(buildGraph(schedule, machine), machine)).toMatchObject({
      from: 'waits',
      overheadNs: 2000,
    });
    expect(tracedRuntime(schedule)).toBe(909_000);
  });

  it('comes from sends where clocks are apart: of several hosts, or by calls that end before their messages come', async () => {
    const [sends, recvs] = oneWay(4);
    const hosts = [sends, recvs].map((lines, rank) =>
      file(`rank${rank}`, rankText(lines, rank, 2).replace('\n\n', `\n${INJECTED}\n# host: node${rank}\n\n`)),
    );
    const { schedule } = tracesToSchedule(await readTraces(hosts));
    expect(callOverhead(buildGraph(schedule, machine), machine)).toMatchObject({
      from: 'sends',
      overheadNs: 3000,
    });
    expect(tracedRuntime(schedule)).toBe(900_000);
    expect(await overheadOf(oneWay(-4))).toMatchObject({ from: 'sends', overheadNs: 3000 });
  });

  it('comes from sends that wait for nobody where calls wait for no message', async () => {
    const early = [
      times(20, (at) => `MPI_Isend:${at}:1:4096:1,1,1:1:5:W:${7000 + at}:${at + 3}`),
      times(20, (at) => `MPI_Recv:${at + 30}:1:4096:1,1,1:0:5:W:0:${at + 31}`),
    ];
    expect(await overheadOf(early)).toMatchObject({ from: 'sends', calls: 20, overheadNs: 3000 });
  });

  it('is not told by messages above S, which wait for their receiver', async () => {
    const on = { ...machine, rendezvous: 1000 };
    expect(await overheadOf(oneWay(4, 20, 2000), { on })).toMatchObject({ from: 'blocking-sends' });
    expect(await overheadOf(oneWay(4, 20, 1000), { on })).toMatchObject({ overheadNs: 2000 });
  });
});

describe('o of a run on its own network', () => {
  it('is the median of small and nonblocking sends', async () => {
    expect(await overheadOf(oneWay(4), { header: '' })).toMatchObject({ from: 'sends', overheadNs: 3000 });
    expect(await overheadOf(oneWay(4, 19), { header: '' })).toBeNull();
  });
});

describe('o by sends that may wait for their receiver', () => {
  it('is the share of each message in MPI_Startall', async () => {
    const inits = (name: string, peer: number): string[] =>
      [5, 6].map((tag, i) => `MPI_${name}_init:101:1:1:1,1,1:${peer}:${tag}:W:${1000 + 8 * i}:101`);
    const rounds = (takes: number): string[] =>
      times(20, (at) =>
        [`MPI_Startall:${at}:2:1000:${at + takes}`, `MPI_Waitall:${at + 20}:2:1000:0:${at + 30}`].join('\n'),
      ).flatMap((lines) => lines.split('\n'));
    const ranks = [
      [...inits('Send', 1), ...rounds(4)],
      [...inits('Recv', 0), ...rounds(9)],
    ];
    expect(await overheadOf(ranks, { header: '' })).toMatchObject({
      from: 'sends',
      calls: 40,
      overheadNs: 2000,
    });
  });

  it('is that of the faster quarter', async () => {
    const [sends, recvs] = oneWay(4, 20, 100_000);
    const waiting = sends.map((line, i) =>
      i < 14 ? line.replace(/\d+$/, (end) => String(Number(end) + 18)) : line,
    );
    expect(await overheadOf([waiting, recvs], { header: '' })).toMatchObject({
      ...{ from: 'blocking-sends', calls: 20, overheadNs: 3000, upperNs: 21_000 },
    });
  });
});

describe('the spread of o', () => {
  const of = (lowerNs: number, upperNs: number) =>
    overheadWarning([{ from: 'sends', calls: 20, overheadNs: 3000, lowerNs, upperNs }])?.message;

  it('is said above a factor of 2', () => {
    expect(of(2000, 4000)).toBeUndefined();
    expect(of(1000, 4000)).toBe(
      'o from the traces is 3 µs, but half of the calls have between 1 µs and 4 µs, so o is uncertain',
    );
    expect(of(0, 4000)).toBeDefined();
    expect(of(0, 0)).toBeUndefined();
  });
});

describe('the traced run itself', () => {
  it('lasts from the end of MPI_Init to the last MPI_Finalize', async () => {
    expect(tracedRuntime(await scheduleOf(oneWay(4)))).toBe(900_000);
  });

  it('is predicted at its own latency, once a trace', async () => {
    const schedule = await scheduleOf(oneWay(4));
    const [low, mid, high] = await Promise.all(
      [0, 2000, 5000].map((o) => Model.of(schedule, logGPS({ L: 3000, o, G: 0 }), { engine: 'sweep' })),
    );
    const found = await validation(mid, [{ x: 20_000, runtime: 900_000 }], { others: [high, low] });
    // The last message leaves at 10 + 19 · (37 + o), is there at + o + 20 and taken at + o; 106 µs of work follow.
    // Without o rank 0 is the last, by 1 µs.
    const T = [0, 2, 5].map((o) => 1000 * Math.max(10 + 19 * (37 + o) + o + 20 + o + 106, 840));
    expect(found.points[0]).toMatchObject({
      predictedMin: T[0],
      predicted: T[1],
      predictedMax: T[2],
      lambda: 1,
    });
    expect(found.selfErrors).toEqual([T[1], T[2], T[0]].map((one) => (one - 900_000) / 900_000));
  });
});

import { describe, expect, it } from 'vitest';
import { nameSite, placeText } from '../../../src/schedule/program-calls.js';
import { SEND } from '../../../src/schedule/schedule.js';
import { BetweenCalls } from '../../../src/sources/mpi/computation-parts.js';
import { type TraceSchedule, tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { SkippedCalls } from '../../../src/sources/mpi/coverage.js';
import type { TraceSet } from '../../../src/sources/mpi/rank-trace.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { callsOf } from '../dumpi/samples.js';
import { FIRST, listing } from '../liballprof/traces.js';
import { type Body, calls, type Description, type Extra, NO_ROOT, runOf } from './describe.js';
import { type Encoding, encode } from './encode.js';
import { anchorIn } from './files.js';

const WORLD = 0;
const SELF = 1;

const read = (run: Description, encoding: Encoding = {}): Promise<TraceSet> =>
  readArchive(anchorIn(encode(run, encoding)));

async function convert(bodies: readonly Body[], extra: Extra = {}): Promise<TraceSchedule> {
  return tracesToSchedule(await read(runOf(bodies, extra)), FIRST);
}

/** [ranks] */
const sendsOf = ({ kind, rankStart, ranks }: TraceSchedule['schedule']): number[] =>
  Array.from(
    { length: ranks },
    (_, rank) => kind.subarray(rankStart[rank], rankStart[rank + 1]).filter((one) => one === SEND).length,
  );

const codes = ({ warnings }: Pick<TraceSchedule, 'warnings'>): string[] => warnings.map(({ code }) => code);

describe('messages', () => {
  it('of one rank to another have their sizes, tags and the time between calls', async () => {
    const { schedule, warnings } = await convert([
      (script) => script.pass(100).call('MPI_Send', ['mpi_send', 1, WORLD, 7, 800]).pass(50),
      calls('Recv: recv 0 W 7 800'),
    ]);
    expect(listing(schedule, 0)).toEqual([
      'l1: send 800b to 1 tag 7 < l2',
      'l2: calc 110',
      'l3: calc 60 < l1',
    ]);
    expect(listing(schedule, 1)).toEqual([
      'l1: recv 800b from 0 tag 7 < l2',
      'l2: calc 10',
      'l3: calc 10 < l1',
    ]);
    expect(warnings).toEqual([]);
  });

  // Rows as `MPI_Isend bytes item peer tag comm request`, and behind `!` what a wait completed; −2 is nobody.
  it.each<[string, readonly Body[], readonly string[], readonly string[]]>([
    [
      'that are nonblocking are complete where their events are',
      [
        calls(
          'Irecv: irecv_request 9',
          'Isend: isend 1 W 3 8 10',
          'Waitany: irecv 1 W 4 16 9',
          'Wait: isend_complete 10',
        ),
        calls('Recv: recv 0 W 3 8', 'Send: send 0 W 4 16', 'Test'),
      ],
      ['Irecv 16 1 1 4 0 1', 'Isend 8 1 1 3 0 2', 'Waitany 0 0 ! 1', 'Wait 2 ! 2'],
      ['completion-order'],
    ],
    [
      'without an event go to nobody',
      [calls('Send', 'Irecv', 'Wait', 'Sendrecv', 'Start')],
      [
        ...['Send 0 1 -2 0 0', 'Irecv 0 1 -2 0 0 1', 'Wait 0', 'Sendrecv 0 1 -2 0 0 1 -2 0 0'],
        ...['Send_init 0 1 -2 0 0 2', 'Start 2'],
      ],
      [],
    ],
    [
      'that were cancelled never were',
      [calls('Irecv: irecv_request 1', 'Cancel', 'Wait: request_cancelled 1')],
      ['Irecv 0 1 -2 0 0 1', 'Wait 0'],
      [],
    ],
    [
      'that were never received are left out, and said, also where their numbers are used again',
      [
        calls(
          'Irecv: irecv_request 1',
          'Isend: isend 0 S 0 8 2',
          'Irecv: irecv_request 1',
          'Waitall: irecv 0 S 0 8 1; isend_complete 2',
        ),
      ],
      ['Irecv 0 1 -2 0 0 1', 'Isend 8 1 0 0 2 2', 'Irecv 8 1 0 0 2 3', 'Waitall 2 0 3 2 ! 3 2'],
      ['otf2-open-receives'],
    ],
    [
      'that a tool records outside of calls, or only where they end, are messages too',
      [
        (script) =>
          script
            .event('mpi_recv', 1, WORLD, 2, 8)
            .pass(5)
            .call('MPI_Irecv')
            .call('MPI_Wait', ['mpi_recv', 1, WORLD, 2, 8]),
        (script) =>
          script.event('mpi_send', 0, WORLD, 2, 8).pass(9).event('mpi_send', 0, WORLD, 2, 8).pass(5),
      ],
      ['Recv 8 1 1 2 0', 'Irecv 0 1 -2 0 0 1', 'Recv 8 1 1 2 0'],
      ['otf2-receives'],
    ],
    [
      'of requests whose numbers are used again belong to the last',
      [
        (script) => {
          for (const bytes of [8, 16])
            script
              .call('MPI_Isend', ['mpi_isend', 0, SELF, 0, bytes, 1])
              .call('MPI_Irecv', ['mpi_irecv_request', 2])
              .call('MPI_Waitall', ['mpi_irecv', 0, SELF, 0, bytes, 2], ['mpi_isend_complete', 1]);
        },
      ],
      [
        ...['Isend 8 1 0 0 2 1', 'Irecv 8 1 0 0 2 2', 'Waitall 2 0 2 1 ! 2 1'],
        ...['Isend 16 1 0 0 2 3', 'Irecv 16 1 0 0 2 4', 'Waitall 2 0 4 3 ! 4 3'],
      ],
      [],
    ],
    [
      'of persistent requests are those that are started',
      [calls('Startall: isend 0 S 1 24 5; irecv_request 6', 'Waitall: isend_complete 5; irecv 0 S 1 24 6')],
      [...['Send_init 24 1 0 1 2 1', 'Recv_init 24 1 0 1 2 2', 'Startall 2 0 1 2'], 'Waitall 2 0 1 2 ! 1 2'],
      [],
    ],
    [
      'in a call whose name is none of MPI are messages',
      [(script) => script.call('XPI_Send', ['mpi_send', 1, WORLD, 7, 8]), calls('Recv: recv 0 W 7 8')],
      ['Send 8 1 1 7 0'],
      ['calls-not-understood'],
    ],
  ])('%s', async (_, bodies, rows, told) => {
    const set = await read(runOf(bodies));
    expect(callsOf(set.ranks[0])).toEqual(rows.map((row) => `MPI_${row}`));
    expect(codes(tracesToSchedule(set))).toEqual(told);
  });

  it('never received are counted', async () => {
    const { warnings } = await convert([calls('Irecv: irecv_request 1')]);
    expect(warnings).toMatchObject([{ message: /^1 receive was never complete/ }]);
  });
});

describe('collectives', () => {
  const both = (body: (script: Parameters<Body>[0], rank: number) => unknown): Body[] =>
    [0, 1].map((rank) => (script) => void body(script, rank));
  it('of Score-P tell what goes to all ranks, nonblocking ones where their request is complete', async () => {
    const end = (op: string, bytes: readonly number[]) =>
      ['mpi_collective_end', op, WORLD, NO_ROOT, ...bytes] as const;
    const complete = 'non_blocking_collective_complete';
    const set = await read(
      runOf(
        both((script, rank) =>
          script
            .call('MPI_Allreduce', ['mpi_collective_begin'], end('ALLREDUCE', [16, 16]))
            .call('MPI_Allgather', end('ALLGATHER', [20, 20]))
            .call('MPI_Scan', end('SCAN', rank === 0 ? [32, 16] : [16, 32]))
            .call('MPI_Allgatherv', end('ALLGATHERV', rank === 0 ? [20, 40] : [60, 40]))
            .call('MPI_Iallreduce', ['non_blocking_collective_request', 4])
            .call('MPI_Wait', [complete, 'ALLREDUCE', WORLD, NO_ROOT, 16, 16, 4]),
        ),
      ),
    );
    const rows = ['Allreduce 8 1 0', 'Allgather 0 10 1 10 1 0', 'Scan 16 1 0', 'Allgatherv 0 10 1 1 0'];
    expect(callsOf(set.ranks[0])).toEqual(
      [...rows, 'Iallreduce 8 1 0 1', 'Wait 1 ! 1'].map((row) => `MPI_${row}`),
    );
    expect(callsOf(set.ranks[1])[3]).toBe('MPI_Allgatherv 0 30 1 1 0');
    expect(codes(tracesToSchedule(set, FIRST))).toEqual([]);
  });

  it('of others tell the buffers of the call, which is said', async () => {
    const made = await convert(both(calls('Allreduce: collective_end ALLREDUCE W N 16 16')), {
      creator: 'TAU',
    });
    expect(listing(made.schedule, 0)[0]).toContain(' 16b ');
    expect(codes(made)).toEqual(['otf2-sizes']);
  });

  it('that are nonblocking and not recorded are not understood, nor the waits for them', async () => {
    const made = await convert(both(calls('Iallreduce', 'Wait')));
    expect(codes(made)).toEqual(['otf2-waits', 'calls-not-understood']);
    expect(made.warnings[1].message).toContain('MPI_Iallreduce (2 calls');
  });

  it('whose counts are lists, among neighbours or without an event are not understood', async () => {
    const made = await convert(
      both(calls('Alltoallv: collective_end ALLTOALLV W N 16 16', 'Neighbor_allgather', 'Bcast')),
    );
    const missed = made.coverage.calls.filter((one) => one.missed > 0).map(({ name }) => name);
    expect(missed.sort()).toEqual(['MPI_Alltoallv', 'MPI_Bcast', 'MPI_Neighbor_allgather']);
  });
});

describe('communicators', () => {
  it('translate ranks, and keep their messages apart', async () => {
    const { schedule, coverage } = await convert(
      [calls('Comm_dup', 'Send: send 0 2 1 8'), calls('Comm_dup'), calls('Comm_dup', 'Recv: recv 1 2 1 8')],
      { comms: [['two', [2, 0]]] },
    );
    expect(listing(schedule, 0)[0]).toMatch(/^l1: send 8b to 2 /);
    expect(listing(schedule, 2)[0]).toMatch(/^l1: recv 8b from 0 /);
    // The archive does not say on which communicator it was called.
    expect(coverage.calls.find(({ name }) => name === 'MPI_Comm_dup')).toMatchObject({ calls: 3, missed: 3 });
  });

  it('whose members are not told are not understood', async () => {
    const made = await convert([calls('Send: send 0 2 1 8')], {
      comms: [['between', 'unknown']],
    });
    expect(codes(made)).toEqual(['calls-not-understood']);
  });

  it('that a call makes have ranks that wait for each other, where events say which it made', async () => {
    const made =
      (wait: number): Body =>
      (script) =>
        script.pass(wait).call('MPI_Comm_split', ['comm_create', 2]);
    const alone: Body = (script) => script.call('MPI_Comm_split');
    const { schedule, coverage } = await convert([made(0), made(5000), alone], { comms: [['two', [1, 0]]] });
    expect(sendsOf(schedule)).toEqual([1, 1, 0]);
    // Of a rank that is in none, nothing says for whom it waits.
    expect(coverage.calls.find(({ name }) => name === 'MPI_Comm_split')).toMatchObject({
      calls: 3,
      missed: 1,
    });
  });

  it('that a rank is not in are refused', async () => {
    const bodies: Body[] = [calls('Send: send 0 2 1 8'), () => undefined];
    await expect(convert(bodies, { comms: [['wide', [0, 1, 7]]] })).rejects.toThrow(
      /communicator 2 contains rank 7, but the run has ranks 0 to \d+\. The file is damaged/,
    );
    await expect(convert(bodies, { comms: [['twice', [0, 1, 0]]] })).rejects.toThrow(
      'communicator 2 contains a rank twice. The file is damaged',
    );
    await expect(convert(bodies, { comms: [['other', [1]]] })).rejects.toThrow(
      'traces/0.evt:3: an event on communicator 2, which does not contain rank 0',
    );
  });
});

describe('threads', () => {
  const send = (script: Parameters<Body>[0]): unknown =>
    script.call('MPI_Isend', ['mpi_isend', 0, SELF, 0, 8, 1]).call('MPI_Wait', ['mpi_isend_complete', 1]);
  const receive: Body = calls('Irecv: irecv_request 1', 'Wait: irecv 0 S 0 8 1');

  it('of one rank that take turns make its calls, in the order of their times', async () => {
    const { schedule } = await convert([(script) => script.pass(1_000).enter('main').pass(1)], {
      threads: [
        [0, (script) => send(script.pass(200))],
        [0, (script) => receive(script.pass(100))],
      ],
    });
    const order = listing(schedule, 0).filter((line) => /send|recv/.test(line));
    expect(order.map((line) => line.split(' ')[1])).toEqual(['recv', 'send']);
  });

  it('that call at once go on by themselves, each on a CPU of its own, and end before the rank does', async () => {
    const threads = [[0, (script: Parameters<Body>[0]) => send(script.pass(1_005))]] as const;
    // MPI_Init ends at 1010; the receive is called from 1995 to 2006, the send from 2005 to 2016.
    const master: Body = (script) => receive(script.pass(975));
    const { schedule, warnings } = await convert([master], { threads });
    const cpus = schedule.cpu === null ? [] : [...schedule.cpu];
    const rows = listing(schedule, 0);
    const tag = /tag \d+/;
    expect(rows.map((row, op) => `${row.replace(tag, 'tag T')} on ${cpus[op] ?? 0}`)).toEqual([
      'l1: recv 8b from 0 tag T < l2 on 0',
      'l2: calc 985 on 0',
      'l3: send 8b to 0 tag T < l4 on 1',
      'l4: calc 995 on 1',
      'l5: calc 0 < l1 < l6 on 0',
      'l6: calc 10 ~ l1 on 0',
      'l7: calc 0 < l3 < l8 on 1',
      'l8: calc 10 ~ l3 on 1',
      'l9: calc 10 < l5 < l7 on 0',
    ]);
    expect(warnings.map(({ code }) => code)).toContain('otf2-threads');
  });

  it('lose the time of skipped calls each by itself', async () => {
    const { ranks } = await read(
      runOf([(script) => receive(script.pass(975))], {
        threads: [[0, (script) => send(script.pass(400).call('MPI_File_sync').pass(585))]],
      }),
    );
    const [trace] = ranks;
    const skips = new BetweenCalls(trace, new SkippedCalls(['MPI_File_sync']));
    // Of 10 ticks, by the second thread, which sends in the second row.
    const [first, second] = [skips.reach(0, 0), skips.reach(1, 1)];
    expect([...(trace.thread ?? [])]).toEqual([0, 1, 0, 1]);
    expect([first, Math.round(second * 1_000)]).toEqual([0, 10]);
  });

  it('that do not call MPI change nothing', async () => {
    const alone = await convert([send]);
    const { schedule } = await convert([send], {
      threads: [[0, (script) => script.enter('work').pass(77).leave('work')]],
    });
    expect(listing(schedule, 0)).toEqual(listing(alone.schedule, 0));
  });
});

describe('times', () => {
  it('past 2^53 ticks, and of clocks of any resolution, are exact', async () => {
    const base = runOf([(script) => script.pass(300).call('MPI_Send').pass(77)], {
      resolution: 2_000_000_000,
    });
    const far = base.locations.map((one) => ({
      ...one,
      events: one.events.map(([time, ...rest]) => [time + 2 ** 60, ...rest] as (typeof one.events)[0]),
    }));
    // Times of the description are doubles: what is lost there is lost in both.
    const near = base.locations.map((one, i) => ({
      ...one,
      events: one.events.map(
        ([, ...rest], k) => [far[i].events[k][0] - 2 ** 60, ...rest] as (typeof one.events)[0],
      ),
    }));
    const [a, b] = await Promise.all([read({ ...base, locations: far }), read({ ...base, locations: near })]);
    expect([...a.ranks[0].start]).toEqual([...b.ranks[0].start]);
    expect(a.ranks[0].rows).toBe(1);
  });

  it('in which nothing was recorded, or the tool wrote, are named with their share, and can be left out', async () => {
    const body: Body = (script) => {
      script
        .call('MPI_Send')
        .event('buffer_flush', script.time + 300)
        .pass(300);
      script.event('measurement_on_off', 'OFF').pass(200).event('measurement_on_off', 'ON').call('MPI_Send');
    };
    const set = await read(runOf([body]));
    const plain = tracesToSchedule(set);
    expect(plain.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /TRACE BUFFER FLUSH \(1 call, 5\d % of the time\), MEASUREMENT OFF \(1 call, 3\d %/,
      ),
    ]);
    const without = tracesToSchedule(set, { skipCalls: ['TRACE*', 'MEASUREMENT*'] });
    const total = ({ schedule }: TraceSchedule): number =>
      Array.from(schedule.value).reduce((sum, value) => sum + value, 0);
    expect(total(plain) - total(without)).toBe(500);
  });

  it('of the recording are the date of the traces', async () => {
    const set = await read(runOf([(script) => script.enter('main').call('MPI_Send')]), {
      date: 1_700_000_000_000_000_000n,
    });
    expect(set.sites?.date).toBe(1_700_000_000_000);
  });
});

describe('requests that are complete and not under way', () => {
  it('are told of with the first, as one that is complete as another kind is', async () => {
    const { warnings } = await convert([
      calls(
        'Isend: isend 0 S 0 8 1',
        'Recv: recv 0 S 0 8',
        'Wait: isend_complete 2',
        'Irecv: irecv_request 3',
        'Wait: isend_complete 3',
      ),
    ]);
    expect(warnings.filter(({ code }) => code.startsWith('otf2-'))).toMatchObject([
      { code: 'otf2-open-receives' },
      {
        code: 'otf2-unissued',
        message:
          '2 requests complete without having been issued, and nothing waits for them; the archive may be damaged; ' +
          'first at traces/0.evt:10 (request 2)',
        count: 2,
      },
    ]);
  });
});

it('a sum that is neither of all ranks nor of all others is no size that other ranks have', async () => {
  const sum =
    (bytes: number): Body =>
    (script) =>
      script.call('MPI_Allreduce', ['mpi_collective_end', 'ALLREDUCE', WORLD, NO_ROOT, bytes, bytes]);
  await expect(convert([sum(32), sum(31), sum(32), sum(32)])).rejects.toThrow(': 7.75 B here, but 8 B');
});

describe('events in calls that have no such message', () => {
  it('are told with the first of them, and count as calls of their own', async () => {
    const strange: Body = calls(
      'Isend: irecv_request 1',
      'Isend: isend 0 S 0 8 2',
      'Waitall: irecv 0 S 0 8 1; isend_complete 2',
      'Barrier: send 0 S 1 8',
      'Recv: recv 0 S 1 8',
    );
    const { warnings } = await convert([strange]);
    expect(warnings.filter(({ code }) => code === 'otf2-other-call')).toEqual([
      {
        code: 'otf2-other-call',
        message:
          '2 events are in a call that cannot have them, where a message counts as a separate call; the archive may be ' +
          'damaged; first at traces/0.evt:4 (MpiIrecvRequest in MPI_Isend)',
        count: 2,
      },
    ]);
  });

  it('are failed tests in a call that waits for all of its requests, and in no other', async () => {
    const tested = (name: string): Body =>
      calls('Isend: isend 0 S 0 8 2', `${name}: request_test 2`, 'Wait: isend_complete 2');
    for (const name of ['Wait', 'Waitall'])
      expect((await convert([tested(name)])).warnings).toContainEqual({
        code: 'otf2-other-call',
        message: expect.stringContaining(`first at traces/0.evt:7 (MpiRequestTest in MPI_${name})`),
        count: 1,
      });
    for (const name of ['Test', 'Testall', 'Waitany', 'Waitsome'])
      expect(codes(await convert([tested(name)]))).not.toContain('otf2-other-call');
  });

  it('are none in calls that tools tell receives of only where they are complete', async () => {
    const late: Body = calls('Irecv', 'Send: send 0 S 0 8', 'Wait: recv 0 S 0 8');
    expect(codes(await convert([late]))).not.toContain('otf2-other-call');
  });
});

describe('regions', () => {
  it('are the call sites of what is called in them', async () => {
    const body: Body = (script) => {
      script
        .call('MPI_Barrier', ['mpi_collective_end', 'BARRIER', WORLD, NO_ROOT, 0, 0])
        .enter('main', { file: 'a.c', line: 3 });
      script.enter('solve').call('MPI_Send', ['mpi_send', 0, SELF, 0, 8]).leave('solve');
      script.call('MPI_Recv', ['mpi_recv', 0, SELF, 0, 8]).leave('main');
    };
    const { schedule } = await convert([body]);
    const { list = [], of = [] } = schedule.sites ?? {};
    const names = list.map(({ frames }) => frames.map(({ named }) => named));
    expect(names).toEqual([
      [
        { function: 'solve', file: '', line: 0 },
        { function: 'main', file: 'a.c', line: 3 },
      ],
      [{ function: 'main', file: 'a.c', line: 3 }],
    ]);
    expect(new Set(of).size).toBe(3);
    const texts = list.map((site) => placeText(nameSite(site, () => []).place));
    expect(texts).toEqual(['solve', 'a.c:3']);
  });

  it('of calls may be written as other tools write them', async () => {
    const { coverage } = await convert([
      (script) =>
        script.call('mpi_send_').call('PMPI_Send').call('MPI_Send()').call('MPI_Win_fence').call('MPI_Wtime'),
    ]);
    const found = coverage.calls.map(({ name, calls, kind }) => `${name} ${calls} ${kind}`);
    expect(found).toEqual(
      expect.arrayContaining(['MPI_Send 3 modelled', 'MPI_Win_fence 1 unknown', 'MPI_Wtime 1 local']),
    );
  });

  it('of MPI that are left and not entered are counted, but for MPI_Init at the start', async () => {
    const run = runOf([calls('Send: send 0 S 0 8', 'Recv: recv 0 S 0 8')]);
    const [location] = run.locations;
    const without = (gone: number): Promise<TraceSet> =>
      read({ ...run, locations: [{ ...location, events: location.events.filter((_, i) => i !== gone) }] });
    expect((await without(2)).warnings).toMatchObject([
      { code: 'otf2-unentered', count: 1, message: /^1 MPI call is left .* first at traces\/0\.evt:4$/ },
    ]);
    expect((await without(0)).warnings.map(({ code }) => code)).not.toContain('otf2-unentered');
    const again = [...location.events];
    const [, type, init] = again[1];
    again.splice(5, 0, [again[4][0], type, init]);
    expect((await read({ ...run, locations: [{ ...location, events: again }] })).warnings).toMatchObject([
      { code: 'otf2-unentered', count: 1, message: /first at traces\/0\.evt:6$/ },
    ]);
  });

  it("are no calls where they are the program's own, whatever they are called", async () => {
    const { coverage } = await convert([
      (script) => script.enter('mpi_setup').call('MPI_Send').leave('mpi_setup'),
    ]);
    expect(coverage.calls.map(({ name }) => name).sort()).toEqual(['MPI_Finalize', 'MPI_Init', 'MPI_Send']);
  });
});

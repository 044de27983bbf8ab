/**
 * Requests by their handles, in traces of our tracer written by hand: each completion finds its own, though handles come
 * again and all requests are made in one variable, at 64, and completed elsewhere.
 */
import { expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file, listing } from '../liballprof/traces.js';

/** A rank of two; `W` stands for the world's COMM. */
const rankText = (lines: readonly string[], rank: number): string =>
  [
    "# htor's PMPI Tracer 1.1 Output File",
    '# llamp-trace 3',
    `# rank: ${rank}`,
    '# ranks: 2',
    'MPI_Init:-:0:0:0.000',
    ...lines.map((line) => line.replace(/:W(?=:)/, `:1,${rank},2`)),
    'MPI_Finalize:1000:-',
    '',
  ].join('\n');

const convert = async (...ranks: readonly (readonly string[])[]) =>
  tracesToSchedule(await readTraces(ranks.map((lines, i) => file(`rank${i}`, rankText(lines, i), i))), {});

/** Rank 0 in operations, against a rank 1 that sends so many messages of 8 B, with tags from 0 on. */
const rank0 = async (lines: readonly string[], messages: number): Promise<string[]> => {
  const sends = Array.from({ length: messages }, (_, i) => `MPI_Send:${10 + i}:0:1:0,8,8:0:${i}:W:${10 + i}`);
  return listing((await convert(lines, sends)).schedule, 0).slice(0, -1);
};

const irecv = (at: number, tag: number, handle: number): string[] => [
  `MPI_Irecv:${at}:0:1:0,8,8:1:${tag}:W:64:${at}`,
  `#handles: ${handle}`,
];
const isend = (at: number, tag: number, handle: number): string[] => [
  `MPI_Isend:${at}:0:1:0,8,8:1:${tag}:W:64:${at}`,
  `#handles: ${handle}`,
];

it('completes copies, one by one and together, whose handles come again', async () => {
  const ops = await rank0(
    [
      ...[...irecv(10, 0, 500), ...irecv(11, 1, 600), 'MPI_Wait:12:128:0:20', '#handles: 600'],
      // The handle that came back is given again.
      ...[...irecv(21, 2, 600), 'MPI_Waitall:22:2:136:0:30', '#handles: 500,600'],
    ],
    3,
  );
  expect(ops).toEqual([
    'l1: recv 8b from 1 tag 0 < l2',
    'l2: calc 10000',
    'l3: recv 8b from 1 tag 1 < l4',
    'l4: calc 1000 ~ l1',
    'l5: calc 0 < l3 < l6',
    'l6: calc 1000 ~ l3',
    'l7: recv 8b from 1 tag 2 < l8',
    'l8: calc 1000 < l5',
    'l9: calc 0 < l1 < l7 < l10',
    'l10: calc 1000 ~ l7',
  ]);
});

it('takes requests of one handle as they were made', async () => {
  const waits = ['MPI_Wait:20:128:0:21', '#handles: 7', 'MPI_Waitall:22:2:136:0:23', '#handles: 7,7'];
  const sends = [...isend(10, 0, 7), ...isend(11, 1, 7), ...isend(12, 2, 7), ...waits];
  const receives = [0, 1, 2].map((tag) => `MPI_Recv:${20 + tag}:0:1:0,8,8:0:${tag}:W:0:${20 + tag}`);
  const { schedule, warnings } = await convert(sends, receives);
  const ops = listing(schedule, 0);
  expect([ops[6], ops[8]]).toEqual(['l7: calc 0 < l1 < l8', 'l9: calc 0 < l3 < l5 < l10']);
  expect(warnings).toEqual([]);
});

it('offers to a call that names none what the one before left', async () => {
  const two = [...irecv(10, 0, 500), ...irecv(11, 1, 600)];
  const told = (second: readonly string[]): Promise<string[]> =>
    rank0(
      [
        ...[...two, 'MPI_Waitany:12:2:128:0:0:20', '#handles: 500,600', '#completed: 600'],
        ...['MPI_Waitany:21:2:128:0:0:30', ...second, '#completed: 500'],
      ],
      2,
    );
  const ops = await told([]);
  expect([ops[4], ops[6]]).toEqual(['l5: calc 0 < l3 < l6', 'l7: calc 0 < l1 < l8']);
  expect(ops).toEqual(await told(['#handles: 500']));
});

it('keeps the handle of a persistent request over its starts, until it is freed', async () => {
  const start = (at: number): string[] => [
    ...[`MPI_Start:${at}:128:${at}`, '#handles: 500'],
    ...[`MPI_Wait:${at + 1}:136:0:${at + 2}`, '#handles: 500'],
  ];
  const ops = await rank0(
    [
      ...['MPI_Recv_init:10:0:1:0,8,8:1:0:W:64:10', '#handles: 500', ...start(20), ...start(30)],
      ...['MPI_Request_free:40:144:40', '#handles: 500', ...irecv(50, 1, 500)],
      ...['MPI_Test:51:152:0:0:52', '#handles: 500', '#completed: 500'],
    ],
    2,
  );
  expect(ops.filter((op) => op.includes('recv'))).toEqual([
    'l1: recv 8b from 1 tag 0 < l2',
    'l5: recv 8b from 1 tag 0 < l6',
    'l9: recv 8b from 1 tag 1 < l10',
  ]);
  expect(ops[10]).toBe('l11: calc 0 < l9 < l12');
});

it('takes a wait for no request as computation, and says what is never completed', async () => {
  const lines = [...irecv(10, 0, 500), 'MPI_Wait:11:128:0:20', '#handles: 0'];
  const { schedule, warnings } = await convert(lines, ['MPI_Send:10:0:1:0,8,8:0:0:W:10']);
  expect(listing(schedule, 0)).toHaveLength(3);
  expect(warnings.map(({ code }) => code)).toEqual(['requests-open']);
});

it('warns of waits for requests of calls that are not understood, with their time', async () => {
  const { warnings, schedule } = await convert(
    [
      ...['MPI_Psend_init:10:20', ...irecv(30, 0, 500)],
      ...['MPI_Wait:30:128:0:40', '#handles: 500', 'MPI_Wait:40:128:0:540', '#handles: 700'],
      // One that is null.
      ...['MPI_Wait:540:128:0:541', '#handles: 0'],
    ],
    ['MPI_Send:10:0:1:0,8,8:0:0:W:10'],
  );
  const of = warnings.filter(({ code }) => code === 'calls-not-understood').map(({ message }) => message);
  // Of 1000 µs on each of two ranks.
  expect(of).toEqual([
    'calls that are not understood count as computation: MPI_Wait (1 call, 25 % of the time), MPI_Psend_init (1 call, 0.5 % of the time); if this time is waiting, λ_L is larger and less latency is tolerated',
  ]);
  expect(listing(schedule, 0).at(-1)).toContain('calc 960000');
});

const SEND = 'MPI_Send:10:0:1:0,8,8:0:0:W:10';
const IDUP = 'MPI_Comm_idup:33:1,<r>,2:0:0:34';

it.each([
  [
    'MPI_Request_get_status, recorded as MPI_Test',
    [
      ...irecv(30, 0, 500),
      'MPI_Test:31:128:1:0:32',
      '#handles: 500',
      'MPI_Wait:40:128:0:540',
      '#handles: 500',
    ],
    [SEND],
  ],
  [
    'MPI_Comm_idup',
    [
      ...[...irecv(30, 0, 500), 'MPI_Wait:31:128:0:32', '#handles: 500'],
      ...[IDUP.replace('<r>', '0'), 'MPI_Wait:40:128:0:540', '#handles: 700'],
    ],
    [SEND, IDUP.replace('<r>', '1')],
  ],
])('does not warn of waits for requests of %s', async (_, ...ranks) => {
  const { warnings } = await convert(...ranks);
  expect(warnings.filter(({ code }) => code === 'calls-not-understood')).toEqual([]);
});

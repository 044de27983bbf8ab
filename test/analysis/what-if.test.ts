/**
 * What a change makes of a program is what its traces would be had it been written so: each case has both traces, written by
 * hand, with calls that take no time, so that the computations are the same.
 */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import {
  bestSilence,
  type ChangedVariant,
  type ChangeSpec,
  type Silence,
  WhatIf,
} from '../../src/analysis/what-if.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { LimitError, type LlampError, ModelError, UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { traceProgram } from '../../src/sources/mpi/trace-program.js';
import type { Program } from '../../src/sources/program.js';
import { Random } from '../fuzz/random.js';
import { tracedProgram } from '../fuzz/trace-text.js';
import { runs } from '../part.js';
import { FIRST, file, readRanks } from '../sources/liballprof/traces.js';

const MACHINE = logGPS({ L: 10_000, o: 500, G: 0.5, S: 4096 });
const PERCENTS = [1, 20];

type Ranks = readonly (readonly string[])[];

async function programOf(ranks: Ranks): Promise<Program> {
  return traceProgram({ source: 'traces', format: 'liballprof' }, await readRanks(ranks), {});
}

const modelOf = (program: Program): Promise<Model> =>
  Model.of(program.schedule(FIRST.collectives ?? []).schedule, MACHINE);

async function changed(ranks: Ranks, ...query: readonly ChangeSpec[]): Promise<ChangedVariant> {
  const program = await programOf(ranks);
  const whatIf = new WhatIf(program, await modelOf(program), {
    percents: PERCENTS,
    names: () => [],
    choices: FIRST.collectives ?? [],
    region: null,
    modelOf: (schedule) => Model.of(schedule, MACHINE),
  });
  return whatIf.with('so', query);
}

const change = (kind: ChangeSpec['kind'], text: string, more: Partial<ChangeSpec> = {}): ChangeSpec => ({
  ...{ kind, text, places: text.split(',') },
  ...more,
});

async function answersOf(ranks: Ranks) {
  const { runtime, lambda, tolerance: by } = await tolerance(await modelOf(await programOf(ranks)), PERCENTS);
  return { runtime, lambda, tolerance: by };
}

const dup = (at: number, rank: number): string => `MPI_Comm_dup:${at}:W:7${rank}00:${at}`;
const send = (at: number, to: number, { count = 1, tag = 0 } = {}): string =>
  `MPI_Send:${at}:3:${count}:D:${to}:${tag}:W:${at}`;
const recv = (at: number, from: number, { count = 1, tag = 0 } = {}): string =>
  `MPI_Recv:${at}:3:${count}:D:${from}:${tag}:W:0:${at}`;
const isend = (at: number, to: number, request: number, { count = 1, tag = 0 } = {}): string =>
  `MPI_Isend:${at}:3:${count}:D:${to}:${tag}:W:${request}:${at}`;
const irecv = (at: number, from: number, request: number, { count = 1, tag = 0 } = {}): string =>
  `MPI_Irecv:${at}:3:${count}:D:${from}:${tag}:W:${request}:${at}`;
const wait = (at: number, request: number): string => `MPI_Wait:${at}:${request}:0:${at}`;
const waitall = (at: number, count: number, first: number): string =>
  `MPI_Waitall:${at}:${count}:${first}:0:${at}`;
const init = (name: 'Send' | 'Recv', at: number, peer: number, request: number): string =>
  `MPI_${name}_init:${at}:3:1:D:${peer}:0:W:${request}:${at}`;
const startall = (at: number, count: number, first: number): string =>
  `MPI_Startall:${at}:${count}:${first}:${at}`;
const allreduce = (at: number, count = 1): string => `MPI_Allreduce:${at}:3:4:${count}:D:5:W:${at}`;
const reduce = (at: number, count = 1): string => `MPI_Reduce:${at}:3:4:${count}:D:5:0:W:${at}`;
const bcast = (at: number, count = 1): string => `MPI_Bcast:${at}:3:${count}:D:0:W:${at}`;
const barrier = (at: number): string => `MPI_Barrier:${at}:W:${at}`;
const sendrecv = (at: number, to: number, from: number): string =>
  `MPI_Sendrecv:${at}:3:2:D:${to}:1:3:2:D:${from}:1:W:0:${at}`;

/** Two ranks exchange 8 B and 16 B a step, wait, compute, and exchange once more. */
const HALO: Ranks = [0, 1].map((rank) => [
  irecv(120 + rank, 1 - rank, 64, { tag: 1 }),
  irecv(120 + rank, 1 - rank, 72, { tag: 2, count: 2 }),
  isend(125 + rank, 1 - rank, 80, { tag: 1 }),
  isend(130 + rank, 1 - rank, 88, { tag: 2, count: 2 }),
  waitall(135 + rank, 4, 64),
  barrier(160),
]);

/** The ranks of a step with one message, of 8 or 16 B. */
const oneMessage = (tag: 1 | 2, count: number, at: number): Ranks =>
  [0, 1].map((rank) => [
    irecv(120 + rank, 1 - rank, 64, { tag, count }),
    isend(at + rank, 1 - rank, 80, { tag, count }),
    waitall(135 + rank, 2, 64),
    wait(135 + rank, 80),
    barrier(160),
  ]);

const CASES: readonly (readonly [string, Ranks, readonly ChangeSpec[], Ranks])[] = [
  [
    'leaves out one message of a pair of ranks, at both ends',
    [
      [send(110, 1), send(130, 1, { tag: 7 }), recv(140, 1)],
      [recv(115, 0), recv(135, 0, { tag: 7 }), send(150, 0)],
    ],
    [change('without', 'MPI_Send#2')],
    [[send(110, 1), recv(140, 1)], [recv(115, 0), send(150, 0)].slice(0, 2)],
  ],
  [
    'leaves out messages that requests stand for',
    HALO,
    [change('without', 'MPI_Isend#1')],
    oneMessage(2, 2, 130),
  ],
  [
    'leaves out a collective',
    [0, 1, 2].map((rank) => [barrier(110 + 9 * rank), allreduce(150)]),
    [change('without', 'MPI_Barrier')],
    [0, 1, 2].map(() => [allreduce(150)]),
  ],
  [
    'leaves out one half of calls that send and receive',
    [
      [sendrecv(110, 1, 2), barrier(160)],
      [sendrecv(120, 2, 0), barrier(160)],
      [send(130, 0, { tag: 1, count: 2 }), recv(140, 1, { tag: 1, count: 2 }), barrier(160)],
    ],
    [change('without', 'MPI_Send')],
    [
      [send(110, 1, { tag: 1, count: 2 }), barrier(160)],
      [sendrecv(120, 2, 0), barrier(160)],
      [recv(140, 1, { tag: 1, count: 2 }), barrier(160)],
    ],
  ],
  [
    'leaves out persistent requests, wherever they start',
    [0, 1].map((rank) => [
      init('Recv', 110, 1 - rank, 64),
      init('Send', 110, 1 - rank, 72),
      startall(120, 2, 64),
      waitall(130 + rank, 2, 64),
      startall(140, 2, 64),
      waitall(150 + rank, 2, 64),
      barrier(170),
    ]),
    [change('without', 'MPI_Startall')],
    [0, 1].map(() => [barrier(170)]),
  ],
  [
    'makes one message of two: the last send has all bytes',
    HALO,
    [change('merge', 'MPI_Isend#1,MPI_Isend#2')],
    oneMessage(2, 3, 130),
  ],
  [
    'receives a merged message where the first was',
    [
      [send(110, 1), send(150, 1, { tag: 4, count: 600 }), barrier(300)],
      [recv(115, 0), recv(190, 0, { tag: 4, count: 600 }), barrier(300)],
    ],
    [change('merge', 'MPI_Recv#1,MPI_Recv#2')],
    [
      [send(150, 1, { tag: 4, count: 601 }), barrier(300)],
      [recv(115, 0, { tag: 4, count: 601 }), barrier(300)],
    ],
  ],
  [
    'merges messages of calls whose other half is to or from nobody',
    [
      [sendrecv(110, 1, -1), sendrecv(130, 1, -1), barrier(160)],
      [sendrecv(115, -1, 0), sendrecv(135, -1, 0), barrier(160)],
    ],
    [change('merge', 'MPI_Sendrecv#1,MPI_Sendrecv#2')],
    [
      [send(130, 1, { tag: 1, count: 4 }), barrier(160)],
      [recv(115, 0, { tag: 1, count: 4 }), barrier(160)],
    ],
  ],
  [
    'makes one message of those that a single place posts before it waits',
    HALO,
    [change('merge', 'MPI_Isend')],
    oneMessage(2, 3, 130),
  ],
  [
    'makes an Allreduce of a Reduce and a Bcast of its root',
    [0, 1, 2, 3].map((rank) => [reduce(110 + rank), bcast(130 + rank), barrier(160)]),
    [change('merge', 'MPI_Reduce,MPI_Bcast')],
    [0, 1, 2, 3].map((rank) => [allreduce(110 + rank), barrier(160)]),
  ],
  [
    'makes one Allreduce of two, where the last was',
    [0, 1, 2].map((rank) => [allreduce(110 + rank, 3), allreduce(130 + rank, 5)]),
    [change('merge', 'MPI_Allreduce#1,MPI_Allreduce#2')],
    [0, 1, 2].map((rank) => [allreduce(130 + rank, 8)]),
  ],
  [
    'scales the computation in front of calls',
    [0, 1].map((rank) => [barrier(110 + 20 * rank), allreduce(150 + 40 * rank)]),
    [change('times', 'MPI_Allreduce', { factor: 0.5 })],
    // What follows stays as long: the calls take the time that the computation does not.
    [
      [barrier(110), allreduce(130).replace(/130$/, '150')],
      [barrier(130), allreduce(160).replace(/160$/, '190')],
    ],
  ],
  [
    'moves a wait behind the computation that follows',
    HALO,
    [change('overlap', 'MPI_Waitall')],
    HALO.map((lines) =>
      lines.map((line) => line.replace(/^MPI_Waitall:\d+(.*):\d+$/, 'MPI_Waitall:160$1:160')),
    ),
  ],
  [
    'makes a blocking receive one that goes on during the computation',
    [
      [send(150, 1, { count: 900 }), barrier(300)],
      [recv(110, 0, { count: 900 }), barrier(200)],
    ],
    [change('overlap', 'MPI_Recv')],
    [
      [send(150, 1, { count: 900 }), barrier(300)],
      [irecv(110, 0, 64, { count: 900 }), wait(200, 64), barrier(200)],
    ],
  ],
  [
    'makes a blocking collective one that goes on during the computation',
    [0, 1, 2].map((rank) => [allreduce(110 + 7 * rank), barrier(180)]),
    [change('overlap', 'MPI_Allreduce')],
    [0, 1, 2].map((rank) => {
      const at = 110 + 7 * rank;
      return [`MPI_Iallreduce:${at}:3:4:1:D:5:W:64:${at}`, wait(180, 64), barrier(180)];
    }),
  ],
  [
    'leaves out a call that joins its ranks',
    [0, 1, 2].map((rank) => [dup(110 + rank, rank), barrier(160)]),
    [change('without', 'MPI_Comm_dup')],
    [0, 1, 2].map(() => [barrier(160)]),
  ],
  [
    'merges collectives behind a call that joins their ranks',
    [0, 1, 2].map((rank) => [dup(105, rank), allreduce(110 + rank, 3), allreduce(130 + rank, 5)]),
    [change('merge', 'MPI_Allreduce#1,MPI_Allreduce#2')],
    [0, 1, 2].map((rank) => [dup(105, rank), allreduce(130 + rank, 8)]),
  ],
  [
    'makes two changes at once',
    [0, 1, 2].map((rank) => [barrier(110 + rank), allreduce(130), allreduce(150), barrier(170)]),
    [change('without', 'MPI_Barrier#1'), change('merge', 'MPI_Allreduce#1,MPI_Allreduce#2')],
    [0, 1, 2].map(() => [allreduce(150, 2), barrier(170)]),
  ],
];

/** A master that takes what comes of two workers. */
const FARM: Ranks = [
  [recv(110, -1), recv(120, -1), recv(130, -1), barrier(200)],
  [send(105, 0), send(118, 0), barrier(200)],
  [send(108, 0).replace('Send', 'Ssend'), barrier(200)],
];
/** The second message is the answer to the answer. */
const ANSWERS: Ranks = [
  [send(110, 1), recv(120, 1), send(130, 1)],
  [recv(115, 0), send(120, 0), recv(130, 0)],
];
const PAIR: Ranks = [
  [send(110, 1), allreduce(150)],
  [recv(110, 0), allreduce(150)],
];

const REFUSED: readonly (readonly [Ranks, ChangeSpec, string])[] = [
  [FARM, change('without', 'MPI_Ssend'), 'from any source, together with others that remain'],
  [FARM, change('merge', 'MPI_Send#1,MPI_Send#2'), 'rank 0 receives from any source'],
  [ANSWERS, change('merge', 'MPI_Send#1,MPI_Send#2'), 'the changed program cannot run'],
  [PAIR, change('without', 'MPI_Wait'), "no call of the traces is 'MPI_Wait'"],
  [HALO, change('without', 'MPI_Waitall'), 'do not send messages themselves'],
  [HALO, change('overlap', 'MPI_Isend'), 'do not wait'],
  [PAIR, change('merge', 'MPI_Send,MPI_Allreduce'), 'there is nothing to merge among these calls'],
  [
    HALO,
    change('merge', 'MPI_Isend#1,MPI_Isend'),
    'different numbers of messages to one rank, or of collectives on one communicator (1 and 2)',
  ],
  [PAIR, change('without', 'solver.c:12'), 'do not record the places of calls'],
  [PAIR, change('without', 'MPI_Sendd'), 'is not a modelled MPI call'],
  [
    [0, 1].map(() => [reduce(110), allreduce(120)]),
    change('merge', 'MPI_Reduce,MPI_Allreduce'),
    'these calls of MPI_Reduce, MPI_Allreduce cannot be merged into one',
  ],
  [
    [0, 1].map(() => [reduce(110, 2), bcast(120, 3)]),
    change('merge', 'MPI_Reduce,MPI_Bcast'),
    'these calls of MPI_Reduce, MPI_Bcast cannot be merged into one',
  ],
  [PAIR, change('algorithm', 'MPI_Send', { spec: parseCollectiveSpec('allreduce=ring') }), 'no allreduce'],
];

describe('a change', () => {
  it.each(CASES)('%s', async (_, before, changes, after) => {
    const { result } = await changed(before, ...changes);
    const { runtime, lambda, tolerance: by } = result;
    expect({ runtime, lambda, tolerance: by }).toEqual(await answersOf(after));
  });
});

describe('what a program cannot be', () => {
  const refusal = async (failure: Error, work: 'with' | 'silences') => {
    const program = await programOf(PAIR);
    const model = await modelOf(program);
    const whatIf = new WhatIf(program, model, {
      ...{ percents: PERCENTS, names: () => [], choices: [], region: null },
      modelOf: () => Promise.reject(failure),
    });
    return work === 'with' ? whatIf.with('so', [change('without', 'MPI_Send')]) : whatIf.silences(model, 1);
  };

  it.each([
    new ModelError([
      { what: 'message truncated: a is smaller than b', mend: 'receive 8b' },
      { what: 'rank 1' },
    ]),
    new LimitError('the program needs 9 GiB', 'set LLAMP_MEMORY'),
  ])('has its own reason: $family', async (failure) => {
    const error: unknown = await refusal(failure, 'with').catch((thrown: unknown) => thrown);
    const { family, message } = error as LlampError;
    if (failure instanceof LimitError) expect(error).toBe(failure);
    else
      expect([family, message]).toEqual([
        'usage',
        'so: the changed program cannot run (message truncated: a is smaller than b\nrank 1). Choose another change',
      ]);
    const [tried] = (await refusal(failure, 'silences')) as Silence[];
    expect([tried.variant, tried.refused?.includes(failure.problems[0].what)]).toEqual([null, true]);
  });

  it.each(REFUSED)('%#: $1', async (ranks, query, words) => {
    await expect(changed(ranks, query)).rejects.toThrow(words);
  });
});

describe('an algorithm at a place', () => {
  it('is that of the calls that are named, and no other', async () => {
    const ranks = [0, 1, 2, 3].map(() => [allreduce(110, 1000), allreduce(150, 1000)]);
    const spec = parseCollectiveSpec('allreduce=ring');
    const first = await changed(ranks, change('algorithm', 'MPI_Allreduce#1', { spec }));
    const both = await changed(ranks, change('algorithm', 'MPI_Allreduce', { spec }));
    const program = await programOf(ranks);
    const all = await tolerance(await Model.of(program.schedule([spec]).schedule, MACHINE), PERCENTS);
    const none = await answersOf(ranks);
    expect(both.result.lambda).toEqual(all.lambda);
    expect(both.result.runtime).toBe(all.runtime);
    // Each of two equal calls has its part of the difference.
    expect(2 * first.result.lambda.L).toBe(all.lambda.L + none.lambda.L);
  });
});

describe('of random programs', () => {
  it('leaving out, and overlapping, takes no time; a factor of 1 changes nothing', async () => {
    for (let seed = 1; seed <= runs(300); seed++) {
      const random = new Random(seed);
      const { texts } = tracedProgram(random);
      const set = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text, rank)));
      const program = traceProgram({ source: 'random', format: 'liballprof' }, set, {});
      const model = await Model.of(program.schedule([]).schedule, MACHINE);
      const whatIf = new WhatIf(program, model, {
        ...{ percents: PERCENTS, names: () => [], choices: [], region: null },
        modelOf: (schedule) => Model.of(schedule, MACHINE),
      });
      const now = await whatIf.now(model);
      const { calls } = model.schedule;
      const made = new Set(calls?.ranks.flatMap(({ name }) => Array.from(name, (code) => calls.names[code])));
      const sends = [...made].filter((name) => /^MPI_(Is|S)end/.test(name));
      const waits = [...made].filter((name) => /^MPI_(Wait|Recv|Sendrecv)/.test(name));
      if (sends.length > 0) {
        const none = await whatIf.with('none', [change('without', sends.join(','))]);
        expect(none.result.lambda.L).toBe(0);
        const some = await whatIf
          .with('some', [change('without', `${random.pick(sends)}#2..`)])
          .catch(nothing);
        if (some !== null) expect(some.result.runtime).toBeLessThanOrEqual(now.result.runtime + 1e-6);
      }
      if (waits.length > 0) {
        const late = await whatIf.with('late', [change('overlap', waits.join(','))]);
        expect(late.result.runtime).toBeLessThanOrEqual(now.result.runtime + 1e-6);
      }
      const same = await whatIf.with('same', [change('times', [...made].join(','), { factor: 1 })]);
      expect([same.result.runtime, same.result.lambda]).toEqual([now.result.runtime, now.result.lambda]);
    }
  });
});

/** There is no second call of that name. */
const nothing = (error: unknown): null => {
  if (error instanceof UsageError) return null;
  throw error;
};

it('the headline names the line that helps most, not its function, and lines that help nearly as much', async () => {
  const result = await tolerance(await modelOf(await programOf(HALO)), [1]);
  const variant = (delta: number) => {
    const toleranceThen = result.tolerance.map((one) => ({ ...one, delta }));
    return { result: { ...result, tolerance: toleranceThen }, most: null, curve: null };
  };
  const silence = (place: string, delta: number) => ({
    ...{ place, title: place, share: 0.5, refused: null },
    variant: { ...variant(delta), name: '', changed: [] },
  });
  const [whole, most, near, less] = [
    silence('dot()', 500),
    ...[400, 399, 100].map((delta, i) => silence(`a.c:${i}`, delta)),
  ];
  const said = bestSilence(variant(50), [whole, most, near, less]);
  expect(said).toMatch(
    /^a\.c:0 causes 50 % of λ\. .* Removing a\.c:1 instead gives nearly the same tolerance\.$/,
  );
  expect(bestSilence(variant(50), [whole])).toBe('');
});

/** The plan of a program's collectives is the schedule's: one table of algorithms, two users. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { CALC, type Schedule, SEND } from '../../src/schedule/schedule.js';
import { type CollectivePlan, collectivePlan, writePlan } from '../../src/sources/mpi/injection-plan.js';
import { CALLS } from '../../src/sources/mpi/mpi-calls.js';
import { TraceProgram } from '../../src/sources/mpi/trace-program.js';
import { readRanks } from '../sources/liballprof/traces.js';
import { filesOf, read, type Sample } from '../sources/llamp-trace/samples.js';

const COLLECTIVE = new Set(CALLS.filter(({ kind }) => kind === 'collective').map(({ name }) => name));

async function traced(sample: Sample): Promise<TraceProgram> {
  const program = await read(filesOf(sample, 'bin'));
  if (!(program instanceof TraceProgram)) throw new Error('no traces');
  return program;
}

/** [ranks] messages of collectives, as `call kind peer bytes`. */
function ofSchedule(schedule: Schedule): string[][] {
  return Array.from({ length: schedule.ranks }, (_, rank) => {
    const lines: string[] = [];
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      const name = schedule.callNames[schedule.call?.[op] ?? 0];
      if (schedule.kind[op] === CALC || !COLLECTIVE.has(name)) continue;
      const kind = schedule.kind[op] === SEND ? 'send' : 'recv';
      lines.push(`${name} ${kind} ${schedule.peer[op]} ${schedule.value[op]}`);
    }
    return lines;
  });
}

function ofPlan({ templates, calls }: CollectivePlan): string[][] {
  return calls.map((of) =>
    of.flatMap(({ name, template }) =>
      templates[template]
        .filter(({ kind }) => kind !== 'calc')
        .map(({ kind, peer, value }) => `${name} ${kind} ${peer} ${value}`),
    ),
  );
}

const CHOICES = [
  [],
  ['allreduce=ring', 'bcast=chain', 'barrier=linear', 'alltoall=pairwise', 'reduce=binary'],
  ['allreduce=recursive-doubling', 'allgather=ring', 'gather=binomial', 'scatter=binomial'],
];

describe.each(['collectives', 'communicators', 'farm', 'neighbours'] as const)('the plan of %s', (sample) => {
  it.each(CHOICES)('has the messages of the schedule, with %j %j', async (...texts) => {
    const specs = texts.flatMap((text) => (text === undefined ? [] : [parseCollectiveSpec(text)]));
    const program = await traced(sample);
    const { set, options } = program.data;
    const plan = collectivePlan(set, options, specs);
    const expected = ofSchedule(program.schedule(specs).schedule);
    expect(ofPlan(plan)).toEqual(expected);
    if (sample !== 'farm') expect(expected.flat().length).toBeGreaterThan(10);
  });

  it('has as many sends from a rank to another in a call as that rank receives', async () => {
    const { set, options } = (await traced(sample)).data;
    const { templates, calls } = collectivePlan(set, options, []);
    const open = new Map<string, number>();
    const add = (key: string, by: number) => open.set(key, (open.get(key) ?? 0) + by);
    calls.forEach((of, rank) => {
      for (const { instance, template } of of)
        for (const { kind, peer, value } of templates[template]) {
          if (kind === 'send') add(`${instance}: ${rank}>${peer} ${value}`, 1);
          if (kind === 'recv') add(`${instance}: ${peer}>${rank} ${value}`, -1);
        }
    });
    expect([...open].filter(([, count]) => count !== 0)).toEqual([]);
  });
});

describe('what a plan says', () => {
  it('keeps equal operations once, and waits only for what comes before', async () => {
    const { set, options } = (await traced('collectives')).data;
    const { templates, calls } = collectivePlan(set, options, []);
    expect(new Set(templates.map((one) => JSON.stringify(one))).size).toBe(templates.length);
    expect(templates.length).toBeLessThan(calls.flat().length);
    for (const template of templates)
      template.forEach(({ after }, place) => {
        expect(after.every((before) => before >= 0 && before < place)).toBe(true);
      });
  });

  it('is written line by line', () => {
    const ops = [
      { kind: 'send' as const, peer: 1, value: 8, after: [] },
      { kind: 'calc' as const, peer: 0, value: 50, after: [] },
      { kind: 'recv' as const, peer: 2, value: 16, after: [0, 1] },
    ];
    const call = { name: 'MPI_Allreduce', bytes: 8, template: 0, instance: 3 };
    expect([...writePlan({ templates: [ops], calls: [[], [call]] })].join('')).toBe(
      'llamp-plan 1\nranks 2\ntemplates 1\ntemplate 3\ns 1 8 0\nc 0 50 0\nr 2 16 2 0 1\n' +
        'rank 0 0\nrank 1 1\nMPI_Allreduce 8 0 3\n',
    );
  });
});

describe('the plan of persistent collectives', () => {
  const described = (name: string, args: string, request: number, time: number): string =>
    `MPI_${name}_init:${time}:${args}W:0:${request}:${time + 1}`;
  const rounds = (order: readonly number[]): string[] =>
    order.flatMap((request, i) => [
      `MPI_Start:${120 + 20 * i}:${request}:${121 + 20 * i}`,
      `MPI_Wait:${125 + 20 * i}:${request}:0:${130 + 20 * i}`,
    ]);
  const program = (order: readonly number[]): string[] => [
    described('Bcast', '5:1:D:0:', 64, 105),
    described('Allreduce', '5:6:2:D:0:', 128, 107),
    ...rounds(order),
  ];

  it('has the nonblocking call at each start', async () => {
    const set = await readRanks([program([64, 128, 64]), program([64, 128, 64])]);
    const { calls, templates } = collectivePlan(set, {}, []);
    expect(calls[1].map(({ name, bytes, instance }) => [name, bytes, instance])).toEqual([
      ['MPI_Ibcast', 8, 0],
      ['MPI_Iallreduce', 16, 1],
      ['MPI_Ibcast', 8, 2],
    ]);
    expect(templates[calls[1][0].template]).toEqual([{ kind: 'recv', peer: 0, value: 8, after: [] }]);
  });

  it('is none where ranks start them in different orders', async () => {
    const set = await readRanks([program([64, 128]), program([128, 64])]);
    expect(() => collectivePlan(set, {}, [])).toThrow(
      'rank1:7: what this MPI_Allreduce_init describes is started before another collective here, and after it by another rank: ' +
        'the injector plays collectives that all ranks start in one order',
    );
  });
});

/** Programs beside each other: each keeps what it is, and none meets another but where they share something. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { MERGE_ORDERS, type Merged, mergeSchedules } from '../../src/schedule/merge-schedules.js';
import { CALC, DEP_OP, IREQUIRES, labelOf, NONE, type Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { Replay } from '../../src/timing/replay.js';
import { formatTime } from '../../src/units.js';
import { runCli } from '../cli/run.js';
import { runs } from '../part.js';
import { programOf, scheduleOf, shapes } from '../properties/schedules.js';

const machine = logGPS({ L: 7, o: 3, G: 0.5, S: 100 });
const runtime = (schedule: Schedule): number => new Replay(buildGraph(schedule, machine), machine).runtime;

/** Operations of a rank, each with all that it is, by places in the rank and ranks of its own program. */
function rankText(schedule: Schedule, rank: number, own: (rank: number) => number): unknown[] {
  const start = schedule.rankStart[rank];
  const end = schedule.rankStart[rank + 1];
  const place = (op: number): number => (op === NONE ? -1 : op - start);
  return Array.from({ length: end - start }, (_, i) => {
    const op = start + i;
    const deps = [...schedule.deps.subarray(schedule.depStart[op], schedule.depStart[op + 1])];
    return {
      kind: schedule.kind[op],
      value: schedule.value[op],
      peer: schedule.kind[op] === CALC || schedule.peer[op] < 0 ? schedule.peer[op] : own(schedule.peer[op]),
      tag: schedule.tag[op],
      deps: deps.map((dep) => [place(dep & DEP_OP), (dep & IREQUIRES) !== 0]),
      cpu: schedule.cpu?.[op] ?? 0,
      nic: schedule.nic?.[op] ?? 0,
      label: labelOf(schedule, op),
      synchronous: schedule.synchronous?.[op] ?? 0,
      behind: place(schedule.behind?.[op] ?? NONE),
      takenAfter: place(schedule.takenAfter?.[op] ?? NONE),
      call: schedule.call === null ? '' : (schedule.callNames[schedule.call[op]] ?? ''),
    };
  });
}

function expectApart(programs: readonly Schedule[], { schedule, ranks }: Merged): void {
  for (const [i, program] of programs.entries()) {
    const own = new Map([...ranks[i]].map((rank, r) => [rank, r]));
    for (let rank = 0; rank < program.ranks; rank++)
      expect(rankText(schedule, ranks[i][rank], (peer) => own.get(peer) ?? Number.NaN)).toEqual(
        rankText(program, rank, (peer) => peer),
      );
  }
}

describe.each(MERGE_ORDERS)('merged %s', (order) => {
  it('random programs keep all that they are, and T is that of the longest', () => {
    fc.assert(
      fc.property(fc.array(shapes(80), { minLength: 2, maxLength: 4 }), (all) => {
        const programs = all.map((shape) => scheduleOf(programOf(shape)));
        const merged = mergeSchedules(programs, order);
        expectApart(programs, merged);
        expect(merged.schedule.ranks).toBe(programs.reduce((sum, { ranks }) => sum + ranks, 0));
        expect(runtime(merged.schedule)).toBe(Math.max(...programs.map(runtime)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('columns that only one has are those of the others without', () => {
    const plain = parseGoal('num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: recv 8b from 0\n}\n');
    const n = plain.operations;
    const rich: Schedule = {
      ...parseGoal(
        'num_ranks 2\nrank 0 {\na: send 8b to 1 tag 9007199254740991 cpu 1 nic 2\n}\nrank 1 {\nb7: recv 8b from -1 tag -1\nl4: calc 3\nl4 requires b7\n}\n',
      ),
      synchronous: Uint8Array.of(1, 0, 0),
      behind: Uint32Array.of(NONE, NONE, 1),
      takenAfter: Uint32Array.of(NONE, 1, NONE),
      call: Uint16Array.of(1, 2, 0),
      callNames: ['', 'MPI_Isend', 'MPI_Waitany'],
    };
    const other: Schedule = { ...plain, call: new Uint16Array(n).fill(1), callNames: ['', 'MPI_Waitany'] };
    for (const programs of [
      [plain, rich],
      [rich, other, plain],
    ])
      expectApart(programs, mergeSchedules(programs, order));
  });

  it('a receive from any source takes no message of another program', () => {
    const early = parseGoal('num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: recv 8b from 0\n}\n');
    const late = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: calc 1000\nl2: send 8b to 1\nl2 requires l1\n}\nrank 1 {\nl1: recv 8b from -1 tag -1\n}\n',
    );
    const { schedule, ranks } = mergeSchedules([early, late], order);
    const { partner } = buildGraph(schedule, machine);
    const recv = schedule.rankStart[ranks[1][1]];
    expect(partner[recv]).toBe(schedule.rankStart[ranks[1][0]] + 1);
    expect(runtime(schedule)).toBe(runtime(late));
  });
});

describe('merging', () => {
  const ranksOf = (order: (typeof MERGE_ORDERS)[number]): number[][] => {
    const empty = (ranks: number): Schedule =>
      parseGoal(
        `num_ranks ${ranks}\n${Array.from({ length: ranks }, (_, r) => `rank ${r} {\nl1: calc 1\n}\n`).join('')}`,
      );
    return mergeSchedules([empty(3), empty(1), empty(2)], order).ranks.map((one) => [...one]);
  };

  it('numbers ranks behind each other, or in turn as long as there are any', () => {
    expect(ranksOf('side-by-side')).toEqual([[0, 1, 2], [3], [4, 5]]);
    expect(ranksOf('interleave')).toEqual([[0, 3, 5], [1], [2, 4]]);
  });

  it('takes two programs', () => {
    expect(() => mergeSchedules([], 'interleave')).toThrow(UsageError);
    expect(() => mergeSchedules([parseGoal('num_ranks 1\nrank 0 {\nl1: calc 1\n}\n')], 'interleave')).toThrow(
      /two programs/,
    );
  });
});

describe('schedgen --merge', () => {
  const into = mkdtempSync(join(tmpdir(), 'llamp-merge-'));
  const timeOf = async (...argv: string[]): Promise<number> => {
    const { stdout } = await runCli(['sensitivity', ...argv, '--json', '--quiet']);
    return JSON.parse(stdout).result.runtime_ns;
  };

  it('makes one schedule of traces and GOAL, text and binary, that takes as long as the longest', async () => {
    const longest = Math.max(await timeOf('traces/cg-4'), await timeOf('goal-samples/ring.goal'));
    for (const [format, ...order] of [['goal'], ['bin', '--interleave']]) {
      const out = join(into, `both.${format}`);
      const argv = ['traces/cg-4', 'goal-samples/ring.goal', '--merge', '--format', format, ...order];
      const { code, stderr } = await runCli(['schedgen', ...argv, '--output', out]);
      expect(code).toBe(0);
      expect(stderr).toContain(order[0] === '--interleave' ? 'ranks 0, 2, 4, 6' : 'cg-4, ranks 0 to 3\n');
      expect(await timeOf(out)).toBe(longest);
    }
  });

  it('costs a neighbour what both cross: the table of docs/schedgen.md', async () => {
    const made = async (name: string, ...argv: string[]): Promise<string> => {
      const out = join(into, `${name}.goal`);
      expect((await runCli(['schedgen', ...argv, '--output', out, '--quiet'])).code).toBe(0);
      return out;
    };
    const job = await made('job', '--pattern', 'alltoall=linear', '--ranks', '8', '--bytes', '256KiB');
    const idle = await made('idle', '--pattern', 'ring', '--ranks', '8', '--bytes', '1B');
    // 4 × 4 blocks cross the cable for each job: o + 3 wires and 2 switches, the blocks at 25 Gbit/s less a byte, o.
    const expected = (blocks: number): number => 2 * 5000 + 3 * 274 + 2 * 108 + (blocks * 2 ** 18 - 1) * 0.32;
    for (const [name, neighbour, blocks] of [
      ['alone', idle, 16],
      ['beside', job, 32],
    ] as const) {
      const merged = await made(name, '--merge', job, neighbour, '--interleave');
      const site = [
        '--topology',
        'dragonfly:g=2,a=1,p=8',
        '--link-bandwidth',
        '25Gbit/s',
        '--rendezvous',
        'none',
      ];
      const { stdout } = await runCli(['bounds', merged, ...site]);
      const time = formatTime(expected(blocks));
      expect(stdout).toContain(`T in the best order of service: = ${time}`);
      expect(readFileSync('docs/schedgen.md', 'utf8')).toMatch(
        new RegExp(`\\| \`${name}\\.goal\`.* \\| ${time} \\|`),
      );
    }
  });

  it('takes a program twice, and refuses one', async () => {
    const out = join(into, 'twice.goal');
    const twice = await runCli([
      'schedgen',
      '--merge',
      'traces/ring-4',
      'traces/ring-4',
      '--output',
      out,
      '-q',
    ]);
    expect(twice).toMatchObject({ code: 0, stderr: '' });
    const checked = await runCli(['check', out]);
    expect(checked.stdout).toMatch(/ranks +8\n/);
    const one = await runCli(['schedgen', '--merge', 'traces/ring-4']);
    expect(one.code).toBe(2);
    expect(one.stderr).toContain('merging takes two programs or more');
  });
});

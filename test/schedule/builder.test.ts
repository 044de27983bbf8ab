import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { UsageError } from '../../src/errors.js';
import { useKernels } from '../../src/kernels/arena.js';
import { ListsKernel } from '../../src/kernels/graph-kernel.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { addLists } from '../../src/schedule/operation-rows.js';
import {
  ANY,
  CALC,
  Column,
  DEP_OP,
  grown,
  IREQUIRES,
  labelOf,
  NONE,
  RECV,
  rankOf,
  type Schedule,
  SEND,
  u16,
  u32,
} from '../../src/schedule/schedule.js';
import { linesOf } from '../goal.js';
import { among, runs } from '../part.js';

/** Dependencies of an operation as text: `3` for requires, `i3` for irequires. */
function dependencies(schedule: Schedule, op: number): string[] {
  return [...schedule.deps.subarray(schedule.depStart[op], schedule.depStart[op + 1])].map((dep) =>
    (dep & IREQUIRES) === 0 ? String(dep) : `i${dep & ~IREQUIRES}`,
  );
}

describe('ScheduleBuilder', () => {
  it('keeps values in 32 bits until one does not fit, and each as it was', () => {
    const kept = (...ns: number[]): Schedule['value'] => {
      const builder = new ScheduleBuilder(1);
      builder.beginRank(0);
      for (const one of ns) builder.calc(one);
      return builder.finish().value;
    };
    expect(kept(0, 7, 2 ** 32 - 1)).toEqual(Uint32Array.of(0, 7, 2 ** 32 - 1));
    expect(kept(7, 0, 2 ** 32, 3)).toEqual(Float64Array.of(7, 0, 2 ** 32, 3));
    expect(kept(7, 0.5, 3)).toEqual(Float64Array.of(7, 0.5, 3));
  });

  it('keeps what was written where a column of values turns out to be wide', () => {
    const query: number[] = [];
    const builder = new ScheduleBuilder(2, () => undefined, { need: (bytes) => query.push(bytes) });
    builder.beginRank(0);
    builder.calc(5);
    builder.beginRank(1);
    builder.room(3).value.set([6, 7]);
    query.length = 0;
    builder.room(3, 'value').value[2] = 2 ** 40;
    builder.filled(3);
    builder.calc(0.25);
    // 8 bytes of each of the four.
    expect(query).toEqual([32]);
    expect(builder.finish().value).toEqual(Float64Array.of(5, 6, 7, 2 ** 40, 0.25));
  });

  it.each([
    ['a computation', 'ns', (builder: ScheduleBuilder, value: number) => builder.calc(value)],
    ['a send', 'bytes', (builder: ScheduleBuilder, value: number) => builder.send(value, 1)],
    ['a receive', 'bytes', (builder: ScheduleBuilder, value: number) => builder.recv(value, 1)],
  ])('refuses %s without a number of %s, at its place', (name, unit, add) => {
    const builder = new ScheduleBuilder(2, () => ({ source: 'a.trace', line: 7, column: 3 }));
    builder.beginRank(0);
    const numbers = unit === 'ns' ? '' : 'a whole number of ';
    const mend = `${name.replace('a', 'A')} takes ${numbers}at least 0 and at most 2^53 ${unit}`;
    const refused = (value: number): void => {
      add(builder, value);
    };
    for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY, 2 ** 53 + 2])
      expect(() => refused(value)).toThrow(`a.trace:7:3: ${name} of ${value} ${unit}. ${mend}`);
    expect(builder.operations).toBe(0);
  });

  it('takes the operations of a rank as columns, and its dependencies at once', () => {
    const builder = new ScheduleBuilder(3);
    builder.beginRank(2);
    builder.calc(1);
    builder.calc(2);
    builder.requires(1, 0);
    builder.beginRank(0);
    const { kind, value, peer, tag } = builder.room(3);
    kind.set([SEND, CALC, RECV]);
    value.set([8, 9, 10]);
    peer.set([1, 0, ANY]);
    tag.set([7, 0, ANY]);
    builder.room(3, 'tag').tag[1] = 2 ** 31;
    builder.filled(3);
    builder.resource(0, 3, 1);
    // 2 waits for the end of 0 and for the start of 1, 0 for the end of 1.
    const after = Uint32Array.of(2, 0, 2, 99);
    expect(builder.dependents(after, Uint32Array.of(1, 1, 2, 3, 3, 3, 0), Uint32Array.of(1, 0, 2, 9))).toBe(
      -1,
    );
    builder.beginRank(1);
    builder.calc(3);
    const schedule = builder.finish();
    expect([...schedule.rankStart]).toEqual([0, 3, 4, 6]);
    expect([...schedule.kind]).toEqual([SEND, CALC, RECV, CALC, CALC, CALC]);
    expect([...schedule.value]).toEqual([8, 9, 10, 3, 1, 2]);
    expect([...schedule.peer]).toEqual([1, 0, ANY, 0, 0, 0]);
    expect([...schedule.tag]).toEqual([7, 2 ** 31, ANY, 0, 0, 0]);
    expect([...(schedule.nic ?? [])]).toEqual([0, 3, 0, 0, 0, 0]);
    expect([0, 1, 2, 3, 4, 5].map((op) => dependencies(schedule, op))).toEqual([
      ['1'],
      [],
      ['0', 'i1'],
      [],
      [],
      ['4'],
    ]);
  });

  it('tells which operation stands more or less often among dependencies than was said', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    for (let i = 0; i < 3; i++) builder.calc(i);
    const ends = Uint32Array.of(2, 2, 2, 2, 2, 2);
    expect(builder.dependents(Uint32Array.of(1, 1), ends, Uint32Array.of(0, 1, 1))).toBe(1);
  });

  it('puts ranks that come in any order into theirs, with all that belongs to them', () => {
    const builder = new ScheduleBuilder(4);
    builder.beginRank(2);
    builder.calc(20);
    builder.labelNumber(9);
    builder.line(3);
    builder.send(21, 0, 2 ** 40);
    builder.labelName('out');
    builder.resource(1, 2);
    builder.line(4);
    builder.requires(1, 0);
    builder.beginRank(0);
    builder.callIs('MPI_Recv');
    builder.recv(21, 2, 2 ** 40);
    builder.line(8);
    builder.calc(1);
    builder.line(9);
    builder.irequires(1, 0);
    const schedule = builder.finish();
    expect([...schedule.rankStart]).toEqual([0, 2, 2, 4, 4]);
    expect([...schedule.value]).toEqual([21, 1, 20, 21]);
    expect([...schedule.tag]).toEqual([2 ** 40, 0, 0, 2 ** 40]);
    expect(dependencies(schedule, 1)).toEqual(['i0']);
    expect(dependencies(schedule, 3)).toEqual(['2']);
    expect([0, 1, 2, 3].map((op) => labelOf(schedule, op))).toEqual(['l1', 'l2', 'l9', 'out']);
    expect([...(schedule.cpu ?? [])]).toEqual([0, 0, 0, 1]);
    expect([...(schedule.nic ?? [])]).toEqual([0, 0, 0, 2]);
    expect(linesOf(schedule)).toEqual([8, 9, 3, 4]);
    expect([0, 1, 2, 3].map((op) => rankOf(schedule, op))).toEqual([0, 0, 2, 2]);
  });

  it('keeps lines, whatever lies between them, also where blocks of ranks came in another order', () => {
    const step = fc.oneof({ weight: 5, arbitrary: fc.nat(9) }, fc.integer({ min: -300, max: 70_000 }));
    const blocks = fc.array(fc.array(step, { maxLength: 200 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(blocks, (steps) => {
        const builder = new ScheduleBuilder(steps.length);
        let line = 100_000;
        const lines = steps.map((block) => {
          return block.map((by) => {
            line = Math.max(1, line + by);
            return line;
          });
        });
        for (const [i, block] of lines.entries()) {
          builder.beginRank(steps.length - 1 - i);
          for (const one of block) {
            builder.calc(1);
            builder.line(one);
          }
        }
        const all = lines.reverse().flat();
        expect(linesOf(builder.finish())).toEqual(all.length === 0 ? null : all);
      }),
      { numRuns: runs(200) },
    );
  });

  it('names the MPI call of operations, also of those that came before the first name', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(0);
    builder.callIs('MPI_Send');
    builder.calc(0);
    builder.callIs('MPI_Recv');
    builder.calc(0);
    builder.callIs('MPI_Send');
    builder.calc(0);
    const schedule = builder.finish();
    expect([...(schedule.call ?? [])].map((call) => schedule.callNames[call])).toEqual([
      '',
      'MPI_Send',
      'MPI_Recv',
      'MPI_Send',
    ]);
  });

  it('tells from where calls were made, in the order of the ranks, and holds nothing where nobody says', () => {
    const table = {
      list: [7, 8].map((offset) => ({ frames: [{ object: 'app', offset }] })),
      source: 't',
      date: 0,
    };
    const builder = new ScheduleBuilder(2);
    builder.beginRank(1);
    builder.calc(0);
    builder.siteIs(1);
    builder.calc(0);
    builder.beginRank(0);
    builder.siteIs(0);
    builder.calc(0);
    builder.siteIs(NONE);
    builder.calc(0);
    expect(builder.finish(table).sites).toEqual({ ...table, of: Uint32Array.of(0, NONE, NONE, 1) });
    const without = new ScheduleBuilder(1);
    without.beginRank(0);
    without.siteIs(NONE);
    without.calc(0);
    expect(without.finish(table).sites).toBeNull();
  });

  it('keeps 32 bits a tag until one needs more, and then all', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.recv(1, 0, 2 ** 31 - 1);
    builder.recv(1, 0, ANY);
    const narrow = new ScheduleBuilder(1);
    narrow.beginRank(0);
    narrow.recv(1, 0, 2 ** 31 - 1);
    expect(narrow.finish().tag).toBeInstanceOf(Int32Array);
    builder.recv(1, 0, 2 ** 31);
    builder.recv(1, 0, 2 ** 53);
    for (let i = 0; i < 3_000; i++) builder.recv(1, 0, i);
    const { tag } = builder.finish();
    expect(tag).toBeInstanceOf(Float64Array);
    expect([...tag.subarray(0, 4)]).toEqual([2 ** 31 - 1, -1, 2 ** 31, 2 ** 53]);
    expect(tag[3_003]).toBe(2_999);
  });

  it('grows past its first capacity without losing anything', () => {
    const n = 20_000;
    const builder = new ScheduleBuilder(2);
    for (const rank of [1, 0]) {
      builder.beginRank(rank);
      for (let i = 0; i < n; i++) {
        builder.calc(rank * n + i);
        if (i > 0) builder.requires(i, i - 1);
      }
    }
    const schedule = builder.finish();
    expect(schedule.operations).toBe(2 * n);
    expect(schedule.value.every((value, op) => value === op)).toBe(true);
    expect(schedule.deps.length).toBe(2 * (n - 1));
    expect(dependencies(schedule, 2 * n - 1)).toEqual([String(2 * n - 2)]);
    expect(dependencies(schedule, n)).toEqual([]);
  });

  it('is the same with its size foretold', () => {
    const build = (expected: number): Schedule => {
      const builder = new ScheduleBuilder(1);
      builder.expect(expected);
      builder.beginRank(0);
      for (let i = 0; i < 5; i++) builder.send(i, 0, 2 ** (i * 10));
      return builder.finish();
    };
    expect(build(1_000)).toEqual(build(0));
    expect(build(2)).toEqual(build(0));
  });

  it('refuses ranks that are not there or were there', () => {
    const builder = new ScheduleBuilder(2);
    for (const rank of [2, -1, 0.5, Number.NaN])
      expect(() => builder.beginRank(rank)).toThrow(
        `beginRank: rank ${rank} does not exist. The builder was made for ranks 0 to 1`,
      );
    builder.beginRank(1);
    expect(builder.hasRank(1)).toBe(true);
    expect(builder.hasRank(0)).toBe(false);
    builder.beginRank(0);
    expect(() => builder.beginRank(1)).toThrow('rank 1 was already begun');
  });

  it.each([
    ['no rank is begun', (builder: ScheduleBuilder) => new ScheduleBuilder(1).requires(0, builder.ranks)],
    ['no rank is begun', () => new ScheduleBuilder(1).calc(5)],
    ['no rank is begun', () => new ScheduleBuilder(1).send(5, 0)],
    ['no rank is begun', () => new ScheduleBuilder(1).room(1)],
    ['no rank is begun', () => new ScheduleBuilder(1).resource(1, 0)],
    ['ScheduleBuilder: ranks is NaN', () => new ScheduleBuilder(Number.NaN)],
    ['ScheduleBuilder: ranks is 1.5', () => new ScheduleBuilder(1.5)],
    ['ScheduleBuilder: ranks is -1', () => new ScheduleBuilder(-1)],
    ['send: to: rank 2 does not exist', (builder: ScheduleBuilder) => builder.send(1, 2)],
    ['send: to: rank -1 does not exist', (builder: ScheduleBuilder) => builder.send(1, ANY)],
    ['send: to: rank 0.5 does not exist', (builder: ScheduleBuilder) => builder.send(1, 0.5)],
    ['recv: from: rank NaN does not exist', (builder: ScheduleBuilder) => builder.recv(1, Number.NaN)],
    ['send: tag is 0.5', (builder: ScheduleBuilder) => builder.send(1, 0, 0.5)],
    ['send: tag is -1', (builder: ScheduleBuilder) => builder.send(1, 0, ANY)],
    ['recv: tag is NaN', (builder: ScheduleBuilder) => builder.recv(1, 0, Number.NaN)],
    ['requires: before: rank 0 has no operation 99', (builder: ScheduleBuilder) => builder.requires(0, 99)],
    ['requires: after: rank 0 has no operation 2', (builder: ScheduleBuilder) => builder.requires(2, 0)],
    ['requires: before: rank 0 has no operation -1', (builder: ScheduleBuilder) => builder.requires(0, -1)],
    [
      'irequires: after: rank 0 has no operation 0.5',
      (builder: ScheduleBuilder) => builder.irequires(0.5, 0),
    ],
    [
      'irequires: before: rank 0 has no operation NaN',
      (builder: ScheduleBuilder) => builder.irequires(0, Number.NaN),
    ],
    [
      'requires: operation 1 of rank 0 would wait for itself',
      (builder: ScheduleBuilder) => builder.requires(1, 1),
    ],
    ['behind: before: rank 0 has no operation 7', (builder: ScheduleBuilder) => builder.behind(7)],
    ['takenAfter: op: rank 0 has no operation 7', (builder: ScheduleBuilder) => builder.takenAfter(7, 0)],
    ['resource: rank 0 has no operation 7', (builder: ScheduleBuilder) => builder.resource(1, 1, 7)],
    ['resource: cpu is 65536', (builder: ScheduleBuilder) => builder.resource(65_536, 0)],
    ['resource: nic is 0.5', (builder: ScheduleBuilder) => builder.resource(0, 0.5)],
    ['labelNumber is -1', (builder: ScheduleBuilder) => builder.labelNumber(-1)],
    ['line is NaN', (builder: ScheduleBuilder) => builder.line(Number.NaN)],
    ['expect: operations is NaN', (builder: ScheduleBuilder) => builder.expect(Number.NaN)],
    ['room: count is -1', (builder: ScheduleBuilder) => builder.room(-1)],
    ['filled: count is 1000000', (builder: ScheduleBuilder) => builder.filled(1e6)],
    [
      'resource: cpu: operation 1 of rank 0 has it already',
      (builder: ScheduleBuilder) => {
        builder.resource(1, 0);
        builder.resource(1, 0);
      },
    ],
    [
      'synchronous: operation 1 of rank 0 has it already',
      (builder: ScheduleBuilder) => {
        builder.synchronous();
        builder.synchronous();
      },
    ],
  ])('refuses at once, and keeps nothing of it: %s', (message, wrong) => {
    const builder = new ScheduleBuilder(2);
    builder.beginRank(0);
    builder.recv(8, 1);
    builder.calc(5);
    const refused = (): void => void wrong(builder);
    expect(refused).toThrow(UsageError);
    const again = new ScheduleBuilder(2);
    again.beginRank(0);
    again.recv(8, 1);
    again.calc(5);
    expect(() => void wrong(again)).toThrow(message);
    expect(builder.operations).toBe(2);
    expect(builder.finish().deps.length).toBe(0);
  });

  it('takes a dependency on a later operation, and the same one twice', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(5);
    builder.calc(6);
    builder.requires(0, 1);
    builder.requires(0, 1);
    expect(dependencies(builder.finish(), 0)).toEqual(['1', '1']);
  });

  it('takes nothing after its end', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(5);
    builder.finish();
    expect(() => builder.calc(5)).toThrow('no rank is begun. Call beginRank first');
  });
});

describe('columns', () => {
  it('grow and fill', () => {
    const column = new Column(u16, 2);
    column.push(4);
    column.fill(5, 9);
    column.fill(3, 1);
    expect([...column.done()]).toEqual([4, 9, 9, 9, 9]);
    const same = u32(4);
    expect(grown(same, u32, 4)).toBe(same);
    const long = new Uint16Array(1 << 20).fill(3);
    expect(grown(long, u16, (1 << 20) + 1).length).toBe(32 << 20);
    expect(grown(Uint32Array.of(1, 2), u32, 3).subarray(0, 3)).toEqual(Uint32Array.of(1, 2, 0));
  });

  it('grow little where addresses are limited', () => {
    const narrow = (n: number): Uint16Array => {
      if (n > 2 << 20) throw new RangeError('Array buffer allocation failed');
      return u16(n);
    };
    const long = new Uint16Array(1 << 20).fill(3);
    expect(grown(long, narrow, (1 << 20) + 1).length).toBe(1.5 * 2 ** 20);
    expect(() => grown(long, narrow, 3 << 20)).toThrow(RangeError);
  });
});

describe('what would take the square of the time', () => {
  it('labels that are told late belong to the blocks that they are in', () => {
    const builder = new ScheduleBuilder(4);
    for (const rank of [2, 0, 3]) {
      builder.beginRank(rank);
      builder.calc(rank);
      if (rank === 2) builder.calc(rank);
    }
    builder.beginRank(1);
    builder.calc(1);
    builder.labelNumber(7);
    // By rank: rank 0 has one, rank 1 the labelled one, rank 2 two, rank 3 one.
    expect([...(builder.finish().labelNumber ?? [])]).toEqual([1, 7, 1, 2, 1]);
  });
});

type Pair = readonly [after: number, before: number, immediate: boolean];

/** Pairs by rank; many to one operation now and then. */
const rank = fc.integer({ min: 1, max: 50 }).chain((operations) => {
  const op = fc.nat(operations - 1);
  const pairs = fc.array(fc.tuple(op, op, fc.boolean()), { maxLength: 100 });
  const toLast = fc.tuple(fc.constant(operations - 1), op, fc.boolean());
  const toOne = fc.oneof(fc.constant([]), fc.array(toLast, { minLength: 33, maxLength: 80 }));
  return fc.record({
    operations: fc.constant(operations),
    pairs: fc.tuple(pairs, toOne).map((all) => all.flat()),
  });
});

function listed(
  ranks: readonly { readonly operations: number; readonly pairs: readonly Pair[] }[],
  kernels: boolean,
) {
  useKernels(kernels, 0);
  const kernel = new ListsKernel();
  const operations = ranks.reduce((sum, one) => sum + one.operations, 0);
  const start = new Uint32Array(operations + 1);
  const deps = new Uint32Array(ranks.reduce((sum, { pairs }) => sum + pairs.length, 0));
  let base = 0;
  let from = 0;
  for (const one of ranks) {
    const pairs = Uint32Array.from(
      one.pairs.flatMap(([after, before, immediate]) => [after, before + (immediate ? IREQUIRES : 0)]),
    );
    addLists({ pairs, operations: one.operations, base, from }, { start, deps }, kernel);
    base += one.operations;
    from += one.pairs.length;
  }
  return { start: [...start], deps: [...deps] };
}

/** The same by sorting: of equal ones the first comes first. */
function sorted(ranks: readonly { readonly operations: number; readonly pairs: readonly Pair[] }[]) {
  const start = [0];
  const deps: number[] = [];
  let base = 0;
  for (const { operations, pairs } of ranks) {
    for (let op = 0; op < operations; op++) {
      const own = pairs.filter(([after]) => after === op).sort(([, a], [, b]) => a - b);
      deps.push(...own.map(([, before, immediate]) => base + before + (immediate ? IREQUIRES : 0)));
      start.push(deps.length);
    }
    base += operations;
  }
  return { start, deps };
}

describe('dependencies of ranks', () => {
  afterEach(kernelsAsSet);

  it('are in ascending lists, by the kernel and without', () => {
    let long = 0;
    fc.assert(
      fc.property(fc.array(rank, { minLength: 1, maxLength: 4 }), (ranks) => {
        const wanted = sorted(ranks);
        expect(listed(ranks, true)).toEqual(wanted);
        expect(listed(ranks, false)).toEqual(wanted);
        if (wanted.start.some((end, op) => op > 0 && end - wanted.start[op - 1] > 32)) long++;
      }),
      { numRuns: runs(500) },
    );
    expect(long).toBeGreaterThan(among(50));
  });

  it('of ranks that grow are the kernel’s, up to a million operations', () => {
    useKernels(true);
    const kernel = new ListsKernel();
    const chain = (operations: number) => {
      const pairs = new Uint32Array(2 * (operations - 1));
      for (let op = 1; op < operations; op++) pairs.set([op, op - 1], 2 * (op - 1));
      return kernel.listsOf({ pairs, operations, base: 10, from: 5 });
    };
    for (const operations of [3, 40_000, 20, 1_000_000]) {
      const found = chain(operations);
      expect(found?.ends.length).toBe(operations);
      expect([found?.ends[0], found?.ends[operations - 1]]).toEqual([5, 5 + operations - 1]);
      expect((found?.deps[operations - 2] ?? 0) & DEP_OP).toBe(10 + operations - 2);
      expect(found?.long).toBe(false);
    }
    expect(chain(1 << 21)).toBeNull();
  });
});

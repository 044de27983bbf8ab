/** Call sites of our own traces: both forms tell the same, ranks share them, and damage is found. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import type { SiteFrame } from '../../../src/schedule/program-calls.js';
import { CALC, NONE, RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { formatOfSeveral } from '../../../src/sources/formats.js';
import { withChecksums } from '../../tracer/decode.js';
import { changed, filesOf, layoutOf, read } from './samples.js';

/** Lines of solver.c by place in the object, as the compiler of the sample had them. */
const LINES: Readonly<Record<number, number>> = {
  4613: 16,
  4656: 17,
  4697: 18,
  4715: 19,
  4788: 10,
  4887: 34,
  4938: 36,
  5035: 37,
};
const RECURSIVE = parseCollectiveSpec('allreduce=recursive-doubling');

const program = async (form: 'bin' | 'txt'): Promise<Schedule> =>
  (await read(filesOf('solver', form))).schedule([RECURSIVE]).schedule;

/** By operation the lines of its stack; '' where it has none. */
function linesOf({ operations, sites }: Schedule): string[] {
  const lineOf = ({ object, offset }: SiteFrame): string =>
    object === '/tmp/app/solver' ? String(LINES[offset]) : object;
  return Array.from({ length: operations }, (_, op) => {
    const site = sites?.of[op] ?? NONE;
    return site === NONE ? '' : (sites?.list[site].frames.map(lineOf).join(' < ') ?? '');
  });
}

const linesByCall = (schedule: Schedule, kind: number): Set<string> => {
  const lines = linesOf(schedule);
  const name = (op: number): string => schedule.callNames[schedule.call?.[op] ?? -1];
  const ops = lines.map((_, op) => op).filter((op) => schedule.kind[op] === kind);
  return new Set(ops.map((op) => `${name(op)} ${lines[op]}`.trim()));
};

describe('call sites', () => {
  it('are the same in both forms', async () => {
    const binary = await program('bin');
    expect(binary.sites?.source).toBe('rank 0');
    expect(binary.sites?.date).toBe(Date.parse('2026-11-22T08:03:33Z'));
    expect(linesOf(await program('txt'))).toEqual(linesOf(binary));
  });

  it('are one table for all ranks, wherever their objects were loaded', async () => {
    const texts = filesOf('solver', 'txt').map((bytes) => new TextDecoder().decode(bytes));
    const addresses = new Set(texts.map((text) => /#stack: 1,(0x[0-9a-f]+)/.exec(text)?.[1]));
    expect(addresses.size).toBe(4);
    expect((await program('bin')).sites?.list).toHaveLength(6);
  });

  it('belong to the call that posts an operation, and collectives keep theirs', async () => {
    const schedule = await program('bin');
    expect(linesByCall(schedule, SEND)).toEqual(
      new Set([
        'MPI_Allreduce 10 < 34',
        'MPI_Allreduce 10 < 37',
        'MPI_Sendrecv 16 < 36',
        'MPI_Isend 18 < 36',
      ]),
    );
    expect(linesByCall(schedule, RECV)).toEqual(
      new Set([
        'MPI_Allreduce 10 < 34',
        'MPI_Allreduce 10 < 37',
        'MPI_Sendrecv 16 < 36',
        'MPI_Irecv 17 < 36',
      ]),
    );
    // Computations have none; the joint of a wait has that of the wait.
    expect(linesByCall(schedule, CALC)).toEqual(
      new Set(['computation', 'MPI_Waitall 19 < 36', 'MPI_Allreduce 10 < 34', 'MPI_Allreduce 10 < 37']),
    );
  });

  it('cost nothing where no trace tells of them', async () => {
    const { schedule } = (await read(filesOf('farm', 'bin'))).schedule([]);
    expect(schedule.sites).toBeNull();
  });

  it('can be asked for alone', async () => {
    const whole = (await program('bin')).sites;
    for (const form of ['bin', 'txt'] as const) {
      const files = filesOf('solver', form);
      const sources = files.map((bytes, rank) => ({ source: `rank ${rank}`, rank, chunks: once(bytes) }));
      const found = await formatOfSeveral(files[0]).sites?.(sources);
      expect(found?.list).toEqual(whole?.list);
    }
  });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A text trace of one rank: these lines, then a barrier from call site 1. */
const text = (...lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode(
    [
      "# htor's PMPI Tracer 1.1 Output File",
      '# llamp-trace 1',
      '# rank: 0',
      '# ranks: 1',
      '',
      ...lines,
      'MPI_Init:-:0:0:0.000',
      'MPI_Barrier:1.000:1,0,1:2.000',
      '#site: 1',
      '#map: 5000-6000 r-xp 00000000 fe:00 1          /bin/app',
      '#map: 7000-8000 r-xp 00001000 fe:00 2          /lib/late.so (deleted)',
      'MPI_Barrier:3.000:1,0,1:4.000',
      'MPI_Finalize:5.000:-',
      '',
    ].join('\n'),
  );
const framesOf = async (bytes: Uint8Array): Promise<unknown> =>
  (await read([bytes])).schedule([]).schedule.sites?.list.map(({ frames }) => frames);

describe('objects that come and go', () => {
  const PLACE = { object: '/lib/late.so', offset: 0x1010 };

  it('are found in the map that follows the stack', async () => {
    const before = ['#map: 7000-8000 r-xp 00000000 fe:00 2 /lib/early.so', '#stack: 1,0x7010'];
    expect(await framesOf(text(...before))).toEqual([[PLACE]]);
  });

  it('are found in the map before it where that lacks them, and else are addresses', async () => {
    const before = ['#map: 9000-a000 r-xp 00000000 fe:00 2 /lib/early.so', '#stack: 1,0x9010,0xb000'];
    expect(await framesOf(text(...before))).toEqual([
      [
        { object: '/lib/early.so', offset: 0x10 },
        { object: '', offset: 0xb000 },
      ],
    ]);
  });

  it('are refused where the line of a call is damaged', async () => {
    for (const damaged of ['#site:1', '#site: ', '#site: 1x', '#site: -1']) {
      const bytes = new TextDecoder().decode(text('#stack: 1,0x7010')).replace('#site: 1', damaged);
      await expect(framesOf(new TextEncoder().encode(bytes))).rejects.toThrow(
        `rank 0:9: '${damaged}' does not have the number of a call stack`,
      );
    }
  });

  it.each([
    [['#stack: 2,0x7010'], /^rank 0:9: '#site: 1' refers to a call stack, but no '#stack: 1,…' is above it/],
    [['#stack: 1,0x7010', '#stack: 1,0x7020'], /^rank 0:7: '#stack: 1,0x7020' is not a stack/],
    [['#stack: 1'], /^rank 0:6: '#stack: 1' is not a stack/],
    [['#stack: 1,0x7010', '#map: 7000 /lib/a.so'], /^rank 0:7: '#map: 7000 \/lib\/a\.so' is not a segment/],
    [['#stack: 1,0x7010', '#map: 8000-7000 r-xp 0 fe:00 2 /a'], /^rank 0:7: .* is not a segment/],
  ])('are refused where their lines are damaged: %j', async (lines, problem) => {
    await expect(framesOf(text(...lines))).rejects.toThrow(problem);
  });
});

describe('a binary trace with damaged call sites', () => {
  const [rank0] = filesOf('solver', 'bin');
  const others = (file: Uint8Array): Uint8Array[] => [file, ...filesOf('solver', 'bin').slice(1)];
  const { chunks } = layoutOf(rank0);
  const [stacks, map, records] = [2, 3, 1].map((kind) => chunks.find((one) => one.kind === kind)?.from ?? 0);

  it.each([
    [/^rank 0: the stack of call site 1 is incomplete/, stacks + 4, 99],
    // It came before; no address.
    [/^rank 0: call site 1 has an invalid stack/, stacks + 24, 1],
    [/^rank 0: call site 1 has an invalid stack/, stacks + 4, 0],
    [/^rank 0:\d+: '!.*' is not a segment of a map/, map, 0x21],
    [/^rank 0:2: call site 77 has no stack/, records + 72 + 20, 77],
  ])('%s', async (problem, at, byte) => {
    await expect(read(others(changed(rank0, at, byte)))).rejects.toThrow(problem);
  });
});

describe('places that the trace names', () => {
  const DOT = {
    object: '',
    offset: 0,
    named: { function: 'Solver.dot', file: '/home/me/a,b.py', line: 214 },
  };
  const APP = { object: '/bin/app', offset: 0x10 };
  const place = '#place: 3,214,/home/me/a,b.py,Solver.dot';

  it('are frames beside addresses', async () => {
    expect(await framesOf(text(place, '#stack: 1,@3,0x5010'))).toEqual([[DOT, APP]]);
  });

  it('are one on all ranks, whatever number each gives them', async () => {
    const rank = (number: number, id: number): Uint8Array =>
      new TextEncoder().encode(
        new TextDecoder()
          .decode(text(place.replace('3', String(id)), `#stack: 1,@${id}`))
          .replace('# rank: 0', `# rank: ${number}`)
          .replace('# ranks: 1', '# ranks: 2')
          .replaceAll('1,0,1', `1,${number},2`),
      );
    const { sites } = (await read([rank(0, 3), rank(1, 8)])).schedule([]).schedule;
    expect(sites?.list).toEqual([{ frames: [DOT] }]);
  });

  it.each([
    [['#stack: 1,@3'], /^rank 0:6: '#stack: 1,@3' is not a stack/],
    [[place, place, '#stack: 1,@3'], /^rank 0:7: '#place: 3,.*' is not a place/],
    [['#place: 0,1,a.py,f', '#stack: 1,0x5010'], /^rank 0:6: '#place: 0,1,a.py,f' is not a place/],
    [['#place: 1,1,,', '#stack: 1,0x5010'], /^rank 0:6: '#place: 1,1,,' is not a place/],
    [['#place: 1,a.py,f', '#stack: 1,0x5010'], /^rank 0:6: '#place: 1,a.py,f' is not a place/],
  ])('are refused where their lines are damaged: %j', async (lines, problem) => {
    await expect(framesOf(text(...lines))).rejects.toThrow(problem);
  });
});

describe('places of a binary trace', () => {
  const [rank0, ...others] = filesOf('solver', 'bin');
  const { chunks } = layoutOf(rank0);
  const first = chunks[0].at;
  const [file, name] = ['/home/me/jac.py', 'halo'].map((one) => new TextEncoder().encode(one));
  /** A chunk of kind 7 with one place, as docs/trace-format.md has it. */
  const chunk = (id: number, nameBytes = name.length): Uint8Array => {
    const bytes = new Uint8Array(16 + 16 + 24);
    const head = new DataView(bytes.buffer);
    for (const [i, word] of [7, 1, 40, 0, id, 9, file.length, nameBytes].entries())
      head.setUint32(4 * i, word, true);
    bytes.set(file, 32);
    bytes.set(name, 32 + file.length);
    return bytes;
  };
  /** The trace with this chunk in front, and call site 1 at place 5. */
  const withPlace = (placed: Uint8Array): Uint8Array[] => {
    const rest = rank0.slice(first);
    const stacks = new DataView(rest.buffer);
    const at = (chunks.find(({ kind }) => kind === 2)?.at ?? 0) - first;
    stacks.setBigUint64(at + 24, 2n ** 63n + 5n, true);
    return [withChecksums(new Uint8Array([...rank0.subarray(0, first), ...placed, ...rest])), ...others];
  };

  it('are frames beside addresses', async () => {
    const { sites } = (await read(withPlace(chunk(5)))).schedule([]).schedule;
    const named = sites?.list.flatMap(({ frames }) => frames).filter((frame) => frame.named !== undefined);
    expect(named).toEqual([
      { object: '', offset: 0, named: { function: 'halo', file: '/home/me/jac.py', line: 9 } },
    ]);
  });

  it.each([
    ['of another number', chunk(6), /^rank 0: call site 1 has an invalid stack/],
    ['that is longer than its chunk', chunk(5, 99), /^rank 0: place 5 is incomplete/],
    ['without a number', chunk(0), /^rank 0: place 0 is invalid/],
  ])('%s are refused', async (_, placed, problem) => {
    await expect(read(withPlace(placed))).rejects.toThrow(problem);
  });
});

/** Which receives of a trace are taken as their messages come, and in which order they were. */
import { describe, expect, it } from 'vitest';
import { NONE, type Schedule } from '../../../src/schedule/schedule.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { convert, FIRST } from './traces.js';

/** Receives of rank 0 that are taken as they come, a list for each choice: by their tags, in the order of the run. */
function choices({ takenAfter, tag, rankStart }: Schedule): number[][] {
  if (takenAfter === null) return [];
  const found = new Map<number, number[]>();
  const links: (readonly [number, number])[] = [];
  for (let op = 0; op < rankStart[1]; op++) {
    if (takenAfter[op] === op) found.set(op, [op]);
    else if (takenAfter[op] !== NONE) links.push([takenAfter[op], op]);
  }
  for (let left = links; left.length > 0; ) {
    const rest = left.filter(([before, op]) => {
      const list = [...found.values()].find((one) => one.at(-1) === before);
      list?.push(op);
      return list === undefined;
    });
    expect(rest.length).toBeLessThan(left.length);
    left = rest;
  }
  return [...found.values()].map((list) => list.map((op) => tag[op]));
}

/** Rank 1 sends messages with tags 0 to `count` − 1. */
const sends = (count: number): string[] =>
  Array.from({ length: count }, (_, tag) => `MPI_Send:110:5:1:D:0:${tag}:W:110`);
const receives = (count: number): string[] =>
  Array.from({ length: count }, (_, tag) => `MPI_Irecv:110:5:1:D:1:${tag}:W:${640 + 8 * tag}:110`);

async function taken(lines: readonly string[], count: number, options: TraceScheduleOptions = FIRST) {
  const { schedule, warnings } = await convert([lines, sends(count)], options);
  return { choices: choices(schedule), codes: warnings.map(({ code }) => code) };
}

describe('receives that are taken as they come', () => {
  it('are those of Waitanys that all were offered them', async () => {
    const lines = [
      ...receives(3),
      'MPI_Waitany:120:3:640:1:0:121',
      'MPI_Waitany:122:3:640:1:0:123',
      'MPI_Waitany:124:3:640:1:0:125',
    ];
    expect(await taken(lines, 3)).toEqual({ choices: [[0, 1, 2]], codes: [] });
    // The published rules do not know the call.
    expect((await taken(lines, 3, { ...FIRST, rules: 'published' })).choices).toEqual([]);
  });

  it('end with those that are waited for without a choice', async () => {
    const lines = [...receives(3), 'MPI_Waitany:120:3:640:1:0:121', 'MPI_Waitall:122:3:640:0:123'];
    const { choices: found } = await taken(lines, 3);
    expect(found.map((list) => [list.length, new Set(list).size])).toEqual([[3, 3]]);
  });

  it('are no more those that one of the calls was not offered', async () => {
    const lines = [
      ...receives(4),
      'MPI_Waitany:120:2:640:1:0:121',
      'MPI_Waitany:122:2:640:1:0:123',
      'MPI_Waitany:124:2:656:1:0:125',
      'MPI_Waitany:126:2:656:1:0:127',
    ];
    expect((await taken(lines, 4)).choices).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('do not come with what was posted behind the first of them', async () => {
    const lines = [
      ...receives(2),
      'MPI_Waitany:120:2:640:1:0:121',
      'MPI_Irecv:122:5:1:D:1:2:W:640:122',
      'MPI_Waitany:124:2:640:1:0:125',
      'MPI_Irecv:126:5:1:D:1:3:W:640:126',
      'MPI_Waitall:128:2:640:0:129',
    ];
    // 0 alone; then 2, before 1, which was offered with it.
    expect((await taken(lines, 4)).choices).toEqual([[2, 1]]);
  });

  it('are not those of sends, nor of one call for all', async () => {
    const lines = [
      'MPI_Irecv:110:5:1:D:1:0:W:640:110',
      'MPI_Isend:111:5:1:D:1:9:W:648:111',
      'MPI_Waitany:120:2:640:1:0:121',
      'MPI_Waitany:122:2:640:1:0:123',
    ];
    const other = [...sends(1), 'MPI_Recv:112:5:1:D:0:9:W:0:113'];
    expect(choices((await convert([lines, other], FIRST)).schedule)).toEqual([]);
    expect((await taken([...receives(3), 'MPI_Waitall:120:3:640:0:121'], 3)).choices).toEqual([]);
  });

  it('are those of persistent requests too', async () => {
    const lines = [
      'MPI_Recv_init:110:5:1:D:1:0:W:640:110',
      'MPI_Recv_init:110:5:1:D:1:1:W:648:110',
      'MPI_Startall:112:2:640:113',
      'MPI_Waitany:120:2:640:1:0:121',
      'MPI_Waitany:122:2:640:1:0:123',
    ];
    expect((await taken(lines, 2)).choices.map((list) => list.length)).toEqual([2]);
  });
});

/** Waits in changing orders are the mark of a program that takes messages as they come. */
import { expect, it } from 'vitest';
import { NONE } from '../../../src/schedule/columns.js';
import { convert, FIRST } from './traces.js';

/** The request that a round waits for first, of 640 and 648. */
type First = 640 | 648;

/** Rank 0 takes two messages a round; `apart`: with a barrier between the Waits. */
const takes = (firsts: readonly First[], apart: boolean): string[] =>
  firsts.flatMap((first, i) => {
    const at = 110 + 10 * i;
    return [
      `MPI_Irecv:${at}:5:1:D:1:0:W:640:${at}`,
      `MPI_Irecv:${at}:5:1:D:1:1:W:648:${at}`,
      `MPI_Wait:${at + 2}:${first}:0:${at + 2}`,
      ...(apart ? [`MPI_Barrier:${at + 3}:W:${at + 3}`] : []),
      `MPI_Wait:${at + 4}:${first === 640 ? 648 : 640}:0:${at + 4}`,
    ];
  });

/** Rank 1 sends them. */
const sends = (rounds: number, apart: boolean): string[] =>
  Array.from({ length: rounds }, (_, i) => 110 + 10 * i).flatMap((at) => [
    `MPI_Send:${at}:5:1:D:0:0:W:${at}`,
    `MPI_Send:${at}:5:1:D:0:1:W:${at}`,
    ...(apart ? [`MPI_Barrier:${at + 3}:W:${at + 3}`] : []),
  ]);

async function told(firsts: readonly First[], apart = false): Promise<unknown[]> {
  const { warnings } = await convert([takes(firsts, apart), sends(firsts.length, apart)], FIRST);
  return warnings.map(({ code, count, message }) => [code, count, message]);
}

it('says how many Waits complete the same requests in changing orders', async () => {
  expect(await told([640, 648, 640])).toEqual([
    [
      'waits-as-choices',
      6,
      '6 calls of MPI_Wait complete the same requests in changing orders, as a program does that takes messages as ' +
        'they come: they are taken for MPI_Waitany; first at rank0:8 (MPI_Wait)',
    ],
  ]);
});

it('takes them for choices, each of what is left of its row', async () => {
  const firsts: First[] = [640, 648];
  const { schedule } = await convert([takes(firsts, false), sends(2, false)], FIRST);
  const { takenAfter, tag } = schedule;
  const chosen = [...(takenAfter ?? [])].flatMap((before, op) =>
    before === NONE ? [] : [[tag[before], tag[op]]],
  );
  // By tag, in the order of posting: who was taken before whom.
  expect(chosen).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
});

it('says nothing of Waits that keep an order', async () => {
  expect(await told([648, 648])).toEqual([]);
});

it('says nothing of Waits that another call parts', async () => {
  expect(await told([640, 648], true)).toEqual([]);
});

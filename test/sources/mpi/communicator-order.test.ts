/** Communicators of the same members in traces of our tracer, made in an order that differs by rank. */
import { expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { findCommunicators } from '../../../src/sources/mpi/communicator-handles.js';
import { file } from '../liballprof/traces.js';

/** Calls that make a communicator on the world, a copy of it (number 3) or both sides of an intercommunicator. */
const MAKES = {
  'dup of the world': (number: number) => `MPI_Comm_dup:1:1,RANK,2:${number}:1`,
  'idup of the world': (number: number) => `MPI_Comm_idup:1:1,RANK,2:${number}:64:1`,
  'idup of the copy': (number: number) => `MPI_Comm_idup:1:3,RANK,2:${number}:64:1`,
  'group with tag 5': (number: number) => `MPI_Comm_create_group:1:1,RANK,2:0:5:${number}:1`,
  'group with tag 6': (number: number) => `MPI_Comm_create_group:1:1,RANK,2:0:6:${number}:1`,
} as const;
type How = keyof typeof MAKES;

/** By name of each of `order`, the communicator of a barrier on what it made. */
async function found(...orders: readonly (readonly How[])[]): Promise<Record<string, number>[]> {
  const texts = orders.map((order, rank) =>
    [
      "# htor's PMPI Tracer 1.1 Output File",
      '# llamp-trace 3',
      `# rank: ${rank}`,
      '# ranks: 2',
      'MPI_Init:-:0:0:0.000',
      ...['MPI_Comm_dup:1:1,RANK,2:3:1', '#comm: 3,0,1'],
      ...order.flatMap((how, i) => [MAKES[how](4 + i), `#comm: ${4 + i},0,1`]),
      ...order.map((_, i) => `MPI_Barrier:2:${4 + i},RANK,2:2`),
      'MPI_Finalize:3:-',
      '',
    ]
      .join('\n')
      .replaceAll('RANK', String(rank)),
  );
  const { ranks } = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text, rank)));
  const { ofRow } = findCommunicators(ranks);
  return orders.map((order, rank) => {
    const barriers = [...(ofRow[rank] ?? [])].slice(-order.length);
    return Object.fromEntries(order.map((how, i) => [how, barriers[i]]));
  });
}

it.each([
  [['idup of the world', 'idup of the copy']],
  [['idup of the world', 'group with tag 5']],
  [['group with tag 5', 'group with tag 6']],
  [['dup of the world', 'idup of the copy', 'group with tag 5', 'group with tag 6']],
] as const)('are told apart by parent, call and tag: %j', async (order) => {
  const [one, other] = await found(order, [...order].reverse());
  expect(other).toEqual(one);
  expect(new Set(Object.values(one)).size).toBe(order.length);
});

it('are those of one parent and call in their order', async () => {
  const both = ['dup of the world', 'idup of the copy'] as const;
  const [one, other] = await found(both, both);
  expect(other).toEqual(one);
});

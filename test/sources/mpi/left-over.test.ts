/** Messages that a program leaves over, in traces written by hand: those of a whole run are its own. */
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

/** A rank of two; `W` stands for the world's COMM. */
const rankText = (lines: readonly string[], rank: number, tracer: string): string =>
  [
    "# htor's PMPI Tracer 1.1 Output File",
    ...[tracer, `# rank: ${rank}`, '# ranks: 2'],
    'MPI_Init:-:0:0:0.000',
    ...lines.filter((line) => line !== 'cut').map((line) => line.replace(/:W(?=:)/, `:1,${rank},2`)),
    ...(lines.includes('cut') ? [] : ['MPI_Finalize:1000:-']),
    '',
  ].join('\n');

const OURS = '# llamp-trace 3';
const call = (name: string, at: number, peer: number, tag: number, bytes = 8): string =>
  `MPI_${name}:${at}:0:1:0,${bytes},${bytes}:${peer}:${tag}:W:${/^I/.test(name) ? `${64 + 8 * at}:` : /ecv/.test(name) ? '0:' : ''}${at}`;
const requested = (name: string, at: number, peer: number, tag: number, bytes = 8): string[] => [
  call(name, at, peer, tag, bytes),
  `#handles: ${at}`,
];

async function warningsOf(
  one: readonly string[],
  other: readonly string[],
  { tracer = OURS, S = 1e9 } = {},
): Promise<string[]> {
  const files = [one, other].map((lines, i) => file(`rank${i}`, rankText(lines, i, tracer), i));
  const { schedule, warnings } = tracesToSchedule(await readTraces(files));
  const graph = buildGraph(schedule, logGPS({ L: 1000, o: 0, G: 0, S }));
  return [...warnings, ...graph.warnings].map(({ message }) => message);
}

describe('the trace of a whole run', () => {
  it('has a receive that takes no message of others, though it was posted first', async () => {
    const loose = requested('Irecv', 10, -1, -1);
    const lines = [...loose, call('Recv', 20, 1, 3), call('Recv', 21, 1, 4)];
    expect(await warningsOf(lines, [call('Send', 10, 0, 3), call('Send', 11, 0, 4)])).toEqual([
      'left out: 1 receive that the program never completed and that no message met; the first is rank 0, MPI_Irecv#1: recv 8b from any source tag any (rank0:6)',
    ]);
  });

  it('has sends that nobody receives, unless they wait for one', async () => {
    const eager = [call('Send', 10, 1, 3, 100), call('Send', 11, 1, 4, 100)];
    expect(await warningsOf(eager, [call('Recv', 20, 0, 3, 100)])).toEqual([
      'kept without a partner: 1 send without a receive (each costs the sender o); the first is rank 0, MPI_Send#2: send 100b to 1 tag 4 (rank0:7)',
    ]);
    await expect(warningsOf(eager, [call('Recv', 20, 0, 3, 100)], { S: 50 })).rejects.toThrow(
      /No receive takes it, and by rendezvous it waits for one; in the run it was eager, so set the threshold S to at least 100 B/,
    );
    // Nobody waits for this one.
    const requests = [call('Send', 10, 1, 3, 100), ...requested('Isend', 11, 1, 4, 100)];
    expect(await warningsOf(requests, [call('Recv', 20, 0, 3, 100)], { S: 50 })).toHaveLength(1);
  });

  it('has no receive that the program completed without a message', async () => {
    const waited = [...requested('Irecv', 10, 1, 9), 'MPI_Wait:20:128:0:30', '#handles: 10'];
    await expect(warningsOf(waited, [])).rejects.toThrow(/^1 unmatched operation/);
  });
});

it.each([
  ['another tracer', '# liballprof', []],
  ['a run that one rank did not finish', OURS, ['cut']],
] as const)('messages of %s are missing', async (_, tracer, cut) => {
  const receive = requested('Irecv', 10, 1, 9);
  await expect(warningsOf([...receive], cut, { tracer })).rejects.toThrow(/^1 unmatched operation/);
  const left = [call('Send', 10, 1, 3)];
  await expect(warningsOf(left, cut, { tracer })).rejects.toThrow(/^1 unmatched operation/);
});

/** λ by communicator, of a chain of messages that is solved by hand. */
import { describe, expect, it } from 'vitest';
import { toleranceBy } from '../../src/analysis/group-tolerance.js';
import { breakdown } from '../../src/analysis/latency-breakdown.js';
import { Model } from '../../src/analysis/model.js';
import { logGPS } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { convert } from '../sources/liballprof/traces.js';

const L = 1000;
const machine = logGPS({ L, o: 0, G: 0 });

/** There, back and there again: on a duplicate, the world, the duplicate. 10 µs lie before the first send. */
function chain(rank: number): string[] {
  const dup = `770${rank},${rank},2`;
  const other = 1 - rank;
  const send = (at: number, comm: string) => `MPI_Send:${at}:1:1:D:${other}:5:${comm}:${at}`;
  const recv = (at: number, comm: string) => `MPI_Recv:${at}:1:1:D:${other}:5:${comm}:0:${at}`;
  const calls = rank === 0 ? [send, recv, send] : [recv, send, recv];
  return ['MPI_Comm_dup:100:W:4444:100', ...[dup, 'W', dup].map((comm, i) => calls[i](110, comm))];
}

async function model() {
  const { schedule } = await convert([0, 1].map(chain));
  return Model.of(schedule, machine, { engine: 'sweep' });
}

const MADE = 'MPI_Comm_dup of rank0:6';

describe('messages by communicator', () => {
  it('share λ and latency as the chain does', async () => {
    const { groups, lambda, runtime } = breakdown(await model(), 'communicator');
    // 10 µs, three latencies, and 890 µs from the last call to MPI_Finalize on rank 1.
    expect({ lambda, runtime }).toEqual({ lambda: 3, runtime: 10_000 + 3 * L + 890_000 });
    expect(groups).toEqual([
      { name: 'communicator 1 (2 ranks)', made: MADE, lambda: 2, latencies: 2, bytes: 14, latency: 2 * L },
      { name: 'MPI_COMM_WORLD', lambda: 1, latencies: 1, bytes: 7, latency: L },
    ]);
  });

  it('bear latency in inverse proportion', async () => {
    const naming = { nodeName: undefined, siteNames: () => [] };
    const { groups } = await toleranceBy(await model(), 'communicator', [1], naming);
    const percent = 0.01 * (10_000 + 3 * L + 890_000);
    expect(groups.map(({ name, made, messages }) => ({ name, made, messages }))).toEqual([
      { name: 'communicator 1 (2 ranks)', made: MADE, messages: 2 },
      { name: 'MPI_COMM_WORLD', made: undefined, messages: 1 },
    ]);
    expect(groups[0].tolerance[0].added).toBeCloseTo(percent / 2, 6);
    expect(groups[1].tolerance[0].added).toBeCloseTo(percent, 6);
  });

  it('are refused where the input tells of no calls, with a way out', async () => {
    const goal = await Model.of(parseGoal('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n'), machine);
    expect(() => breakdown(goal, 'communicator')).toThrow(
      /which communicators.*group by rank or message-size, or read traces/,
    );
  });
});

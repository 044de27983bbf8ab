/** T and λ by what is assumed of CPUs and cards: by hand, and against the commands that ask for each alone. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sharing } from '../../src/analysis/runtime-bounds.js';
import { spreadOf } from '../../src/analysis/shared-rows.js';
import { LimitError, logGPS } from '../../src/index.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { runCli } from '../cli/run.js';

/** Two ranks send 1001 B each to rank 0 at once, which receives both. */
function meeting() {
  const builder = new ScheduleBuilder(3);
  builder.beginRank(0);
  builder.recv(1001, 1);
  builder.recv(1001, 2);
  for (const rank of [1, 2]) {
    builder.beginRank(rank);
    builder.send(1001, 0);
  }
  return builder.finish();
}

describe('what is assumed of CPUs and cards', () => {
  // o = 100 ns, L = 1 µs, 1000 gaps of 2 ns: a message is there at 3.1 µs, and taken at 3.2 µs.
  const machine = logGPS({ L: 1000, o: 100, G: 2 });

  it('of two messages that meet is what a hand adds up', async () => {
    const rows = await sharing(await Model.of(meeting(), machine, { engine: 'sweep' }));
    const of = new Map(rows.map((row) => [row.way, row]));
    expect(of.get('plain')).toEqual({ way: 'plain', runtime: 3200, upper: null, lambda: 1, own: true });
    // The second comes 1000·G and o behind the first, as the program has them.
    expect(of.get('ordered')?.runtime).toBe(3200 + 2000 + 100);
    // The CPU of rank 0 takes 100 ns for each.
    expect(of.get('serial')?.runtime).toBe(3300);
    // Event by event the CPU is at each message for its bytes too: from 1.1 µs to 3.2 µs, and then to 5.3 µs.
    expect(of.get('replay')).toMatchObject({ runtime: 1100 + 2 * 2100, lambda: 1 });
    const bounds = of.get('bounds');
    expect(bounds?.runtime).toBeGreaterThanOrEqual(3200);
    expect(bounds?.runtime).toBeLessThanOrEqual(bounds?.upper ?? 0);
    expect(spreadOf(rows)).toBeCloseTo(Math.max(5300, bounds?.upper ?? 0) / 3200 - 1, 12);
  });

  it.each(['free', 'ordered', 'serial'] as const)(
    'is the same whatever the machine shares: %s',
    async (own) => {
      const plain = await sharing(await Model.of(meeting(), machine, { engine: 'sweep' }));
      const model = await Model.of(meeting(), { ...machine, cpu: own, nic: own }, { engine: 'sweep' });
      const rows = await sharing(model);
      expect(rows.filter((row) => row.own).map(({ way }) => way)).toEqual([own === 'free' ? 'plain' : own]);
      const shown = (list: typeof rows) => list.map(({ own: _, ...row }) => row);
      expect(shown(rows)).toEqual(shown(plain));
    },
  );

  it('is refused where no model of it finds memory', async () => {
    const memory = {
      need: () => {
        throw new LimitError('no room');
      },
    };
    const model = await Model.of(meeting(), machine, { engine: 'sweep' });
    await expect(sharing(model, memory)).rejects.toThrow('no room');
  });

  it('of nothing has no distance', () => {
    expect(spreadOf([])).toBe(0);
  });
});

describe('report --json', () => {
  const json = async (line: string) =>
    JSON.parse((await runCli(`${line} --json --quiet`.split(' '))).stdout).result;

  it('has the rows of the commands that ask for them', async () => {
    const { shared } = await json(`report traces/ring-4 --output /dev/null --shared`);
    const of = (assumed: string) => shared.find((row: { assumed: string }) => row.assumed === assumed);
    for (const [assumed, way] of [
      ['plain', 'free'],
      ['ordered', 'ordered'],
      ['serial', 'serial'],
    ]) {
      const { runtime_ns, lambda } = await json(
        `sensitivity traces/ring-4 --cpu ${way} --nic ${way} --engine sweep`,
      );
      expect(of(assumed).runtime_ns).toBeCloseTo(runtime_ns, 3);
      expect(of(assumed).lambda_L).toBe(lambda.L);
    }
    const replay = await json(`replay traces/ring-4`);
    expect(of('replay').runtime_ns).toBe(replay.runtime_ns);
    const bounds = await json(`bounds traces/ring-4`);
    expect(of('bounds').runtime_ns).toBeCloseTo(bounds.lower.runtime_ns, 3);
    expect(of('bounds').runtime_upper_ns).toBeCloseTo(bounds.upper.runtime_ns, 3);
  });

  it('has none where they are not wanted', async () => {
    expect(await json('report traces/ring-4 --output /dev/null --no-shared')).not.toHaveProperty('shared');
  });
});

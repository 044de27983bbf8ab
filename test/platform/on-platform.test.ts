import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { logGPS } from '../../src/machine/machine.js';
import { mapBy } from '../../src/platform/mapping.js';
import { machineOnPlatform, platformNetwork } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { writeGoal } from '../../src/sources/goal/write-goal.js';
import { runCli } from '../cli/run.js';

/** One byte from rank 0 to rank 1: T = L + 2·o. */
function message() {
  const builder = new ScheduleBuilder(2);
  builder.beginRank(0);
  builder.send(1, 1);
  builder.beginRank(1);
  builder.recv(1, 0);
  return builder.finish();
}

const runtimeOn = async (machine: Parameters<typeof Model.of>[1]): Promise<number> =>
  (await sensitivity(await Model.of(message(), machine, { engine: 'sweep' }))).runtime;

describe('a machine on a platform', () => {
  const { platform } = platformPreset('epyc-orfeo');
  const plain = logGPS({ L: 3000, o: 5000, G: 0.018 });

  it("takes the platform's overhead in place of its own", async () => {
    // Between nodes α = 2130.23 = L + 2·o, measured: that is T, whatever o the machine came with.
    const { machine, warnings } = machineOnPlatform(plain, platform, mapBy(platform, 'node', 2));
    expect(await runtimeOn(machine)).toBeCloseTo(2130.23, 9);
    expect(warnings).toEqual([]);
    const table = { ...plain, overheadBySize: [{ bytes: 1, ns: 7 }] };
    const bySize = machineOnPlatform(table, platform, mapBy(platform, 'node', 2));
    expect(await runtimeOn(bySize.machine)).toBeCloseTo(2130.23, 9);
  });

  it('takes another where it is asked for, and L = α − 2·o with it', async () => {
    const { machine, platform: settled } = machineOnPlatform(
      plain,
      platform,
      mapBy(platform, 'node', 2),
      500,
    );
    expect(machine.overhead).toBe(500);
    expect(settled.channels.find(({ name }) => name === 'node')?.latencyNs).toBeCloseTo(1130.23, 9);
    expect(await runtimeOn(machine)).toBeCloseTo(2130.23, 9);
    // 2·5000 exceed α: L is 0, and said so for every channel.
    const slow = machineOnPlatform(plain, platform, mapBy(platform, 'node', 2), 5000);
    expect(await runtimeOn(slow.machine)).toBe(10_000);
    expect(new Set(slow.warnings.map(({ code }) => code))).toEqual(new Set(['channel-latency-below-zero']));
  });

  it('keeps its own overhead where the platform has none', async () => {
    const text =
      'name: p\nchannels:\n  far: { latency_ns: 100, gap_ns_per_byte: 0 }\nlevels:\n  - { name: node, count: 2, channel: far }\n';
    const bare = readPlatform(text, 'p.yaml').platform;
    expect(await runtimeOn(machineOnPlatform(plain, bare, Int32Array.of(0, 1)).machine)).toBe(10_100);
    expect(await runtimeOn({ ...plain, network: platformNetwork(bare, Int32Array.of(0, 1)) })).toBe(10_100);
  });

  it('is what the command line takes', async () => {
    const goal = new TextDecoder().decode(
      Buffer.concat([...writeGoal(message())].map((one) => Buffer.from(one))),
    );
    for (const [flags, query] of [
      [[], undefined],
      [['-o', '500ns'], 500],
    ] as const) {
      const args = ['sensitivity', '-', '--platform', 'epyc-orfeo', '--map-by', 'node', '--json', ...flags];
      const { stdout } = await runCli(args, { input: goal });
      const { machine } = machineOnPlatform(plain, platform, mapBy(platform, 'node', 2), query);
      expect(JSON.parse(stdout).result.runtime_ns).toBeCloseTo(await runtimeOn(machine), 9);
    }
  });

  it('is refused where its network was put on by hand beside another overhead', async () => {
    const network = platformNetwork(platform, mapBy(platform, 'node', 2));
    await expect(Model.of(message(), { ...plain, network })).rejects.toThrow(
      "the network's latencies assume an overhead of 90 ns, but the machine has 5 µs. Make the machine with machineOnPlatform",
    );
    expect(await runtimeOn({ ...plain, overhead: 90, network })).toBeCloseTo(2130.23, 9);
  });
});

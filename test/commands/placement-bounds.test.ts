import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const TALKERS = 'docs/examples/talkers.goal';
const ON_TOPOLOGY = ['--topology', 'dragonfly:g=2,a=1,p=2,h=1', '-o', '500ns', '-G', '0.1ns/B'];
const ON_PLATFORM = ['--platform', 'docs/examples/two-nodes.yaml'];

interface Mapping {
  readonly name: string;
  readonly runtime_ns: number;
  readonly upper: { readonly runtime_ns: number };
}

const folder = scratch();

describe('placement --contention bounds', () => {
  it('has the bounds of the mapping that it writes', async () => {
    const out = join(folder, 'ours.txt');
    const query = ['--contention', 'bounds', '--link-bandwidth', '5Gbit/s', '--save', out];
    const { result, warnings } = await askJson(['placement', TALKERS, ...ON_PLATFORM, ...query]);
    const [block] = result.mappings as Mapping[];
    expect(result.best.runtime_ns).toBeLessThan(block.runtime_ns);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'lower-bounds' }));
    const again = [
      'bounds',
      TALKERS,
      ...ON_PLATFORM,
      '--map-by',
      `rankfile:${out}`,
      '--link-bandwidth',
      '5Gbit/s',
    ];
    const bounds = (await askJson(again)).result;
    expect(result.best.runtime_ns).toBeCloseTo(bounds.lower.runtime_ns, 6);
    expect(result.best.upper.runtime_ns).toBeCloseTo(bounds.upper.runtime_ns, 6);
    expect(result.best.lambda.L).toBe(bounds.lower.lambda.L);
  });

  it('refuses links where none are shared, or there are none', async () => {
    for (const [argv, words] of [
      [[...ON_TOPOLOGY, '--routing', 'ecmp'], /no meaning without contention/],
      [[...ON_PLATFORM, '--contention', 'bounds', '--routing', 'ecmp'], /a platform, which has no switches/],
      [['--topology', 'published-fat-tree', '--contention', 'bounds'], /a fixed table of wires/],
    ] as const) {
      await expectRefusal(['placement', TALKERS, ...argv], 2, words);
    }
  });
});

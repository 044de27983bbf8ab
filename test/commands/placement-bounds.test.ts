import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const TALKERS = 'docs/examples/talkers.goal';
const ON_TOPOLOGY = ['--topology', 'dragonfly:g=2,a=1,p=2,h=1', '-o', '500ns', '-G', '0.1ns/B'];
const ON_PLATFORM = ['--platform', 'docs/examples/two-nodes.yaml'];

interface Mapping {
  readonly name: string;
  readonly runtime_ns: number;
  readonly upper: { readonly runtime_ns: number };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-place-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function json(argv: readonly string[]) {
  const { code, stdout, stderr } = await runCli([...argv, '--json']);
  expect(code, stderr + stdout).toBe(0);
  return JSON.parse(stdout);
}

describe('placement --contention bounds', () => {
  it('has the bounds of the mapping that it writes', async () => {
    const out = join(folder, 'ours.txt');
    const asked = ['--contention', 'bounds', '--link-bandwidth', '5Gbit/s', '--save', out];
    const { result, warnings } = await json(['placement', TALKERS, ...ON_PLATFORM, ...asked]);
    const [block] = result.mappings as Mapping[];
    expect(result.best.runtime_ns).toBeLessThan(block.runtime_ns);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'lower-bounds' }));
    const again = ['bounds', TALKERS, ...ON_PLATFORM, '--rankfile', out, '--link-bandwidth', '5Gbit/s'];
    const bounds = (await json(again)).result;
    expect(result.best.runtime_ns).toBeCloseTo(bounds.lower.runtime_ns, 6);
    expect(result.best.upper.runtime_ns).toBeCloseTo(bounds.upper.runtime_ns, 6);
    expect(result.best.lambda.L).toBe(bounds.lower.lambda.L);
  });

  it('says that its T are bounds, and what is proven', async () => {
    const { stdout, stderr } = await runCli(['placement', TALKERS, ...ON_TOPOLOGY, '--contention', 'bounds']);
    expect(stderr).toContain('T and λ are those of a lower bound');
    // 2·o + 1038 ns + (2·50 001 − 1)·0.1 ns; 4·(2·o + 1038 ns + 7·0.1 ns).
    expect(stdout).toMatch(/mapping +T at least +T at most/);
    expect(stdout).toMatch(/block +12\.04 µs +14\.19 µs/);
    expect(stdout).toMatch(/ours +8\.155 µs +13\.27 µs/);
    expect(stdout).toContain('no swap of two ranks lowers its bound');
  });

  it('refuses links where none are shared, or there are none', async () => {
    for (const [argv, words] of [
      [[...ON_TOPOLOGY, '--routing', 'ecmp'], /no meaning where links are not shared/],
      [[...ON_PLATFORM, '--contention', 'bounds', '--routing', 'ecmp'], /a platform, which has no switches/],
      [['--topology', 'published-fat-tree', '--contention', 'bounds'], /a fixed table of wires/],
    ] as const) {
      const { code, stderr } = await runCli(['placement', TALKERS, ...argv]);
      expect(stderr).toMatch(words);
      expect(code).toBe(2);
    }
  });
});

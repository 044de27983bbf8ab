/** `check` answers as all commands do, also of what cannot be modelled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';

/** Its sends keep one order, of which it is warned. */
const WARNED = ['check', 'traces/sweep-4', '--nic', 'serial'];

it('check warns beside CSV as beside text, and within JSON', async () => {
  const [text, csv, json] = [[], ['--csv'], ['--json']].map((form) => runCli([...WARNED, ...form]));
  expect((await text).stderr).toMatch(/^warning: \d+ pairs of sends of a NIC keep the order/);
  expect((await csv).stderr).toBe((await text).stderr);
  expect((await json).stderr).toBe('');
  expect((await runCli([...WARNED, '--csv', '--quiet'])).stderr).toBe('');
});

describe('check of traces', () => {
  const folder = 'traces/cg-4';

  it('says what became of each MPI call, as often as the files have it', async () => {
    const { result } = await askJson(['check', folder]);
    const lines = readdirSync(folder)
      .filter((name) => name.endsWith('.gz'))
      .flatMap((name) =>
        gunzipSync(readFileSync(join(folder, name)))
          .toString()
          .split('\n'),
      );
    const counts = new Map<string, number>();
    for (const [name] of lines.map((line) => line.split(':')))
      if (name.startsWith('MPI_')) counts.set(name, (counts.get(name) ?? 0) + 1);
    const found = result.calls.map(({ call, calls }: { call: string; calls: number }) => [call, calls]);
    expect(new Map(found)).toEqual(counts);
    const kinds = new Map(result.calls.map((one: { call: string; kind: string }) => [one.call, one.kind]));
    expect([kinds.get('MPI_Allreduce'), kinds.get('MPI_Comm_rank'), kinds.get('MPI_Init')]).toEqual([
      'modelled',
      'local',
      'outside',
    ]);
    const shares: number = result.calls.reduce((sum: number, one: { share: number }) => sum + one.share, 0);
    expect(shares).toBeLessThanOrEqual(1);
  });
});

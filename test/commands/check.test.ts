/** `check` answers as all commands do, also of what cannot be modelled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/process/startup.js';
import { askJson, runCli } from '../cli/run.js';

const SOUND = 'goal-samples/fig4.goal';
const UNSOUND = 'goal-samples/unmatched.goal';
/** Order edges are added to it, of which it is warned. */
const WARNED = ['check', 'traces/sweep-4', '--nic', 'serial'];

describe('check of a program that cannot be modelled', () => {
  it('lists what is wrong and exits with the code of a model', async () => {
    const { code, stdout } = await runCli(['check', UNSOUND]);
    expect(code).toBe(EXIT.model);
    expect(stdout).toMatch(/^ *messages +not matched$/m);
    expect(stdout).not.toContain('no problems');
  });

  it('has the same keys in JSON as any other', async () => {
    const [sound, unsound] = [
      await runCli(['check', SOUND, '--json']),
      await runCli(['check', UNSOUND, '--json']),
    ];
    const [whole, answer] = [JSON.parse(sound.stdout), JSON.parse(unsound.stdout)];
    for (const part of ['input', 'machine', 'result'])
      expect(Object.keys(answer[part])).toEqual(Object.keys(whole[part]));
    expect(answer.input.messages).toBeNull();
    expect(answer.result.problems.length).toBeGreaterThan(0);
    expect([sound.code, unsound.code]).toEqual([EXIT.ok, EXIT.model]);
  });
});

it('check warns beside CSV as beside text, and within JSON', async () => {
  const [text, csv, json] = [[], ['--csv'], ['--json']].map((form) => runCli([...WARNED, ...form]));
  expect((await text).stderr).toMatch(/^warning: added \d+ order edges/);
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

  it('has the same in text, and none where there are no calls', async () => {
    const { stdout } = await runCli(['check', folder]);
    expect(stdout).toMatch(/^ {2}MPI_Allreduce +\d+ .* operations$/m);
    const goal = await askJson(['check', SOUND]);
    expect(goal.result.calls).toBeNull();
  });
});

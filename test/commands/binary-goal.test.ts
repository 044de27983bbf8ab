/** Binary GOAL on the command line: written by schedgen, read by every question as GOAL text is. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, runCli } from '../cli/run.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'llamp-binary-'));
const FIG4 = 'goal-samples/fig4.goal';

async function binaryOf(input: string): Promise<string> {
  const file = join(folder(), 'out.bin');
  const made = await runCli(['schedgen', input, '--format', 'bin', '--output', file, '-q']);
  expect(made).toEqual({ code: 0, stdout: '', stderr: '' });
  return file;
}

/** The answer of a command, without the name and digest of its input. */
async function answer(argv: readonly string[]): Promise<unknown> {
  const run = await runCli([...argv, '--json', '-q']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const { input: about, ...rest } = JSON.parse(run.stdout);
  const { source, sha256, ...counts } = about;
  return { ...rest, counts };
}

describe('binary GOAL', () => {
  it.each([
    [FIG4, 'tolerance'],
    ['traces/cg-4', 'sensitivity'],
    ['goal-samples/three-slopes.goal', 'check'],
  ])('of %s gives what it gives: %s', async (input, ...query) => {
    const file = await binaryOf(input);
    const text = join(folder(), 'out.goal');
    await runCli(['schedgen', input, '--output', text, '-q']);
    expect(await answer([...query, file])).toEqual(await answer([...query, text]));
  });

  it('goes into a pipe, and not onto a terminal', async () => {
    const argv = ['schedgen', FIG4, '--format', 'bin', '-q'];
    expect((await runCli(argv)).stdout.slice(8, 9)).toBe('\u0002');
    expect(await runCli(argv, { screen: true })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'llamp-ts: binary GOAL cannot be written to a terminal. Add --output FILE, or use a pipe\n',
    });
    expect(await runCli(argv.toSpliced(2, 2), { screen: true })).toMatchObject({ code: 0 });
  });

  it.each(['half.bin', 'half.bin.gz'])(
    'leaves nothing behind of what it has no room for: %s',
    async (name) => {
      const into = folder();
      const wide = join(into, 'wide.goal');
      writeFileSync(wide, 'num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 2.5\n}\n');
      const output = join(into, name);
      expect(await runCli(['schedgen', wide, '--format', 'bin', '--output', output, '-q'])).toEqual({
        code: 3,
        stdout: '',
        stderr:
          "llamp-ts: binary GOAL cannot express 'rank 0, l2: calc 2.5 (line 4)' because durations are whole ns. Write it as GOAL text\n",
      });
      expect(existsSync(output)).toBe(false);
    },
  );

  it('says what is wrong with it, and where', async () => {
    const file = await binaryOf(FIG4);
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    await expectRefusal(
      ['check', file],
      3,
      /out\.bin: byte \d+: the file ends within the operations of rank 1 \(\d+ bytes from byte \d+ on\)\. The file is cut short/,
    );
  });
});

/** What a terminal receives when names command it, by a pseudo-terminal of Python. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BIN } from './run.js';
import { scratch } from './scratch.js';

const NAME = 'a\x1b]0;title\x07\x1b[2J\x9b31m\x7f\u202e';
const ESC = '\x1b';
const BAR = new RegExp(`${ESC}7[^]*?${ESC}8${ESC}\\[1G${ESC}\\[2K`, 'g');
const RECORD = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
const folder = scratch();
const python = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** Everything that a command line writes to its terminal, without the bar of progress, which moves the cursor. */
function recorded(...words: readonly string[]): string {
  const { stdout } = spawnSync('python3', ['-c', RECORD, process.execPath, BIN, ...words], {
    encoding: 'utf8',
    input: '',
  });
  return stdout.replaceAll('\r\n', '\n').replace(BAR, '');
}

it.runIf(python)('only as text: names of inputs, lines of traces, values of flags', () => {
  const goal = join(folder, `${NAME}.goal`);
  copyFileSync('goal-samples/ring.goal', goal);
  const traces = join(folder, NAME);
  mkdirSync(traces);
  const header = "# htor's PMPI Tracer 1.1 Output File\n\nMPI_Init:-:0:0:0.000\n";
  for (const rank of [0, 1])
    writeFileSync(
      join(traces, `pmpi-trace-rank-${rank}.txt`),
      `${header}${NAME}:1.0:2.0\nMPI_Finalize:3.0:-\n`,
    );
  for (const words of [
    ['check', goal, '--print-machine'],
    ['check', traces],
    ['check', `${goal}.none`],
    ['tolerance', goal, '--topology', NAME],
  ]) {
    const text = recorded(...words);
    expect(text).toContain(String.raw`a\x1b]0;title`);
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
  }
});

/** All examples of the pages at that width, and commands in a pseudo-terminal. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BIN } from '../cli/run.js';
import './width.test.js';
import { wider } from './run-examples.js';

const COMMANDS = [
  'sensitivity traces/runs/solver-4 --by function',
  'sensitivity traces/runs/solver-4 --by site',
  'diff traces/runs/solver-4 --b=--latency=6us --by site',
  'compare --map --collective allgather --ranks 12',
  'compare traces/cg-4 --collective allreduce=recursive-doubling,ring --platform epyc-orfeo',
  'check traces/cg-4 --print-machine',
];

const hasScript = spawnSync('script', ['--version']).status === 0;

// `script` runs the command in a terminal of its own; progress is drawn over itself and ends with its line cleared.
it.runIf(hasScript).each(COMMANDS)('a terminal of 80 columns holds llamp-ts %s', (command) => {
  const inside = `stty cols 80 rows 24; exec '${process.execPath}' '${BIN}' ${command}`;
  const { stdout, status } = spawnSync('script', ['-qec', inside, '/dev/null'], { encoding: 'utf8' });
  expect(status).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is told by them where to write.
  const text = stdout.replaceAll('\r\n', '\n').replaceAll(/\u001b(7|8|\[[?0-9;]*[A-Za-z])/g, '\r');
  const written = text
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');
  expect(wider(written, 80)).toEqual([]);
  expect(written).toMatch(/^(machine|platform) /m);
});

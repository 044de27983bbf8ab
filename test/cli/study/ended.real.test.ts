/** Processes of one study: killed, started again, two at a time. The table is the same to the byte. */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, runCli } from '../run.js';
import { SMALL, StudyFolder } from './samples.js';
import { tableIn, undisturbed } from './undisturbed.js';

const study = new StudyFolder(SMALL);
const cwd = study.folder;
const CELLS = 33;
/** A try begins with nothing that another left. */
let tries = 0;
let whole: string;

beforeAll(async () => {
  whole = await undisturbed(cwd);
});
afterAll(() => study.remove());

const table = (directory: string): Promise<string> => tableIn(cwd, directory);

const start = (directory: string, ...flags: string[]): ChildProcess =>
  spawn(process.execPath, [BIN, 'study', 'where.yaml', '--dir', directory, '--json', ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.on('exit', resolve));

/** Results by name, each with what tells that it was not written again. */
const written = (directory: string): Map<string, number> =>
  new Map(
    study
      .files(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, statSync(join(cwd, directory, 'cells', name)).ino]),
  );

/** Ends a run once some cells are answered. */
async function stopped(
  directory: string,
  signal: NodeJS.Signals,
  ...flags: string[]
): Promise<Map<string, number>> {
  const child = start(directory, ...flags);
  const end = ended(child);
  while (written(directory).size < 6 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill(signal);
  const code = await end;
  const before = written(directory);
  expect(before.size).toBeGreaterThanOrEqual(6);
  expect(before.size).toBeLessThan(CELLS);
  // Where a thread does not end within a second the process ends by the signal itself.
  expect([null, { SIGKILL: null, SIGTERM: 143, SIGINT: 130 }[String(signal)]]).toContain(code);
  return before;
}

describe('a study that is ended in its middle', () => {
  it.each<[NodeJS.Signals, string]>([
    ['SIGKILL', '1'],
    ['SIGKILL', '2'],
    ['SIGINT', '2'],
    ['SIGTERM', '1'],
  ])(
    'by %s, with %s threads, asks what is missing when it starts again',
    async (signal, jobs) => {
      const directory = `${signal}-${jobs}-${tries++}`;
      const before = await stopped(directory, signal, '-j', jobs);
      const { stdout, code } = await runCli(['study', 'where.yaml', '--dir', directory, '--json'], { cwd });
      const { asked: query, done } = JSON.parse(stdout).result;
      expect({ code, asked: query, done }).toEqual({ code: 0, asked: CELLS - before.size, done: CELLS });
      const after = written(directory);
      expect([...before].every(([name, inode]) => after.get(name) === inode)).toBe(true);
      expect(study.files(directory).filter((name) => !name.endsWith('.json'))).toEqual([]);
      expect(await table(directory)).toBe(whole);
    },
    240_000,
  );
});

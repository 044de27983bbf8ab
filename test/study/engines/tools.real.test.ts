/** What engines are handed, run by Slurm, Snakemake, GNU parallel and xargs themselves: the words that arrive are those of the plan. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sbatchLines, slurmPaths, slurmScripts, snakefile } from '../../../src/study/study-engines.js';
import { gatherWords, parallelLines, taskWords } from '../../../src/study/study-plan.js';
import { onCluster } from '../slurm/cluster.js';
import { AWKWARD, awkwardPlan } from './plan.js';

const TASKS = [1, 2, 3, 4, 5];
const made: (() => void)[] = [];
afterAll(() => {
  for (const remove of made) remove();
});

const awkward = (name?: string) => {
  const found = awkwardPlan(TASKS.length, { time: '00:10:00', memory: '100M' }, name);
  made.push(found.remove);
  return found;
};

/** What programs of a plan printed, one after the other in any order: their words. */
const runs = (printed: string): string[][] =>
  printed
    .split('\0\0')
    .slice(0, -1)
    .map((words) => words.split('\0'))
    .sort();

const meant = ([, ...words]: readonly string[]): string[] => words;

const has = (command: string): boolean => {
  if (spawnSync(command, ['--version']).status === 0) return true;
  console.log(`no ${command} here: studies are not run by it`);
  return false;
};

describe('lines', () => {
  it.skipIf(!has('parallel')).each([
    ['parallel', 'parallel -j 2 <"$0"'],
    ['parallel from another shell', 'SHELL=/bin/sh parallel -j 2 <"$0"'],
  ])('arrive whole by %s', (_, command) => holds(command));

  it.skipIf(!has('xargs'))('arrive whole by xargs', () => {
    // One after the other: what it runs shares one output.
    holds(`xargs -d '\\n' -n 1 sh -c <"$0"`);
  });

  function holds(command: string): void {
    const { plan, folder } = awkward();
    const file = join(folder, 'lines');
    writeFileSync(file, parallelLines(plan));
    const { stdout, status } = spawnSync('bash', ['-c', command, file], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(0);
    expect(runs(stdout)).toEqual(TASKS.map((task) => meant(taskWords(plan, task))));
  }
});

describe.skipIf(!has('snakemake'))('a Snakefile', () => {
  it('runs each task, then the table', () => {
    const { plan, folder } = awkward(AWKWARD.replace(/[{}]/g, ''));
    const file = join(folder, 'Snakefile');
    writeFileSync(file, snakefile(plan));
    const run = () =>
      spawnSync('snakemake', ['--snakefile', file, '--cores', '2'], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 100_000,
      });
    const { status, stdout, stderr } = run();
    expect([status, stderr.match(/Error.*/)]).toEqual([0, null]);
    expect(runs(stdout)).toEqual([meant(gatherWords(plan))]);
    expect(runs(logsOf(plan.directory))).toEqual(TASKS.map((task) => meant(taskWords(plan, task))));
  });
});

/** All that was written to logs. */
const logsOf = (directory: string): string =>
  readdirSync(join(directory, 'logs'))
    .map((name) => readFileSync(join(directory, 'logs', name), 'utf8'))
    .join('');

describe('scripts of Slurm', () => {
  it('run each task, then the table, and log below the study', (context) => {
    const { plan } = awkward();
    const { logs, ...paths } = slurmPaths(plan);
    const scripts = slurmScripts(plan);
    for (const folder of [logs, dirname(paths.tasks)]) mkdirSync(folder);
    for (const name of ['tasks', 'table'] as const) writeFileSync(paths[name], scripts[name]);
    const { status, stderr } = onCluster(
      context,
      `cd /\n${sbatchLines(plan).join('\n')}\nwait_until 60 queue_empty\n`,
      60_000,
    );
    expect([status, stderr]).toEqual([0, '']);
    const all = [...TASKS.map((task) => meant(taskWords(plan, task))), meant(gatherWords(plan))];
    expect(runs(logsOf(plan.directory))).toEqual(all.sort());
  });
});

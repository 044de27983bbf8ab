/** What engines are handed, run by shells themselves: the words that arrive are those of the plan. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  mebibytes,
  ranges,
  sbatchLines,
  seconds,
  slurmPaths,
  slurmScripts,
  snakefile,
} from '../../../src/study/study-engines.js';
import { gatherWords, parallelLines, shellLine, taskWords } from '../../../src/study/study-plan.js';
import { awkwardPlan } from './plan.js';

const { plan, folder, remove } = awkwardPlan(12);
afterAll(remove);

const has = (command: string): boolean => spawnSync(command, ['-c', ':']).status === 0;

/** The words that the program of the plan was started with, run by run. */
const arrived = (shell: string, text: string, env: NodeJS.ProcessEnv = {}): string[][] => {
  const script = join(folder, 'script.sh');
  writeFileSync(script, text);
  const printed = execFileSync(shell, [script], { encoding: 'utf8', env: { ...process.env, ...env } });
  return printed
    .split('\0\0')
    .slice(0, -1)
    .map((words) => words.split('\0'));
};
/** Without the program, which prints the rest. */
const meant = ([, ...words]: readonly string[]): string[] => words;

const SHELLS = ['bash', 'sh', 'dash', 'zsh'].filter(has);

describe('the scripts of Slurm', () => {
  it('run the task that Slurm names, and the table', () => {
    const { tasks, table } = slurmScripts(plan);
    expect(arrived('bash', tasks, { SLURM_ARRAY_TASK_ID: '7' })).toEqual([meant(taskWords(plan, 7))]);
    expect(arrived('bash', table)).toEqual([meant(gatherWords(plan))]);
  });

  it('run their setup first', () => {
    const resources = { ...plan.resources, setup: ['set_up() { SLURM_ARRAY_TASK_ID=$1; }', 'set_up 3'] };
    const { tasks } = slurmScripts({ ...plan, resources });
    expect(arrived('bash', tasks, { SLURM_ARRAY_TASK_ID: '7' })).toEqual([meant(taskWords(plan, 3))]);
  });

  it('ask for what the study gives, by the options of sbatch', () => {
    const { tasks, table } = slurmScripts({
      ...plan,
      name: 'where',
      directory: '/s/where.study',
      open: [1, 2, 3, 7, 9, 10],
      resources: {
        time: '00:10:00',
        memory: '2G',
        cpus: 2,
        partition: 'short,long',
        account: 'p 1',
        qos: 'low',
        at_once: 4,
        cells_per_task: 24,
        setup: [],
        options: ['--constraint=a&b', '--exclude', 'n[1-3]'],
      },
    });
    const query = [
      '--open-mode=append',
      '--requeue',
      '--time=00:10:00',
      '--mem=2G',
      '--cpus-per-task=2',
      '--partition=short,long',
      '--account="p 1"',
      '--qos=low',
      '"--constraint=a&b" --exclude "n[1-3]"',
    ];
    const directives = (text: string): string[] =>
      [...text.matchAll(/^#SBATCH (.*)$/gm)].map(([, option]) => option);
    expect(directives(tasks)).toEqual([
      '--job-name=where',
      '--array=1-3,7,9-10%4',
      '--output=/s/where.study/logs/%A_%a.log',
      '--signal=B:TERM@60',
      ...query,
    ]);
    expect(directives(table)).toEqual([
      '--job-name=where-table',
      '--output=/s/where.study/logs/table_%j.log',
      ...query,
    ]);
  });

  it('give no notice to a task that has little time, or as much as it wants', () => {
    const timed = (time: string | null): string =>
      slurmScripts({ ...plan, resources: { ...plan.resources, time } }).tasks;
    expect(timed('5')).toContain('--signal=');
    expect(timed('4:59')).not.toContain('--signal=');
    expect(timed(null)).not.toContain('--signal=');
  });

  it('are named in lines that submit one after the other', () => {
    const sbatch = join(folder, 'sbatch');
    writeFileSync(sbatch, '#!/bin/bash\nprintf "%s\\n" "$@" >&2; echo 17\n', { mode: 0o755 });
    const { status, stderr } = spawnSync('bash', ['-c', sbatchLines(plan).join('\n')], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    const { tasks, table } = slurmPaths(plan);
    expect([status, stderr]).toEqual([0, `--parsable\n${tasks}\n--dependency=afterany:17\n${table}\n`]);
  });

  it.each([
    ['no cell is missing. Write the table', { open: [] }],
    ['a path for Slurm cannot have a line break: "/a\\nb". Rename it', { directory: '/a\nb' }],
    [
      'Slurm inserts no numbers into a path with a backslash: /a\\b/logs. Use another directory',
      { directory: '/a\\b' },
    ],
    [
      'a Slurm option cannot have a line break: "a\\nb". Write one line',
      { resources: { ...plan.resources, account: 'a\nb' } },
    ],
    [
      "time 'soon' is not a time such as 00:10:00. Write hours:minutes:seconds",
      { resources: { ...plan.resources, time: 'soon' } },
    ],
  ])('are refused: %s', (words, change) => {
    expect(() => slurmScripts({ ...plan, ...change })).toThrow(words);
  });
});

describe('lines for GNU parallel', () => {
  it.each(SHELLS)('are commands that %s takes, for tasks that miss cells', (shell) => {
    const open = [2, 3, 11];
    expect(arrived(shell, parallelLines({ ...plan, open }))).toEqual(
      open.map((task) => meant(taskWords(plan, task))),
    );
    expect(arrived(shell, shellLine(gatherWords(plan)))).toEqual([meant(gatherWords(plan))]);
  });

  it('are as many as tasks', () => {
    expect(parallelLines(plan).split('\n')).toHaveLength(plan.tasks + 1);
    expect(parallelLines({ ...plan, open: [] })).toBe('');
    expect(() => parallelLines({ ...plan, file: 'a\rb' })).toThrow('a path for GNU parallel cannot');
  });
});

describe('a Snakefile', () => {
  const named = { ...plan, file: '/s/where.yaml', directory: '/s/where.study' };

  it('asks for what the study gives, in MiB and minutes', () => {
    const resources = {
      ...plan.resources,
      time: '1:30',
      memory: '2G',
      cpus: 2,
      partition: 'p',
      account: 'a"',
    };
    const text = snakefile({ ...named, resources });
    expect(text).toContain('    threads: 2\n');
    expect(text).toContain(
      '    resources: mem_mb=2048, runtime=2, slurm_partition="p", slurm_account="a\\""\n',
    );
    expect(snakefile(named)).not.toContain('resources:');
  });

  it.each([
    ['a path for Snakemake cannot have a line break: "/a\\nb". Rename it', { directory: '/a\nb' }],
    ['a Snakemake path cannot have braces: /{a}. Rename it', { directory: '/{a}' }],
    ['a Snakemake path cannot have braces: /a}.yaml. Rename it', { file: '/a}.yaml' }],
    ["memory 'much' is not an amount such as 2G", { resources: { ...plan.resources, memory: 'much' } }],
  ])('is refused: %s', (words, change) => {
    expect(() => snakefile({ ...named, ...change })).toThrow(words);
  });
});

describe('amounts as Slurm writes them', () => {
  it.each([
    ['90', 5400],
    ['1:30', 90],
    ['00:10:00', 600],
    ['2-0', 172_800],
    ['1-12:30', 131_400],
    ['1-00:00:01', 86_401],
  ])('%s is %d s', (text, expected) => expect(seconds(text)).toBe(expected));

  it.each([
    ['512', 512],
    ['2G', 2048],
    ['1500k', 2],
    ['1T', 1_048_576],
    ['3MB', 3],
  ])('%s is %d MiB', (text, expected) => expect(mebibytes(text)).toBe(expected));

  it.each(['', '1:2:3:4', '1-', 'soon', '-1'])('%j is no time', (text) =>
    expect(() => seconds(text)).toThrow('is not a time'),
  );
  it.each(['', 'G', '1.5G', '2P'])('%j is no memory', (text) =>
    expect(() => mebibytes(text)).toThrow('is not an amount'),
  );

  it.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7, 9, 10], '1-3,7,9-10'],
  ])('%j are the elements %s', (numbers, expected) => expect(ranges(numbers)).toBe(expected));
});

/** What goes wrong in a study: before it runs, and cell by cell. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { TaskQuery } from '../../../src/cli/study/answer-task.js';
import { answered, type TaskEnd } from '../../../src/cli/study/run-study.js';
import { openStore } from '../../../src/cli/study/store.js';
import { cases } from '../../part.js';
import { REFUSED } from '../refused.js';
import { expectRefusal, runCli } from '../run.js';
import { StudyFolder } from './samples.js';

/** Of questions that a study may ask of a program of its own. */
const ASKED = cases(
  REFUSED.filter(([line]) => / traces\/cg-4 /.test(line) && !/^check /.test(line)),
  (_, i) => i % 5 === 0,
);

let study: StudyFolder;
afterEach(() => study.remove());

describe('a study is refused before anything runs', () => {
  it.each([
    [
      'questions: [tolernace]',
      "where.yaml:2:13: the command 'tolernace' does not exist. Did you mean llamp-ts tolerance?",
    ],
    [
      'questions: [path --by sit]',
      "where.yaml:2:13: --by 'sit' is unknown. Did you mean site? Use one of site, function",
    ],
    ['questions: [path --longest]', 'where.yaml:2:13: --longest has no value. Write it after the flag'],
    [
      'questions: ["tolerance --pkt 1"]',
      'where.yaml:2:13: the flag --pkt does not exist. Did you mean --pct?',
    ],
    [
      'questions: [report]',
      "where.yaml:2:13: 'report' cannot be a question of a study, because it makes no table of an INPUT",
    ],
    ['questions: ["path --json"]', 'where.yaml:2:13: --json has no meaning in a study'],
    ['questions: ["path --output a.parquet"]', 'where.yaml:2:13: --output has no meaning in a study'],
    ['questions: ["path --longest 3 more"]', "where.yaml:2:13: 'more' is not a flag"],
    [
      'questions: [path]\nmachines: [cscs-testbet]',
      "where.yaml:3:12: --machine 'cscs-testbet' is neither a machine nor a file. Did you mean cscs-testbed?",
    ],
    ['questions: [path]\nmachines: [{name: x, flags: "-m piz-daint -L 3parsec"}]', 'where.yaml:3:12: '],
    ['questions: [path]\ncollectives: [allreduce=rings]', 'where.yaml:3:15: '],
    ['questions: [path]\nnetworks: [fat-tre]', "where.yaml:3:12: the network 'fat-tre' does not exist"],
    ['questions: [path]\nnetworks: ["torus:dims=0"]', 'where.yaml:3:12: '],
    [
      'questions: [path]\nmappings: [{name: x, flags: "--map-bye core"}]',
      'where.yaml:3:12: the flag --map-bye does not exist',
    ],
  ])('%s: %s', async (text, said) => {
    study = new StudyFolder(`inputs: [cg-4]\n${text}\n`);
    const { code, stderr } = await runCli('study where.yaml', { cwd: study.folder });
    expect([code, stderr.slice('llamp-ts: '.length, 'llamp-ts: '.length + said.length)]).toEqual([3, said]);
    expect(study.files()).toEqual([]);
  });

  it.each([...ASKED, ['tolerance traces/cg-4 --weight cg-4=2', /--weight needs several programs/]] as const)(
    'as the command itself refuses it: %s',
    async (line, message) => {
      const [command, , ...flags] = line.split(' ');
      study = new StudyFolder(`inputs: [cg-4, fig4.goal]\nquestions: ["${[command, ...flags].join(' ')}"]\n`);
      for (const dry of [['--dry-run'], []]) {
        const { code, stderr } = await runCli(['study', 'where.yaml', ...dry], { cwd: study.folder });
        expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
        expect(stderr).toMatch(/^llamp-ts: where\.yaml:2:13: [^\n]+\n$/);
      }
      expect(study.files()).toEqual([]);
    },
  );

  it('where choices do not go with each other, and says which; without them it runs', async () => {
    const text =
      'inputs: [fig4.goal]\nnetworks: [none, epyc-orfeo]\nmappings: [default, core]\nquestions: [path, tolerance]\n';
    study = new StudyFolder(text);
    const ask = () => runCli('study where.yaml', { cwd: study.folder });
    const { code, stderr } = await ask();
    expect([code, stderr.trimEnd().split('\n')]).toEqual([
      3,
      ['path', 'tolerance'].map((question, i) =>
        expect.stringContaining(
          `where.yaml:4:${i === 0 ? 13 : 19}: '${question}' cannot run with network none, mapping core (--map-by has no meaning without --platform`,
        ),
      ),
    ]);
    expect(study.files()).toEqual([]);
    study.write('where.yaml', `${text}exclude: [{network: none, mapping: core}]\n`);
    expect((await ask()).code).toBe(0);
  });

  it.each([
    ['[nothing-*]', "where.yaml:1:10: no file matches 'nothing-*'"],
    ['[cg-5]', "where.yaml:1:10: 'cg-5' does not exist"],
    ['["-"]', "where.yaml:1:10: '-' cannot be an input of a study"],
    ['[{name: a, input: cg-4}, {name: a, input: fig4.goal}]', "where.yaml:1:34: two inputs are called 'a'"],
  ])('inputs %s: %s', async (inputs, said) => {
    study = new StudyFolder(`inputs: ${inputs}\nquestions: [path]\n`);
    await expectRefusal('study where.yaml', 3, said, { cwd: study.folder });
  });

  it('of several things that are wrong each is told', async () => {
    study = new StudyFolder('inputs: [cg-4]\nmachines: [a, b]\nquestions: [path, paths]\n');
    const { stderr } = await runCli('study where.yaml', { cwd: study.folder });
    expect(stderr.match(/where\.yaml:\d+:\d+/g)).toEqual([
      'where.yaml:3:19',
      'where.yaml:2:12',
      'where.yaml:2:15',
    ]);
  });
});

const BAD = 'num_ranks 2\nrank 0 {\nl0: send 8b to 1\n}\nrank 1 {\nl0: calc 5\n}\n';

describe('a failed cell', () => {
  it('keeps exit code and message, stops nothing, and is asked again only where that is asked for', async () => {
    study = new StudyFolder(
      'inputs: [fig4.goal, bad.goal]\ncollectives: [default, allreduce=ring]\nquestions: [tolerance]\n',
    );
    const cwd = study.folder;
    study.write('bad.goal', BAD);
    const run = async (...flags: string[]) => {
      const { code, stdout } = await runCli(['study', 'where.yaml', '--json', ...flags], { cwd });
      return { code, ...JSON.parse(stdout).result };
    };
    const first = await run();
    expect(first).toMatchObject({ code: 0, cells: 4, asked: 4, done: 1, failed: 3, missing: 0 });
    const alone = await runCli('tolerance bad.goal', { cwd });
    const [failure] = first.failures.filter(({ exit }: { exit: number }) => exit === 4);
    expect(alone.stderr.trim().replaceAll('llamp-ts: ', '').replaceAll('\n', '; ')).toBe(failure.error);
    expect(alone.code).toBe(4);
    expect(first.failures[0]).toMatchObject({
      exit: 2,
      cells: 2,
      command: ['llamp-ts', 'tolerance', 'fig4.goal', '--collective', 'allreduce=ring'],
    });
    expect(await run()).toMatchObject({ asked: 0, failed: 3 });
    expect(await run('--again', 'failed')).toMatchObject({ asked: 3, done: 1, failed: 3 });
    expect(await run('--again', 'all')).toMatchObject({ asked: 4 });
    const status = await runCli('study status where.yaml', { cwd });
    expect(status.stdout).toMatch(/done +1\n +failed +3\n +missing +0/);
    const csv = await runCli('study status where.yaml --csv', { cwd });
    expect(csv.stdout.split('\n').slice(0, 3)).toEqual([
      'cells,state,exit,error',
      '1,done,0,',
      expect.stringMatching(/^2,failed,2,/),
    ]);
    const table = await runCli('study table where.yaml --format jsonl', { cwd });
    const rows = table.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ input, exit, error }) => [input, exit, error === null])).toEqual([
      ['fig4', 0, true],
      ['fig4', 0, true],
      ['fig4', 0, true],
      ['fig4', 2, false],
      ['bad', 4, false],
      ['bad', 2, false],
    ]);
  });

  it('is what an input that cannot be read comes to', async () => {
    study = new StudyFolder(
      'inputs: [fig4.goal, broken.goal.gz, {name: gap, input: gap.0}]\nquestions: [tolerance]\n',
    );
    const cwd = study.folder;
    writeFileSync(join(cwd, 'broken.goal.gz'), gzipSync('num_ranks 1\n').subarray(0, 16));
    const trace = readdirSync('traces/cg-4').find((name) => /0/.test(name) && !name.endsWith('.json'));
    for (const rank of [0, 2]) cpSync(join('traces/cg-4', String(trace)), join(cwd, `gap.${rank}`));
    const { code, stdout } = await runCli('study where.yaml --json', { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).result).toMatchObject({ cells: 3, done: 1, failed: 2 });
    expect(
      study
        .cells()
        .map(({ exit }) => exit)
        .sort(),
    ).toEqual([0, 3, 3]);
  });

  it('is one that a thread has no memory for; those behind it go on in another thread', async () => {
    study = new StudyFolder();
    openStore(join(study.folder, 'memory'));
    const names = { input: 'a', machine: 'm', collectives: 'c', network: 'n', mapping: 'd', question: 'q' };
    const cells = ['1', '2', '3', '4'].map((digit) => ({
      ...{ key: digit.repeat(64), names, command: ['path', 'a'], words: ['path', 'a'], again: false },
    }));
    const runs: string[][] = [];
    let at = 0;
    const run = async (rest: TaskQuery): Promise<TaskEnd> => {
      runs.push(rest.cells.map(({ key }) => key[0]));
      at = runs.length === 1 ? 1 : 0;
      if (runs.length < 3) throw Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      return { failure: null, held: [{ cell: rest.cells[0], answeredAt: null }] };
    };
    const directory = join(study.folder, 'memory');
    const query = { cells, directory, folder: study.folder, run: 'memory' };
    expect(await answered(query, () => at, run)).toEqual([{ cell: cells[3], answeredAt: null }]);
    expect(runs).toEqual([['1', '2', '3', '4'], ['3', '4'], ['4']]);
    expect(study.cells('memory').map(({ key, exit, error }) => [key[0], exit, error?.family])).toEqual([
      ['2', 5, 'limit'],
      ['3', 5, 'limit'],
    ]);
    const broken = answered(
      { ...query, directory: '', folder: '' },
      () => 0,
      async () => {
        throw new Error('a bug');
      },
    );
    await expect(broken).rejects.toThrow('a bug');
  });

  it('that is damaged, or empty, is missing, and is asked again', async () => {
    study = new StudyFolder(
      'inputs: [fig4.goal]\nmachines: [cscs-testbed, piz-daint]\nquestions: [tolerance]\n',
    );
    const cwd = study.folder;
    await runCli('study where.yaml', { cwd });
    const before = await runCli('study table where.yaml', { cwd });
    const [first, second] = study.files().map((name) => join(cwd, 'where.study', 'cells', name));
    writeFileSync(first, readFileSync(first).subarray(0, 300));
    const kept = statSync(second).mtimeMs;
    await expectRefusal('study table where.yaml', 3, 'results of 1 of 2 cells are missing', { cwd });
    const partial = await runCli('study table where.yaml --partial', { cwd });
    expect(partial.stdout.trim().split('\n')).toHaveLength(1 + 3);
    await runCli('study where.yaml', { cwd });
    expect(await runCli('study table where.yaml', { cwd })).toEqual(before);
    expect(statSync(second).mtimeMs).toBe(kept);
  });
});

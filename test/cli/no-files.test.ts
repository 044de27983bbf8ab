/** Pipes, links that lead nowhere, devices and folders where a file of an input is looked for: refused, never waited for. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { expectRefusal, runCli } from './run.js';
import { scratch } from './scratch.js';
import { StudyFolder } from './study/samples.js';

const pipeAt = (path: string): void => void execFileSync('mkfifo', [path]);

/** What replaces a file, and what is said of it. */
const KINDS: readonly (readonly [string, (path: string) => void, string])[] = [
  ['a pipe', pipeAt, 'this is a pipe, not a file'],
  [
    'a link to a pipe',
    (path) => {
      pipeAt(`${path}.pipe`);
      symlinkSync(`${path}.pipe`, path);
    },
    'this is a pipe, not a file',
  ],
  ['a link to itself', (path) => symlinkSync(path, path), 'the system reports the error ELOOP'],
  ['a device', (path) => symlinkSync('/dev/zero', path), 'this is a device, not a file'],
  ['a folder', (path) => mkdirSync(path), 'this is a directory'],
];

/** A copy of a shipped folder with one of its files replaced. */
function replaced(sample: string, name: string, replace: (path: string) => void): string {
  const folder = join(scratch(), 'copy');
  cpSync(sample, folder, { recursive: true });
  const path = join(folder, name);
  rmSync(path);
  replace(path);
  return folder;
}

describe.runIf(process.platform === 'linux')('in the place of a file', () => {
  it.each(KINDS)('of an archive, %s is refused by its name', async (_, replace, said) => {
    for (const name of ['traces.def', 'traces/1.evt']) {
      const folder = replaced('traces/otf2/solver-4', name, replace);
      await expectRefusal(['check', folder], 3, `${join(folder, name)}: ${said}`);
    }
    const folder = replaced('traces/dumpi', 'halo-0002.bin', replace);
    await expectRefusal(['check', join(folder, 'halo.meta')], 3, `${join(folder, 'halo-0002.bin')}: ${said}`);
  });

  it.each(KINDS)('of a rank, %s is refused by its name, or its rank', async (_, replace, said) => {
    const folder = replaced('traces/cg-4', 'pmpi-trace-rank-2.txt.gz', replace);
    const named = new RegExp(
      `${join(folder, 'pmpi-trace-rank-2.txt.gz')}: ${said}|trace of rank 2 is missing`,
    );
    await expectRefusal(['check', folder], 3, named);
    await expectRefusal(['check', join(folder, '*')], 3, named);
    await expectRefusal(['check', ...readdirSync(folder).map((name) => join(folder, name))], 3, named);
  });

  it('of the cell of a study, a pipe is refused by its name', async () => {
    study = new StudyFolder('inputs: [fig4.goal]\nquestions: [tolerance]\n');
    const run = { cwd: study.folder };
    expect((await runCli('study where.yaml', run)).code).toBe(0);
    const cell = join(study.folder, 'where.study', 'cells', study.files()[0]);
    rmSync(cell);
    pipeAt(cell);
    for (const line of ['study where.yaml', 'study status where.yaml', 'study table where.yaml'])
      await expectRefusal(line, 3, `${cell}: this is a pipe, not a file`, run);
  });
});

let study: StudyFolder | undefined;
afterEach(() => study?.remove());

describe('of a study', () => {
  it.runIf(process.platform === 'linux').each([
    ['inputs: [p.goal]\nquestions: [path]', "1:10: 'p.goal' is neither a file nor a folder"],
    ['inputs: ["p*"]\nquestions: [path]', "1:10: no file matches 'p*'"],
    ['inputs: [l.goal]\nquestions: [path]', "1:10: 'l.goal' does not exist"],
    ['inputs: [fig4.goal]\nquestions: [path]\nmachines: [p.goal]', '3:12: '],
    ['inputs: [fig4.goal]\nquestions: [path]\nmachines: [pipe]', '3:12: '],
    ['inputs: [fig4.goal]\nquestions: ["path --topology graph:p.goal"]', '2:13: '],
  ])('a pipe is refused before anything runs: %j', async (text, said) => {
    study = new StudyFolder(`${text}\n`);
    for (const name of ['p.goal', 'pipe']) pipeAt(join(study.folder, name));
    symlinkSync('l.goal', join(study.folder, 'l.goal'));
    await expectRefusal('study where.yaml', 3, `where.yaml:${said}`, { cwd: study.folder });
  });

  it.each([
    ['inputs: ["a\\0b.goal"]\nquestions: [path]', "1:10: 'a\\x00b.goal' does not exist"],
    ['inputs: [{name: x, input: "a\\0b"}]\nquestions: [path]', "1:10: 'a\\x00b' does not exist"],
    ['inputs: ["a\\0*/b"]\nquestions: [path]', "1:10: no file matches 'a\\x00*/b'"],
    [
      'inputs: [fig4.goal]\nquestions: [path]\nmachines: ["a\\0.yaml"]',
      '3:12: a\\x00.yaml: the path has a NUL',
    ],
    [
      'inputs: [fig4.goal]\nquestions: [path]\nnetworks: ["a\\0.yaml"]',
      '3:12: a\\x00.yaml: the path has a NUL',
    ],
    ['inputs: [fig4.goal]\nquestions: ["path --algorithms a\\0.mjs"]', 'a\\x00.mjs: the path has a NUL'],
    ['inputs: [fig4.goal]\nquestions: ["path --topology graph:a\\0b"]', '2:13: a\\x00b: the path has a NUL'],
  ])('a path with a NUL character is no bug: %j', async (text, said) => {
    study = new StudyFolder(`${text}\n`);
    await expectRefusal('study where.yaml', 3, said, { cwd: study.folder });
  });

  it('a folder that a link within it leads back to is read once', async () => {
    study = new StudyFolder('inputs: [cg-4]\nquestions: [path]\n');
    symlinkSync('.', join(study.folder, 'cg-4', 'self'));
    symlinkSync('loop', join(study.folder, 'cg-4', 'loop'));
    expect((await runCli('study where.yaml', { cwd: study.folder })).code).toBe(0);
  });
});

describe('a path that a file names', () => {
  it('may have a NUL character', async () => {
    const meta = join(scratch(), 'a.meta');
    writeFileSync(meta, 'numprocs=2\nfileprefix=a\0b\n');
    await expectRefusal(['check', meta], 3, 'a\\x00b-0000.bin: the path has a NUL character');
  });
});

/** Makes a pipe that a program writes. */
function written(pipe: string, program: string): void {
  pipeAt(pipe);
  spawn('sh', ['-c', `${program} > '${pipe}'`], { stdio: 'ignore' });
}

describe.runIf(process.platform === 'linux')('what INPUT names itself', () => {
  const folder = scratch();

  it('may be a pipe, and errors in it are its own', async () => {
    const pipe = join(folder, 'once');
    written(pipe, 'echo garbage');
    await expectRefusal(['check', pipe], 3, 'once:1:1: this is not a GOAL schedule');
  });

  it('may be two pipes whose names differ by a number: two programs', async () => {
    const pipes = [1, 2].map((i) => join(folder, `p${i}`));
    for (const pipe of pipes) {
      written(pipe, 'cat goal-samples/fig4.goal');
    }
    const { code, stdout } = await runCli(['tolerance', ...pipes, '--csv', '--pct', '1']);
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 3]);
  });
});

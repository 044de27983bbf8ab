/** What people meet before any analysis: first words, help, completion, colours. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionScript } from '../../src/questions/completion.js';
import { runCli } from '../cli/run.js';
import { inFull } from '../part.js';

interface Manifest {
  readonly commands: Readonly<
    Record<string, { readonly examples?: readonly string[]; readonly hidden?: boolean }>
  >;
}
const manifest: Manifest = JSON.parse(
  readFileSync(new URL('../../oclif.manifest.json', import.meta.url), 'utf8'),
);
const commands = Object.keys(manifest.commands);

/** What bash offers for the last of `words`. */
function offered(script: string, words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDBREAKS=' =:'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _llamp_ts; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const result = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  return result.stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  inFull('of bash completes commands, flags and values', async () => {
    const { stdout, code } = await runCli('completion bash');
    expect(code).toBe(0);
    expect(spawnSync('bash', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const first = offered(stdout, ['llamp-ts', '']);
    for (const id of commands) expect(first).toContain(id.split(':')[0]);
    expect(offered(stdout, ['llamp-ts', 'tol'])).toEqual(['tolerance']);
    expect(offered(stdout, ['llamp-ts', 'tolerance', '--fail'])).toEqual(['--fail-below', '--fail-above']);
    expect(offered(stdout, ['llamp-ts', 'tolerance', 'x.goal', '--cpu', ''])).toEqual([
      'free',
      'ordered',
      'serial',
    ]);
    expect(offered(stdout, ['llamp-ts', 'trace', ''])).toContain('run');
    expect(offered(stdout, ['llamp-ts', 'compare', '--wire-la'])).toEqual(['--wire-latency']);
    expect(offered(stdout, ['llamp-ts', 'completion', 'z'])).toEqual(['zsh']);
    expect(offered(stdout, ['llamp-ts', 'docs', 'collectives/bc'])).toEqual(['collectives/bcast']);
    expect(offered(stdout, ['llamp-ts', 'help', 'tol'])).toEqual(['tolerance']);
    // Files are left to the shell.
    expect(offered(stdout, ['llamp-ts', 'tolerance', 'tra'])).toEqual([]);
    expect(offered(stdout, ['llamp-ts', 'tolerance', '--pct', ''])).toEqual([]);
  });

  describe('of values in bash', () => {
    let script = '';
    beforeAll(async () => {
      script = (await runCli('completion bash')).stdout;
    });
    /** Words as readline parts them, and what is offered for the last. */
    const cases: [string, string[], readonly string[]][] = [
      ['machines', ['tolerance', '-m', 'p'], ['piz-daint']],
      ['another machine', ['compare', '--machine', 'cscs-testbed,p'], ['cscs-testbed,piz-daint']],
      ['platforms', ['compare', '--platform', 'e'], ['epyc-orfeo']],
      ['levels', ['tolerance', '--map-by', 's'], ['socket']],
      ['parameters', ['tolerance', '--parameter', ''], ['G', 'L', 'cache', 'core', 'node', 'o', 'socket']],
      ['patterns', ['schedgen', '--pattern', 'halo'], ['halo2d', 'halo3d']],
      ['topologies', ['tolerance', '--topology', 'drag'], ['dragonfly:']],
      ['whose algorithm', ['tolerance', '--collective', 'allr'], ['allreduce=']],
      [
        'algorithms, all',
        ['tolerance', '--collective', 'scan', '='],
        ['auto', 'linear', 'mpich', 'recursive-doubling'],
      ],
      ['algorithms', ['tolerance', '--collective', 'allreduce', '=', 'ri'], ['ring', 'ring-full']],
      ['another', ['compare', '--collective', 'scan', '=', 'linear,re'], ['linear,recursive-doubling']],
      ['models', ['collective', 'predict', '--collective', 'b'], ['bcast']],
    ];
    it.each(cases)('%s', (_, words, expected) => {
      expect(offered(script, ['llamp-ts', ...words]).sort()).toEqual(expected);
    });
  });

  it.each(['zsh', 'fish'])('of %s names every command', async (shell) => {
    const { stdout, code } = await runCli(['completion', shell]);
    expect(code).toBe(0);
    for (const id of commands) expect(stdout).toContain(id.split(':')[0]);
    expect(stdout).toContain('latency-range');
  });

  it('quotes what a shell would read', () => {
    const flag = { name: 'x', description: "it's $(rm) [a:b]", takesValue: true, options: ["a'b"] };
    const command = { name: 'do', summary: "don't: `x`", flags: [flag], argument: [] };
    for (const shell of ['bash', 'zsh'] as const) {
      const script = completionScript(shell, [command]);
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
    }
    expect(completionScript('fish', [command])).toContain("-d 'don\\'t: `x`'");
  });

  it('asks for a shell that it knows', async () => {
    expect((await runCli(['completion'])).code).toBe(2);
    expect((await runCli('completion tcsh')).stderr).toMatch(/bash, zsh, fish/);
  });
});

describe('the first run', () => {
  it('says what to type next', async () => {
    const { stdout, stderr, code } = await runCli([]);
    expect([code, stderr]).toEqual([0, '']);
    for (const next of ['llamp-ts demo', 'llamp-ts tolerance YOUR_INPUT', 'llamp-ts docs', '--help'])
      expect(stdout).toContain(next);
    const named = [...stdout.matchAll(/\$ llamp-ts (\S+)/g)].map((match) => match[1]);
    // A topic such as `trace` is named with what it does: `trace run`.
    const topics = commands.flatMap((id) => [id, id.split(':')[0]]);
    for (const command of named) expect(topics).toContain(command);
  });
});

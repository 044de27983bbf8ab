/** Completion as it is typed, in the shells themselves; skipped where they are absent. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const has = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;

describe('completion', () => {
  let folder: string;
  const script = (shell: string): string => join(folder, shell === 'zsh' ? '_llamp-ts' : shell);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-completion-'));
    for (const shell of ['fish', 'zsh'])
      writeFileSync(script(shell), (await runCli(['completion', shell])).stdout);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(['fish', 'zsh'].filter(has))('is a script that %s takes', (shell) => {
    const found = spawnSync(shell, ['-n', script(shell)], { encoding: 'utf8' });
    expect([found.status, found.stdout, found.stderr]).toEqual([0, '', '']);
  });

  it.skipIf(!has('fish'))('completes values in fish', () => {
    const offered = (line: string): string[] => {
      const program = `source ${script('fish')}; complete -C '${line}'`;
      const { stdout } = spawnSync('fish', ['--no-config', '-c', program], { encoding: 'utf8' });
      return stdout.split('\n').flatMap((one) => (one === '' ? [] : [one.split('\t')[0]]));
    };
    expect(offered('llamp-ts tolerance --collective allreduce=ri')).toEqual([
      'allreduce=ring',
      'allreduce=ring-full',
    ]);
    expect(offered('llamp-ts tolerance -m piz')).toContain('piz-daint');
    expect(offered('llamp-ts tolerance --cpu s')).toEqual(['serial']);
    expect(offered('llamp-ts trace ru')).toContain('run');
  });

  it.skipIf(!has('zsh'))('completes values in zsh', () => {
    /** What the terminal shows of `line` when the tabulator has been pressed. */
    const typed = (line: string): string => {
      const program = `zmodload zsh/zpty; zpty z zsh -f -i
        zpty -w z "PS1=; TERM=dumb; fpath=(${folder} \\$fpath); autoload -U compinit; compinit -u -D; bindkey '^I' complete-word"
        sleep 1; zpty -w -n z $'llamp-ts ${line}\t'; sleep 1
        while zpty -r -t z part; do print -rn -- $part; done; zpty -d z`;
      return spawnSync('zsh', ['-f', '-c', program], { encoding: 'utf8', timeout: 30_000 }).stdout;
    };
    expect(typed('tolerance -m piz')).toContain('llamp-ts tolerance -m piz-daint ');
    expect(typed('tolerance --collective allred')).toContain('--collective allreduce=');
    expect(typed('tolerance --collective scan=rec')).toContain('scan=recursive-doubling ');
    expect(typed('compare --collective scan=linear,rec')).toContain('scan=linear,recursive-doubling ');
  });
});

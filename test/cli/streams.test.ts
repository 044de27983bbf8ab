import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/process/child-programs.js';
import { EXIT } from '../../src/cli/process/startup.js';
import { cases } from '../part.js';
import { built, expectRefusal, ROOT, runCli, runShown, spawnCli } from './run.js';
import { scratch } from './scratch.js';

const FIG4 = 'goal-samples/fig4.goal';

describe('in this process as in one of its own', () => {
  const argvs: string[][] = [
    ['check', 'traces/ring-4', '--gap', '3us', '--print-machine'],
    ['compare', '--collective', 'bcast=binary,chain', '--ranks', '8', '--jobs', '2', '--json'],
    ['schedgen', '--pattern', 'ring', '--ranks', '4'],
    ['check', 'goal-samples/unmatched.goal'],
    ['sensitivity', 'nowhere.goal', '--json'],
    ['tolerance', '--help'],
    ['trace'],
    ['nope'],
  ];
  const kept = cases(argvs, ([word, of]) => of !== '--help' && ['tolerance', 'check'].includes(word));

  it.each(kept.map((argv) => [argv]))('%j', async (argv) => {
    expect(await runCli(argv)).toEqual(await spawnCli(argv));
  });

  it('nothing is painted into a pipe under NO_COLOR, even where colour is forced', async () => {
    const painted = await spawnCli('tolerance --help', { env: { FORCE_COLOR: '1' } });
    expect(painted).toEqual(await runCli('tolerance --help'));
    expect(painted.stdout).not.toContain(String.fromCharCode(27));
  });

  it('standard input is read', async () => {
    const input = 'num_ranks 1\nrank 0 {\nl1: calc 5\n}\n';
    const argv = ['tolerance', '-', '--json'];
    const here = await runCli(argv, { input });
    expect(here.code).toBe(EXIT.ok);
    expect(here).toEqual(await spawnCli(argv, { input }));
    expect((await runCli(argv)).stdout).toContain('the input is empty');
  });
});

describe('runs beside each other', () => {
  it('keep to their own streams, whatever ends first', async () => {
    const lines = [
      ['tolerance', FIG4],
      ['check', 'nowhere.goal'],
      ['--version'],
      ['export', FIG4, '--format', 'lp'],
    ];
    const alone = [];
    for (const line of lines) alone.push(await runCli(line));
    expect(await Promise.all(lines.map((line) => runCli(line)))).toEqual(alone);
  });
});

describe('names of files', () => {
  const folder = scratch();

  it('are relative to the folder of the process', async () => {
    const argv = ['schedgen', '--pattern', 'ring', '--ranks', '4', '--output', 'ring.goal', '-q'];
    expect((await runCli(argv, { cwd: folder })).code).toBe(EXIT.ok);
    expect((await runCli(['check', join(folder, 'ring.goal')])).code).toBe(EXIT.ok);
  });
});

describe('an output file', () => {
  const folder = scratch();

  it('that is a link is written where it leads, and keeps its permissions', async () => {
    const [file, link] = ['kept.json', 'link.json'].map((name) => join(folder, name));
    writeFileSync(file, 'old');
    chmodSync(file, 0o600);
    symlinkSync('kept.json', link);
    expect((await runCli(['tolerance', FIG4, '--json', '--output', link])).code).toBe(EXIT.ok);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^\{/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('another program', () => {
  it('keeps its own words: --json behind -- is no flag of ours', async () => {
    const argv = ['trace', 'run', '--output', '/dev/null', '--', './app', '--json'];
    await expectRefusal(argv, EXIT.input, /^llamp-ts: \/dev\/null: a file of this name exists/);
  });

  const loud = [process.execPath, '-e', "process.stdout.write('\u00b5\\n'.repeat(200000))"];

  it('runs to its end where nobody reads what it prints any more', async () => {
    let pieces = 0;
    const out = (): void => {
      pieces++;
      throw Object.assign(new Error('refused'), { code: 'EPIPE' });
    };
    expect(await run(loud, { out })).toMatchObject({ code: 0, signal: null });
    expect(pieces).toBe(1);
  });

  it('is an error where its output cannot be written', async () => {
    const out = (): void => {
      throw Object.assign(new Error('refused'), { code: 'ENOSPC' });
    };
    await expect(run(loud, { out })).rejects.toThrow('refused');
  });

  it('has its letters whole, however they come', async () => {
    const ended = await run(loud);
    expect(ended?.stdout).toBe('\u00b5\n'.repeat(200_000));
  });
});

describe('standard output', () => {
  const refusing = async (argv: readonly string[], code: string) => {
    const { main } = await built;
    let said = '';
    const exit = await main(argv, ROOT, {
      out: () => {
        throw Object.assign(new Error('refused'), { code });
      },
      err: (text) => {
        said += text;
      },
      input: 0,
      terminal: false,
    });
    return [exit, said];
  };
  const LINES = [
    ['an answer', ['tolerance', FIG4]],
    ['JSON', ['tolerance', FIG4, '--json']],
    ['a program', ['export', FIG4, '--format', 'lp']],
    ['a schedule', ['schedgen', '--pattern', 'ring', '--ranks', '4', '--quiet']],
    ['the help', ['tolerance', '--help']],
    ['the help of a topic', ['trace']],
    ['the version', ['--version']],
    ['the welcome', []],
  ] as const;

  it.each(LINES)('without room for %s ends with 3 and one line', async (_, argv) => {
    const line = 'llamp-ts: standard output: no space left on the device. Write elsewhere\n';
    expect(await refusing(argv, 'ENOSPC')).toEqual([EXIT.input, line]);
  });

  it.each(LINES)('that nobody reads takes %s without a word', async (_, argv) => {
    expect(await refusing(argv, 'EPIPE')).toEqual([EXIT.ok, '']);
  });

  it('stands in order with standard error where both are shown', async () => {
    const { code, output } = await runShown('tolerance goal-samples/ring.goal --gap 3us');
    expect(code).toBe(EXIT.ok);
    expect(output).toMatch(
      /^warning: gap g = 3 µs \(--gap\) has no effect; it needs --nic ordered or --nic serial\n[\s\S]*runtime T/,
    );
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptFolder, keptFolder } from '../../../src/cli/process/cache-folder.js';
import { CodeCache } from '../../../src/cli/run/bundle.js';
import { inFull } from '../../part.js';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'llamp-kept-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const BYTES = Buffer.from('what is kept');

describe('the folder of a user', () => {
  it('keeps files whole, for its owner alone', () => {
    const above = join(base, 'llamp-ts');
    const kept = new KeptFolder(above, 'one');
    expect(kept.read('a')).toBeNull();
    expect(kept.write('a', BYTES)).toBe(join(above, 'one', 'a'));
    expect(kept.read('a')).toEqual(BYTES);
    expect(kept.path('a', BYTES.length)).toBe(join(above, 'one', 'a'));
    expect(kept.path('a', BYTES.length + 1)).toBeNull();
    expect(readdirSync(join(above, 'one'))).toEqual(['a']);
    expect(statSync(above).mode & 0o777).toBe(0o700);
    expect(statSync(join(above, 'one', 'a')).mode & 0o777).toBe(0o600);
  });

  it.each([0o777, 0o770, 0o1777])('is not trusted where others may write: %o', (mode) => {
    for (const open of ['above', 'below']) {
      const above = join(base, open);
      const kept = new KeptFolder(above, 'one');
      kept.write('a', BYTES);
      chmodSync(open === 'above' ? above : join(above, 'one'), mode);
      expect([kept.read('a'), kept.path('a', BYTES.length)]).toEqual([null, null]);
      expect(new KeptFolder(above, 'one').write('b', BYTES)).toBeNull();
      expect(existsSync(join(above, 'one', 'b'))).toBe(false);
    }
  });

  it.runIf(process.getuid?.() === 0)("is not trusted where it is another's", async () => {
    const { chownSync } = await import('node:fs');
    const above = join(base, 'llamp-ts');
    new KeptFolder(above, 'one').write('a', BYTES);
    chownSync(above, 12345, 12345);
    expect(new KeptFolder(above, 'one').read('a')).toBeNull();
  });

  it('is no link to somewhere else', () => {
    const elsewhere = join(base, 'elsewhere');
    new KeptFolder(elsewhere, 'one').write('a', BYTES);
    symlinkSync(elsewhere, join(base, 'link'));
    expect(new KeptFolder(join(base, 'link'), 'one').read('a')).toBeNull();
  });

  it('that cannot be made is none', () => {
    const file = join(base, 'file');
    writeFileSync(file, '');
    const kept = new KeptFolder(join(file, 'llamp-ts'), 'one');
    expect([kept.read('a'), kept.write('a', BYTES), kept.path('a', BYTES.length)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('lets go of what other versions left a month ago', () => {
    const above = join(base, 'llamp-ts');
    for (const name of ['old', 'new']) mkdirSync(join(above, name), { recursive: true, mode: 0o700 });
    chmodSync(above, 0o700);
    const before = Date.now() / 1e3 - 31 * 24 * 3600;
    utimesSync(join(above, 'old'), before, before);
    new KeptFolder(above, 'one').write('a', BYTES);
    expect(readdirSync(above).sort()).toEqual(['new', 'one']);
  });

  it('is made whole or not at all', () => {
    const kept = new KeptFolder(join(base, 'llamp-ts'), 'one');
    const failing = kept.folder('samples', (folder) => {
      mkdirSync(folder);
      throw new Error('no space');
    });
    expect(failing).toBeNull();
    expect(readdirSync(join(base, 'llamp-ts', 'one'))).toEqual([]);
    const path = kept.folder('samples', (folder) => mkdirSync(folder));
    expect(path).toBe(join(base, 'llamp-ts', 'one', 'samples'));
    expect(kept.folder('samples', () => expect.unreachable())).toBe(path);
  });

  it('is turned off by the environment, and is nowhere but at an absolute path', () => {
    const { LLAMP_CODE_CACHE: before, XDG_CACHE_HOME: home } = process.env;
    try {
      process.env.XDG_CACHE_HOME = base;
      process.env.LLAMP_CODE_CACHE = 'off';
      expect(keptFolder('one')).toBeNull();
      delete process.env.LLAMP_CODE_CACHE;
      expect(keptFolder('one')?.write('a', BYTES)).toBe(join(base, 'llamp-ts', 'one', 'a'));
    } finally {
      for (const [name, value] of [
        ['LLAMP_CODE_CACHE', before],
        ['XDG_CACHE_HOME', home],
      ] as const) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

describe('compiled code', () => {
  const TEXT = '[function(x){return x+1}]';
  const folder = (): KeptFolder => new KeptFolder(join(base, 'llamp-ts'), 'one');
  const inside = (): string[] => readdirSync(join(base, 'llamp-ts', 'one'));
  const file = (): string => join(base, 'llamp-ts', 'one', inside()[0]);
  const run = (asked: readonly string[], key = '1,2', text = TEXT, whole = true): Script => {
    const cache = new CodeCache(folder(), 'command a', asked);
    const script = cache.compile(key, text, 'test');
    expect(script.runInThisContext()[0](1)).toBe(2);
    cache.keep(whole);
    return script;
  };

  it('of one run is taken by the next', () => {
    expect(run([]).cachedDataRejected).toBeUndefined();
    expect(run([]).cachedDataRejected).toBe(false);
  });

  it('is kept anew where a flag asks for more than it was made with, and no more often', () => {
    const changed = (): number => statSync(file()).ino;
    run(['--json']);
    const first = changed();
    run(['--json']);
    run([]);
    expect(changed()).toBe(first);
    run(['--csv']);
    const second = changed();
    expect(second).not.toBe(first);
    run(['--json', '--csv']);
    expect(changed()).toBe(second);
  });

  it('of a run that failed is taken, and made anew by the first that ends, though neither has a flag', () => {
    const changed = (): number => statSync(file()).ino;
    const failing = (): Script => run([], '1,2', TEXT, false);
    failing();
    const first = changed();
    expect(failing().cachedDataRejected).toBe(false);
    expect(changed()).toBe(first);
    run([]);
    const second = changed();
    expect(second).not.toBe(first);
    failing();
    run([]);
    expect(changed()).toBe(second);
  });

  it('is not kept anew for ever: beyond some words, others ask for nothing', () => {
    const words = Array.from({ length: 100 }, (_, i) => `--flag-${i}`);
    run(words.slice(0, 90));
    run(words);
    const { ino, size } = statSync(file());
    run(['--other']);
    expect([statSync(file()).ino, statSync(file()).size]).toEqual([ino, size]);
  });

  inFull(
    'lies in a file of its command and of the flags of V8, for one command line may run under several',
    () => {
      const compiler = new URL('../../../dist/cli/run/bundle.js', import.meta.url).href;
      const kept = new URL('../../../dist/cli/process/cache-folder.js', import.meta.url).href;
      const script = `import { CodeCache } from '${compiler}'; import { KeptFolder } from '${kept}';
      const cache = new CodeCache(new KeptFolder('${join(base, 'llamp-ts')}', 'one'), 'command a', []);
      console.log(cache.compile('1,2', '${TEXT}', 'test').cachedDataRejected); cache.keep(true);`;
      const under = (...flags: string[]): string =>
        execFileSync(process.execPath, [...flags, '--input-type=module', '-e', script], { encoding: 'utf8' });
      const both = [[], ['--no-opt']];
      expect(both.map((flags) => under(...flags).trim())).toEqual(['undefined', 'undefined']);
      expect(both.map((flags) => under(...flags).trim())).toEqual(['false', 'false']);
      expect(inside()).toEqual([
        expect.stringMatching(/^command-a-[0-9a-f]+\.code$/),
        expect.stringMatching(/^command-a-[0-9a-f]+\.code$/),
      ]);
    },
  );

  it('is not kept where flags of V8 were set since, under which it would be refused', () => {
    const compiler = new URL('../../../dist/cli/run/bundle.js', import.meta.url).href;
    const kept = new URL('../../../dist/cli/process/cache-folder.js', import.meta.url).href;
    const script = `import { CodeCache } from '${compiler}'; import { KeptFolder } from '${kept}';
      import { setFlagsFromString } from 'node:v8';
      const cache = new CodeCache(new KeptFolder('${join(base, 'llamp-ts')}', 'one'), 'command a', []);
      cache.compile('1,2', '${TEXT}', 'test'); setFlagsFromString('--no-opt'); cache.keep(true);`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(existsSync(join(base, 'llamp-ts', 'one'))).toBe(false);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    ['no table', () => Buffer.from('nothing\nof ours')],
    [
      'of another V8',
      (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(0, bytes.indexOf(10) + 1),
          Buffer.alloc(bytes.length - bytes.indexOf(10) - 1),
        ]),
    ],
  ])('that is %s is made again', async (_, damaged) => {
    run([]);
    const { readFileSync } = await import('node:fs');
    writeFileSync(file(), damaged(readFileSync(file())));
    run([]);
    expect(run([]).cachedDataRejected).toBe(false);
  });

  it('of another text is refused by V8 itself', () => {
    run([]);
    expect(run([], '1,2', `${TEXT} `).cachedDataRejected).toBe(true);
  });
});

/** Several runs of a study at a time: each cell is asked by one of them, and what a dead one had claimed by another. */
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Claims } from '../../../src/cli/study/store.js';
import { inFull } from '../../part.js';
import { runCli, spawnCli } from '../run.js';
import { SMALL, StudyFolder } from './samples.js';

const KEY = 'a'.repeat(64);
/** A run is taken for dead that has not said for ten minutes that it still asks. */
const LONG_AGO = 11 * 60;

describe('a claim', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-claims-'));
    file = join(folder, 'claims', KEY);
    mkdirSync(join(folder, 'claims'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const claimed = (host: string, process: number, run = 'other'): void =>
    writeFileSync(file, `${host} ${process} ${run}\n`);
  const aged = (seconds: number): void => {
    const then = Date.now() / 1000 - seconds;
    utimesSync(file, then, then);
  };
  const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

  it('is one run at a time', () => {
    const [one, other] = [new Claims(folder, 'one'), new Claims(folder, 'one')];
    expect([one.take(KEY), other.take(KEY), other.isHeld(KEY)]).toEqual([true, false, true]);
    one.release(KEY);
    expect([other.isHeld(KEY), other.take(KEY), one.take(KEY)]).toEqual([false, true, false]);
  });

  it('lapses with its process', () => {
    claimed(hostname(), deadProcess());
    const claims = new Claims(folder, 'own');
    expect([claims.isHeld(KEY), claims.take(KEY)]).toEqual([false, true]);
    expect(readFileSync(file, 'utf8')).toBe(`${hostname()} ${process.pid} own\n`);
    expect(readdirSync(join(folder, 'claims'))).toEqual([KEY]);
  });

  it('lapses where the process has the number of the one that asks, and is another run', () => {
    claimed(hostname(), process.pid);
    expect(new Claims(folder, 'own').take(KEY)).toBe(true);
  });

  it('is respected as long as its process runs and says so', () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      claimed(hostname(), child.pid ?? 0);
      expect(new Claims(folder, 'own').take(KEY)).toBe(false);
      aged(LONG_AGO);
      expect(new Claims(folder, 'own').take(KEY)).toBe(true);
    } finally {
      child.kill();
    }
  });

  it('of another machine lapses after ten minutes without a sign', () => {
    claimed('another-host', process.pid);
    const claims = new Claims(folder, 'own');
    expect([claims.isHeld(KEY), claims.take(KEY)]).toEqual([true, false]);
    aged(LONG_AGO);
    expect([claims.isHeld(KEY), claims.take(KEY)]).toEqual([false, true]);
  });

  it.each(['', 'another-host 12'])(
    'that says %j so far is respected while it may be being written',
    (text) => {
      writeFileSync(file, text);
      expect(new Claims(folder, 'own').take(KEY)).toBe(false);
      aged(11);
      expect(new Claims(folder, 'own').isHeld(KEY)).toBe(false);
      expect(new Claims(folder, 'own').take(KEY)).toBe(true);
    },
  );

  it('is renewed while its run asks, and no other', async () => {
    const claims = new Claims(folder, 'own');
    claims.take(KEY);
    aged(LONG_AGO);
    const foreign = join(folder, 'claims', 'b'.repeat(64));
    writeFileSync(foreign, 'another-host 1 other\n');
    utimesSync(foreign, 1000, 1000);
    const end = claims.beat(5);
    const old = Date.now() - LONG_AGO * 500;
    while (statSync(file).mtimeMs < old) await sleep(5);
    end();
    expect(readFileSync(file, 'utf8')).toBe(`${hostname()} ${process.pid} own\n`);
    expect(statSync(foreign).mtimeMs).toBe(1_000_000);
  });
});

describe('two runs of a study at a time', () => {
  let study: StudyFolder;
  beforeEach(() => {
    study = new StudyFolder(SMALL);
  });
  afterEach(() => study.remove());

  inFull('ask each cell once, and both end when all are answered', async () => {
    study.files();
    const written: string[] = [];
    const watcher = watch(join(study.folder, 'where.study', 'cells'), (_, name) => {
      if (/^[0-9a-f]{64}\.json$/.test(name ?? '')) written.push(name ?? '');
    });
    const run = () => spawnCli('study where.yaml -j 1 --json', { cwd: study.folder });
    const ended = await Promise.all([run(), run()]);
    await sleep(100);
    watcher.close();
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const stands = ended.map(({ stdout }) => JSON.parse(stdout).result);
    expect(stands.map(({ done, missing }) => [done, missing])).toEqual([
      [stands[0].cells, 0],
      [stands[0].cells, 0],
    ]);
    // Each counts what it asked itself.
    expect(stands[0].asked + stands[1].asked).toBe(stands[0].cells);
    expect(written.toSorted()).toEqual(study.files());
    expect(readdirSync(join(study.folder, 'where.study', 'claims'))).toEqual([]);
  });

  inFull('do not count what another asked meanwhile', async () => {
    await runCli('study where.yaml -j 1 -q', { cwd: study.folder });
    const [name] = study.files();
    const cells = join(study.folder, 'where.study', 'cells');
    const claim = join(study.folder, 'where.study', 'claims', name.slice(0, -'.json'.length));
    renameSync(join(cells, name), join(study.folder, name));
    writeFileSync(claim, 'another-host 1 other\n');
    const second = runCli('study where.yaml -j 1 --json', { cwd: study.folder });
    await sleep(50);
    renameSync(join(study.folder, name), join(cells, name));
    rmSync(claim);
    expect(JSON.parse((await second).stdout).result).toMatchObject({ asked: 0, missing: 0 });
  });

  inFull('wait for what another asks, and ask it where that one leaves it open', async () => {
    await runCli('study where.yaml -j 1 -q', { cwd: study.folder });
    const [name] = study.files();
    const claim = join(study.folder, 'where.study', 'claims', name.slice(0, -'.json'.length));
    rmSync(join(study.folder, 'where.study', 'cells', name));
    writeFileSync(claim, 'another-host 1 other\n');
    let ended = false;
    const second = runCli('study where.yaml -j 1 --json', { cwd: study.folder }).then((one) => {
      ended = true;
      return one;
    });
    await sleep(1_000);
    expect([ended, study.files().includes(name)]).toEqual([false, false]);
    rmSync(claim);
    expect(JSON.parse((await second).stdout).result).toMatchObject({ missing: 0 });
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asksSolver, readsLittle, runsHere } from '../../../src/cli/process/startup.js';

const FIG4 = 'goal-samples/fig4.goal';
let folder = '';
const made = (name: string, bytes: number): string => {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(bytes, 'x'));
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-here-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a question about a small file, or of no input at all, needs no thread', () => {
  for (const argv of [
    [],
    ['--version'],
    ['compare', '--help'],
    ['demo'],
    ['docs', 'view'],
    ['tolerance', FIG4],
    ['tolerance', '--pct', '1', FIG4, '--engine', 'highs'],
    ['path', 'traces/cg-4'],
    ['curve', '--trace=traces/cg-4', '--at', '0,1us'],
  ])
    expect([argv, runsHere(argv)]).toEqual([argv, true]);
});

it('what may take long, waits, or starts programs has a thread to be stopped', () => {
  const pattern = ['compare', '--collective', 'bcast=binary,chain', '--ranks', '8'];
  for (const argv of [
    pattern,
    ['view', FIG4],
    ['tune', 'traces/cg-4'],
    ['report', FIG4],
    ['trace', 'run', '--', 'mpirun', './app'],
    ['tolerance', '-'],
    ['tolerance', FIG4, '-'],
    ['tolerance'],
    ['tolerance', 'nowhere.goal'],
    ['tolerance', '/dev/stdin'],
    ['tolerance', FIG4, '--json'],
  ])
    expect([argv, runsHere(argv)]).toEqual([argv, false]);
});

it('input counts as a whole, and compressed input as what it may unpack to', () => {
  const half = made('half.goal', 40 * 2 ** 20);
  expect(runsHere(['check', half])).toBe(true);
  expect(runsHere(['check', half, made('other.goal', 40 * 2 ** 20)])).toBe(false);
  const packed = join(folder, 'packed.goal');
  const random = Buffer.from(Array.from({ length: 3600 * 1024 }, (_, i) => (i * i * 31) % 251));
  writeFileSync(packed, gzipSync(random, { level: 0 }));
  expect(runsHere(['check', packed])).toBe(false);
  const nested = join(folder, 'archive');
  mkdirSync(join(nested, 'traces'), { recursive: true });
  expect(runsHere(['check', nested])).toBe(false);
});

it('little input is known for any command, none by where it cannot be looked at', () => {
  const most = made('most.goal', 5 * 1024 * 1024);
  expect(readsLittle(['bounds', most])).toBe(true);
  expect(readsLittle(['compare', FIG4, '--collective', 'bcast=binary,chain'])).toBe(true);
  expect(readsLittle(['bounds', most, made('more.goal', 4 * 1024 * 1024)])).toBe(false);
  for (const argv of [
    [],
    ['demo'],
    ['bounds', '-'],
    ['bounds', FIG4, '-'],
    ['bounds', 'nowhere.goal'],
    ['bounds', '/dev/stdin'],
  ])
    expect([argv, readsLittle(argv)]).toEqual([argv, false]);
});

it('the solver is made ready for a question that asks it about little input', () => {
  const query = (...argv: string[]): boolean => asksSolver(argv, 1000);
  expect(query('tolerance', FIG4)).toBe(true);
  expect(query('sensitivity', FIG4, '--engine', 'highs')).toBe(true);
  expect(query('tolerance', FIG4, '--engine=sweep')).toBe(false);
  expect(query('curve', FIG4)).toBe(false);
  expect(asksSolver(['tolerance', FIG4], 2 ** 24)).toBe(false);
});

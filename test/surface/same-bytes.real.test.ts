/** The package, built and packed in two folders: the same bytes, which name neither folder, and the licences of what is inside. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a fresh checkout does not have, and what is linked in place of copied. */
const NOT_COPIED = ['.git', 'build', 'dist', 'docs/api', 'man', 'node_modules', 'oclif.manifest.json'];

let work = '';
const tarballs: Buffer[] = [];

function packed(folder: string): Buffer {
  const destination = mkdtempSync(join(work, 'packed-'));
  // npm runs prepack before prepare, which `npm ci` ran in a checkout.
  for (const step of ['run build', 'run prepack', `pack --ignore-scripts --pack-destination ${destination}`])
    execFileSync('npm', [...step.split(' '), '--silent'], {
      cwd: folder,
      env: { ...process.env, SOURCE_DATE_EPOCH: '0' },
    });
  const [tarball] = readdirSync(destination);
  return readFileSync(join(destination, tarball));
}

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'llamp-same-'));
  const first = join(work, 'first-checkout');
  const left = new Set(NOT_COPIED.map((path) => join(root, path)));
  cpSync(root, first, { recursive: true, filter: (path) => !left.has(path) });
  const modules = [join(root, 'node_modules'), join(first, 'node_modules')];
  // Another file system has no hard links of these.
  if (spawnSync('cp', ['-al', ...modules]).status !== 0) execFileSync('cp', ['-a', ...modules]);
  tarballs.push(packed(first));
  const second = join(work, 'elsewhere', 'a second checkout');
  mkdirSync(join(work, 'elsewhere'));
  renameSync(first, second);
  tarballs.push(packed(second));
  mkdirSync(join(work, 'unpacked'));
  execFileSync('tar', ['-xzf', '-', '-C', join(work, 'unpacked')], { input: tarballs[0] });
}, 600_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

it('is the same bytes', () => {
  expect(tarballs[0].equals(tarballs[1])).toBe(true);
});

it('names no folder of the machine that built it', () => {
  const names = [basename(work), root.split(sep).join('/')];
  const found = readdirSync(join(work, 'unpacked'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => names.some((name) => readFileSync(path).includes(name)));
  expect(found).toEqual([]);
});

it('has the licence of each package in the bundle', () => {
  const bundle = join(work, 'unpacked/package/dist/bundle');
  const code = readFileSync(join(bundle, 'code.txt'), 'latin1');
  const text = readFileSync(join(bundle, 'LICENSES.txt'), 'utf8');
  // CommonJS modules keep their paths; some of the others, by name.
  const joined = code.replaceAll('\\\n', '');
  const paths = [...joined.matchAll(/node_modules\/(?:@[^/"]+\/)?[^/"]+(?=\/[^"]+"\()/g)].map(
    ([path]) => path,
  );
  const others = ['@observablehq/plot', 'd3-array', 'fzstd', 'linkedom', 'tinypool', 'yaml', 'zod'];
  const folders = new Set([...paths, ...others.map((name) => `node_modules/${name}`)]);
  expect(folders.size).toBeGreaterThan(40);
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    expect(text).toContain(`\n${name} ${version}: ${license}\n`);
    const own = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
    if (own !== undefined) expect(text).toContain(readFileSync(join(root, folder, own), 'utf8').trim());
  }
  // Code of others within packages, and a package without a text of its licence.
  for (const notice of ['Zhipeng Jia', 'Vladimir Agafonkin', 'boolbase 1.0.0: ISC', 'Felix Boehm'])
    expect(text).toContain(notice);
});

/** What npm packs: pages whose links lead to a file of the package, and the manual page. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchors, links } from '../docs/pages.js';

const [packed]: { files: { path: string }[] }[] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }),
);
const files = new Set(packed.files.map(({ path }) => path));
const folders = new Set(
  [...files].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
);
const pages = [...files].filter((path) => path.endsWith('.md'));

/** Tests and measurements that pages rest on are in the checkout alone. */
const CHECKOUT = /^test\/.*\.(ts|sh|md)$/;

const targetOf = (page: string, link: string): string =>
  normalize(join(dirname(page), link)).replace(/\/$/, '');

describe('the package', () => {
  it('has its pages, its licence and the manual page that npm installs', () => {
    const { man }: { man: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(pages.length).toBeGreaterThan(70);
    expect([...files]).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', normalize(man)]),
    );
  });

  it.each(pages)('the links of %s lead to files in it', (page) => {
    const lost = links(readFileSync(page, 'utf8'))
      .map((link) => targetOf(page, link))
      .filter((target) => !files.has(target) && !folders.has(target));
    // The front page has no excuse.
    expect(page === 'README.md' ? lost : lost.filter((target) => !CHECKOUT.test(target))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('anchors that %s names exist', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)];
    const missing = named.filter(([, link, anchor]) => {
      const target = link === '' ? page : targetOf(page, link);
      return !anchors(readFileSync(target, 'utf8')).includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

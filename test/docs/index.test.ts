/** The index leads to every page, no link leads nowhere, and what CONTRIBUTING names is there. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchors, links, pages, read, sections } from './pages.js';

const INDEX = join('docs', 'README.md');

const targets = (page: string): string[] =>
  links(read(page)).map((target) => normalize(join(dirname(page), target)));

it.each(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...pages()])(
  'the links of %s lead somewhere',
  (page) => {
    expect(targets(page).filter((target) => !existsSync(target))).toEqual([]);
  },
);

it.each(['README.md', 'CONTRIBUTING.md', ...pages()])('the anchors in links of %s are headings', (page) => {
  const lost = sections(read(page)).filter(([target, anchor]) => {
    const path = target === '' ? page : normalize(join(dirname(page), target));
    return path.endsWith('.md') && existsSync(path) && !anchors(read(path)).includes(anchor);
  });
  expect(lost).toEqual([]);
});

it('every page is linked from the index, or from the index of its folder', () => {
  const folders = [...new Set(pages().map((page) => join(dirname(page), 'README.md')))];
  const linked = new Set([INDEX, ...folders.filter((page) => existsSync(page)).flatMap(targets)]);
  const fromIndex = new Set(targets(INDEX));
  const lost = pages().filter((page) => !linked.has(page));
  const indexes = pages().filter((page) => page.endsWith('README.md') && page !== INDEX);
  expect([...lost, ...indexes.filter((page) => !fromIndex.has(page))]).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md');

  it('names files and folders that are there', () => {
    const named = [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names commands of npm that are there', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['lint', 'typecheck', 'write', 'mutate', 'test:real']));
  });
});

// The web site of docs/: `npm run docs`. Its sidebar is the map in docs/README.md; the page that analyses in the browser, from
// web/, is a part of it.
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('..', import.meta.url));
const analyser = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url));
const ANALYSER = 'analyse.html';

const LINK = /\[([^\]]+)\]\(([^)]+\.md)\)/g;

const plain = (text) => text.replaceAll('`', '');

/** `folder/README.md` is the page of `folder/`. */
const address = (file) => `/${file.replace(/README\.md$/, '').replace(/\.md$/, '')}`;

const linksOf = (lines) =>
  lines
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => [...line.matchAll(LINK)])
    .map(([, text, file]) => ({ text: plain(text), link: address(file) }));

/** Sections of a heading's level: `{ title, lines }`. */
function sections(lines, mark) {
  const found = [];
  for (const line of lines) {
    if (line.startsWith(`${mark} `)) found.push({ title: line.slice(mark.length + 1), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

function sidebar() {
  const lines = readFileSync(join(docs, 'README.md'), 'utf8').split('\n');
  return sections(lines, '##').map((kind) => {
    const groups = sections(kind.lines, '###');
    const items = groups.map((group) => ({
      text: group.title,
      collapsed: true,
      items: linksOf(group.lines),
    }));
    return { text: kind.title, items: groups.length === 0 ? linksOf(kind.lines) : items };
  });
}

/** Files outside of docs/ are not on the site: a link to one becomes its text. */
function withoutOutside(md) {
  md.core.ruler.push('outside', ({ tokens, env }) => {
    const from = dirname(relative(docs, env.path ?? ''));
    for (const { children } of tokens) {
      let outside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const local = !/^[a-z]+:|^#/i.test(href);
          const target = normalize(join(from, href.split('#')[0]));
          outside = local && (target.startsWith('..') || /\.(?:ipynb|ya?ml|goal|js|csv)$/.test(target));
          if (outside) Object.assign(token, { tag: 'span', attrs: [] });
        } else if (token.type === 'link_close' && outside) {
          token.tag = 'span';
          outside = false;
        }
      }
    }
  });
}

export default defineConfig({
  title: 'llamp-ts',
  description: 'How much network latency an MPI program tolerates, and what decides it',
  lang: 'en-GB',
  srcExclude: ['api/**'],
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  lastUpdated: false,
  markdown: {
    config: withoutOutside,
  },
  themeConfig: {
    sidebar: sidebar(),
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Command line', link: '/cli' },
      ...(existsSync(analyser)
        ? [{ text: 'Analyse in the browser', link: `/${ANALYSER}`, target: '_self' }]
        : []),
    ],
    search: { provider: 'local' },
    outline: [2, 3],
  },
  buildEnd({ outDir }) {
    if (existsSync(analyser)) copyFileSync(analyser, join(outDir, ANALYSER));
  },
});

/** docs/style.md: words that messages, help and pages do without, spelling, and colons. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answers } from '../cli/answers.js';
import { pages, read } from './pages.js';

/** Words of docs/style.md's table, and what may be written instead. */
const UNWANTED: readonly (readonly [RegExp, string])[] = [
  [/\bbears?\b|\bborne\b/i, 'tolerates, tolerance'],
  [/\basked\b|\basks\b|\basking\b|\bask about\b/i, 'requested, analyses, covers'],
  [/\btold\b|\btells?\b/i, 'known, states, says, shows'],
  [/\bstands?\b(?! for\b)(?! out\b)/i, 'is, contains'],
  [/\blies?\b|\blay\b/i, 'is, differs'],
  [/\bwhat of\b|\bof what\b|\bit is what\b/i, 'the part of X that'],
  [
    /(?<!\b(?:any|every|some|no|what|who|all|or) ?(?:thing|one|body|where)? ?)\belse\b(?=[.,;:)]|$)/im,
    'otherwise',
  ],
  [/\banew\b/i, 'again, new'],
  [/\bheld against\b|\bhold \w+ against\b/i, 'compared with'],
  [/\bpaid\b/i, 'spent, due to'],
  [/, for (?:the|it|its|they|there|nothing|no|a|an)\b(?! (?:example|instance|reason))/i, 'because'],
  [/\bnobody\b|\bis to be done\b/i, 'no one; no action is needed'],
  [/\bkin\b/i, 'and related calls'],
  [/\bto be had\b/i, 'available'],
  [/\b(?:behaviors?|neighbors?|modeled|modeling|analyz\w+|colors?)\b(?!-|:)/, 'British spelling'],
];

/** A page's prose: without blocks and spans of code, targets of links, and the table of docs/style.md. */
const prose = (text: string): string =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '`')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>]+>/g, '');

/** `found` of a text with the line that it is in. */
function unwanted(text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    UNWANTED.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line);
      return found === null
        ? []
        : [`${i + 1}: "${found[0].trim()}", better: ${instead} | ${line.trim().slice(0, 120)}`];
    }),
  );
}

/** Sentences with a second colon. Times, ratios and places (`file:line`) have no space behind theirs. */
const colons = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s|\n| \| /)
    .filter((sentence) => (sentence.replace(/^\s*[-*|#>].*?\*\*/, '').match(/(?<!-):\s/g) ?? []).length > 1);

/** Folders whose README is written for users or contributors, besides the pages of docs/. */
const FOLDERS = ['src', 'tracer', 'kernels', 'packaging', 'bench', 'test/fuzz', 'test/validation/network'];

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...FOLDERS.map((folder) => join(folder, 'README.md')),
  ...pages(),
].filter((page) => page !== join('docs', 'style.md'));

it.each(PAGES)('%s is in plain words', (page) => {
  const text = prose(read(page));
  expect(unwanted(text)).toEqual([]);
  expect(colons(text)).toEqual([]);
});

/** Files with sentences that people read: not the generated ones. */
const SOURCES = ['src', 'tracer', join('web', 'client')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|c|h)$/.test(file) && !file.includes('.generated.'))
    .map((file) => join(folder, file)),
);

/** A literal with a space in it is a sentence or a part of one; what is inserted counts as one word. */
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Sentences in a file's string literals, each with its line. */
function sentences(text: string): string {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
  let written = '';
  let at = 0;
  for (const match of code.matchAll(LITERAL)) {
    const words = (match[1] ?? match[2] ?? match[3]).replace(/\$\{[^}]*\}/g, 'X');
    const before = code.slice(at, match.index).split('\n').length - 1;
    written += '\n'.repeat(before);
    at = match.index;
    if (/[a-z,;:.] [a-zX]/.test(words)) written += ` ${words.replaceAll('\n', ' ')}`;
  }
  return written;
}

it('messages and help in src are in plain words', () => {
  const found = SOURCES.flatMap((file) => unwanted(sentences(read(file))).map((at) => `${file}:${at}`));
  expect(found).toEqual([]);
});

it('no message that a command prints ends in a full stop', () => {
  const said = answers.flatMap(({ output }) => [
    ...(output.match(/^warning: .*$/gm) ?? []),
    ...(output.match(/^ +"message": ".*"/gm) ?? []),
  ]);
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter((line) => /\."?$/.test(line))).toEqual([]);
});

/** docs/warnings.md is made of the register of warnings: `npm run write -- warnings` writes it anew. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WARNINGS } from '../../src/warnings.js';
import { read } from './pages.js';

const rows = Object.entries(WARNINGS)
  .map(([code, text]) => ({ code, text: text.split(' → ')[0], page: text.split(' → ')[1] }))
  .sort((a, b) => (a.code < b.code ? -1 : 1));

/** What is said, and what to do. */
const sentences = (text: string): string[] => text.split(/(?<=\.) (?=[A-Z`])/);

/** Of a page, as far as its colon. */
const titleOf = (path: string): string => {
  const [heading] = read(join('docs', path.split('#')[0])).split('\n');
  return heading.slice(2).split(':')[0];
};

const page = `# Warnings

A warning says what an answer rests on, or what in the input looks wrong. It changes no exit code.

Warnings stand on standard error, before the answer, and \`--quiet\` leaves them out. With \`--json\` they are the answer's \`warnings\` instead. Each has a \`code\`, which stays what it is, and a \`message\` with the facts of this answer, whose words may change. Some have a \`count\`, or \`names\`.

| code | what it says | what to do | page |
| --- | --- | --- | --- |
${rows
  .map(
    (row) =>
      `| \`${row.code}\` | ${sentences(row.text).join(' | ')} | [${titleOf(row.page)}](${row.page}) |\n`,
  )
  .join('')}`;

it('docs/warnings.md is up to date', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/warnings.md');
});

it('each code has two sentences, what it says and what to do', () => {
  expect(rows.filter(({ text }) => sentences(text).length !== 2)).toEqual([]);
});

it('each code is raised somewhere', () => {
  const sources = ['src', 'web/app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
      .map((file) => read(join(folder, file))),
  );
  const raised = new Set(
    sources
      .flatMap((text) => text.match(/\bcode: [^,\n]*/g) ?? [])
      .flatMap((line) => line.match(/'[\w-]+'/g) ?? []),
  );
  expect(rows.map(({ code }) => code).filter((code) => !raised.has(`'${code}'`))).toEqual([]);
});

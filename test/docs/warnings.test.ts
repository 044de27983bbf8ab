/** docs/warnings.md is made of the register of warnings; `npm run write -- warnings` rewrites it. */
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

const page = `# Warnings

A warning states what an answer assumes or leaves out, or what looks wrong in the input. It never changes the exit code.

\`\`\`sh
$ llamp-ts check traces/mixed-4
\`\`\`

Warnings go to standard error, before the answer; \`--quiet\` suppresses them. With \`--json\` they are in the answer's \`warnings\`. Each has a \`code\`, which later versions keep, and a \`message\`, whose wording may change. Some have a \`count\` or \`names\`. Codes link to explanations.

| code | meaning | what to do |
| --- | --- | --- |
${rows.map((row) => `| [\`${row.code}\`](${row.page}) | ${sentences(row.text).join(' | ')} |\n`).join('')}`;

it('docs/warnings.md is up to date', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/warnings.md', 'npm run write -- warnings');
});

it('each code has two sentences, what it says and what to do', () => {
  expect(rows.filter(({ text }) => sentences(text).length !== 2)).toEqual([]);
});

it('each code is raised somewhere', () => {
  const sources = ['src', 'web/client'].flatMap((folder) =>
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

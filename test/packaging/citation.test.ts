/** The project says the same of itself wherever it does. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const json = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));

const own = json('package.json');
const citation: Record<string, unknown> = parse(readFileSync('CITATION.cff', 'utf8'));
const meta = json('codemeta.json');
const lock = json('package-lock.json');

it('versions are equal', () => {
  const changes = /^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1];
  const versions = [citation.version, meta.version, lock.version, changes];
  expect(versions.map((version) => version === own.version)).toEqual([true, true, true, true]);
});

it('name, licence and authors are equal', () => {
  expect([meta.name, meta.license, meta.description]).toEqual([
    own.name,
    `https://spdx.org/licenses/${own.license}`,
    own.description,
  ]);
  expect([citation.license, citation.authors]).toEqual([own.license, [{ name: own.author }]]);
  expect(meta.author).toEqual([{ type: 'Organization', name: own.author }]);
});

it('the citation has the keys that its format demands', () => {
  // Guide to Citation File Format schema version 1.2.0, "Minimal example".
  for (const key of ['authors', 'cff-version', 'message', 'title']) expect(citation).toHaveProperty(key);
  for (const reference of citation.references as Record<string, unknown>[])
    for (const key of ['authors', 'title', 'type']) expect(reference).toHaveProperty(key);
});

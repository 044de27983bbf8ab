import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Manifest {
  readonly commands: Readonly<
    Record<string, { readonly flags: Readonly<Record<string, { readonly char?: string }>> }>
  >;
}

const manifest: Manifest = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../oclif.manifest.json', import.meta.url)), 'utf8'),
);

it('a letter means one flag in all commands: -o is the overhead', () => {
  const letters = new Map<string, Set<string>>();
  for (const { flags } of Object.values(manifest.commands)) {
    for (const [name, { char }] of Object.entries(flags)) {
      if (char === undefined) continue;
      letters.set(char, (letters.get(char) ?? new Set()).add(name));
    }
  }
  expect(letters.get('o')).toEqual(new Set(['overhead']));
  expect([...letters].filter(([, names]) => names.size > 1)).toEqual([]);
});

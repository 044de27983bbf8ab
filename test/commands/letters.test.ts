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

/** Compilers' spelling, of the two that have no machine and so no overhead. */
const OUTPUT_BY_LETTER = ['trace:build', 'trace:run'];

it('a letter means one flag in all commands: -o is the overhead, where there is one', () => {
  const letters = new Map<string, Set<string>>();
  for (const [command, { flags }] of Object.entries(manifest.commands)) {
    for (const [name, { char }] of Object.entries(flags)) {
      if (char === undefined || (char === 'o' && OUTPUT_BY_LETTER.includes(command))) continue;
      letters.set(char, (letters.get(char) ?? new Set()).add(name));
    }
  }
  expect(letters.get('o')).toEqual(new Set(['overhead']));
  expect([...letters].filter(([, names]) => names.size > 1)).toEqual([]);
});

it.each(OUTPUT_BY_LETTER)('-o is the folder of %s', (command) => {
  const { flags } = manifest.commands[command];
  expect(flags.output.char).toBe('o');
  expect(flags).not.toHaveProperty('overhead');
});

/** What the package promises: its names are the versions' contract, each is explained, and what calls for it is there. */
import { describe, expect, it } from 'vitest';

interface Exported {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly doc: string;
}
const {
  ENTRIES,
  exportsOf,
  typesNamedBy,
}: {
  ENTRIES: Readonly<Record<string, string>>;
  exportsOf(path: string): Exported[];
  typesNamedBy(one: Exported): string[];
} = await import(new URL('../../scripts/api-pages.js', import.meta.url).href);

const entries = Object.entries(ENTRIES).map(([name, path]) => [name, exportsOf(path)] as const);
const everywhere = new Set(entries.flatMap(([, list]) => list.map(({ name }) => name)));

/** Names and what they are, sorted: a name that goes or changes its kind is a new major version. */
const names = (list: readonly Exported[]): string =>
  list
    .map(({ name, kind }) => `${name} ${kind}\n`)
    .sort()
    .join('');

describe.each(entries)('%s', (entry, list) => {
  it('exports the names that were promised', async () => {
    await expect(names(list)).toMatchFileSnapshot(
      `names/${entry.replaceAll('/', '-')}.txt`,
      'npm run write -- api',
    );
  });

  it('exports no name twice', () => {
    const twice = list.filter(({ name }, i) => list.findIndex((one) => one.name === name) !== i);
    expect(twice.map(({ name }) => name)).toEqual([]);
  });

  it('has a sentence for each', () => {
    expect(list.filter(({ doc }) => !/\w+ \w+/.test(doc)).map(({ file, name }) => `${file} ${name}`)).toEqual(
      [],
    );
  });

  it('exports, there or beside, the types that are needed to call it', () => {
    const missing = list.flatMap((one) =>
      typesNamedBy(one)
        .filter((type) => !everywhere.has(type))
        .map((type) => `${one.file} ${one.name} needs ${type}`),
    );
    expect(missing).toEqual([]);
  });
});

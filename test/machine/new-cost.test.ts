/**
 * A cost of messages that is added as CONTRIBUTING.md says is paid wherever messages are: the sources are bundled with a row
 * more in the table of costs and one in the table of parameters, and a program is asked about in every way.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goalText } from '../goal.js';
import type { Query } from './every-way.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** What a contributor writes: by file, before which line. */
const ADDED: Readonly<Record<string, { readonly before: string; readonly row: string }>> = {
  'src/machine/costs.ts': {
    before: '  /** The latency of the route. */\n',
    row: `deliveries: {
      paid: ['taking'],
      counted: false,
      priceOf: ({ delivery }) => (delivery === 0 ? null : () => delivery),
    },`,
  },
  'src/machine/parameters.ts': {
    before: "  cpu: {\n    field: 'cpu',\n",
    row: `delivery: {
      field: 'delivery', file: 'delivery', json: 'delivery_ns', words: 'delivery', default: 0, decides: 'rows',
      format: String,
    },`,
  },
};

type Ways = typeof import('./every-way.js');
let folder: string;
let ways: Ways;

beforeAll(async () => {
  // Beside the tests: the bundle finds the packages that it needs from there.
  folder = mkdtempSync(join(HERE, '.new-cost-'));
  const outfile = join(folder, 'every-way.mjs');
  const written: string[] = [];
  await build({
    entryPoints: [join(HERE, 'every-way.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'added',
        setup({ onLoad }) {
          onLoad({ filter: /\/src\/machine\/.*\.ts$/ }, async ({ path }) => {
            const [name, added] = Object.entries(ADDED).find(([file]) => path.endsWith(file)) ?? [];
            if (name === undefined || added === undefined) return null;
            const text = await readFile(path, 'utf8');
            expect(text.split(added.before)).toHaveLength(2);
            written.push(name);
            return { contents: text.replace(added.before, added.row + added.before), loader: 'ts' };
          });
        },
      },
    ],
  });
  expect(written.sort()).toEqual(Object.keys(ADDED).sort());
  ways = (await import(pathToFileURL(outfile).href)) as Ways;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A parameter that the source does not have. */
const delivered = (query: Omit<Query, 'L' | 'G'>, delivery: number): Query => {
  const values: Query['values'] & { readonly delivery: number } = { ...query.values, delivery };
  return { ...query, values, L: 1000, G: 2 };
};

/** Three messages, each of which waits for the one before. */
const CHAIN = goalText(
  'a: send 11b to 1\nb: recv 11b from 1\nb requires a\nc: send 11b to 1\nc requires b',
  'a: recv 11b from 0\nb: send 11b to 0\nb requires a\nc: recv 11b from 0\nc requires b',
);

/** Two messages that come to a rank at once. */
const TWO = goalText('a: send 1b to 2', 'a: send 1b to 2', 'a: recv 1b from 0\nb: recv 1b from 1').replaceAll(
  / \{ (.*) \}/g,
  ' {\n$1\n}',
);

describe('a cost of messages that is added, 10 µs at the receiver', () => {
  it.each([
    // o + L + 10 G + o + 10,000, three times.
    ['eager', {}, true, 3 * (100 + 1000 + 20 + 100 + 10_000)],
    ['sync', { S: 10, protocol: 'sync' }, false, 3 * (100 + 1000 + 20 + 100 + 10_000)],
    // 4 L + 2 o + 10 G + 10,000.
    ['rdma-read', { S: 10, protocol: 'rdma-read' }, false, 3 * (4000 + 200 + 20 + 10_000)],
    // The table by size says 150 ns of 11 bytes.
    ['eager by size', { overheadBySize: [{ bytes: 1, ns: 150 }] }, true, 3 * (150 + 1020 + 150 + 10_000)],
  ] as const)(
    'is paid in every way by messages one after the other: %s',
    async (_, values, replayed, runtime) => {
      const found = await ways.everyWay(delivered({ goal: CHAIN, values, replayed }, 10_000));
      expect(Object.keys(found).length).toBeGreaterThan(30);
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((way) => [way, runtime])));
    },
  );

  it('keeps the CPU of the receiver, wherever it does one thing at a time', async () => {
    const found = await ways.everyWay(delivered({ goal: TWO, values: {}, replayed: true }, 10_000));
    // o + L, and o + 10,000 of one message, or of both one after the other.
    const free = (way: string): boolean => /CPU free|anyOrder/.test(way);
    const expected = Object.keys(found).map((way) => [way, free(way) ? 11_200 : 21_300]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  it('keeps kernels away only where it is paid', () => {
    const query = { goal: CHAIN, values: {}, replayed: false };
    expect(ways.onKernels(delivered(query, 0))).toBe(true);
    expect(ways.onKernels(delivered(query, 10_000))).toBe(false);
  });
});

/** How the tracer's files hang together: by includes, which run one way. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TRACER = fileURLToPath(new URL('../../tracer/', import.meta.url));
const stem = (file: string): string => file.replace(/\.\w+$/, '');

/** What each part (a C file with its header) includes of the others. */
function parts(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of readdirSync(TRACER).filter((name) => /\.(c|h|inc|def)$/.test(name))) {
    const own = stem(file);
    const needs = found.get(own) ?? new Set();
    for (const [, other] of readFileSync(TRACER + file, 'utf8').matchAll(/^#include "([^"]+)"/gm))
      if (stem(other) !== own) needs.add(stem(other));
    found.set(own, needs);
  }
  return found;
}

/** Parts that are left when those that need no other are taken away again and again: circles, and who needs them. */
function inCircles(all: Map<string, Set<string>>): string[] {
  const left = new Map(all);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [own, needs] of left) if (![...needs].some((other) => left.has(other))) left.delete(own);
  }
  return [...left.keys()];
}

it('has no two files that need each other', () => {
  const all = parts();
  expect(all.size).toBeGreaterThan(20);
  expect(inCircles(all)).toEqual([]);
  expect(
    inCircles(
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['a'])],
      ]),
    ),
  ).toEqual(['a', 'b']);
});

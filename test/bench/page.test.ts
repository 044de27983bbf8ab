/** The page on speed shows the run that is kept. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseResult } from '../../bench/harness/result.js';
import { pagePart } from '../../bench/harness/tables.js';

it('docs/performance.md has the tables of bench/measured.json', () => {
  const page = readFileSync('docs/performance.md', 'utf8');
  const shown = /<!-- bench -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1];
  expect(shown).toBe(pagePart(parseResult(readFileSync('bench/measured.json', 'utf8'))));
});

/** The page on speed shows the run that is kept: `npm run write -- performance`. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pagePart, picture } from '../../bench/harness/page-part.js';
import { parseResult } from '../../bench/harness/result.js';

const result = parseResult(readFileSync('bench/measured.json', 'utf8'));

it('docs/performance.md has tables and a picture of bench/measured.json', () => {
  const page = readFileSync('docs/performance.md', 'utf8');
  const shown = /<!-- bench -->\n([\s\S]*?)<!-- end -->/.exec(page)?.[1];
  expect(shown).toBe(pagePart(result));
  expect(readFileSync('docs/performance.svg', 'utf8')).toBe(picture(result));
});

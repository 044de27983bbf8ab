/**
 * The tables and the picture of docs/performance.md, from bench/measured.json: `npm run write -- performance`, after
 * `npm run bench -- --output bench/measured.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pagePart, picture } from './harness/page-part.js';
import { parseResult } from './harness/result.js';

const at = (path: string): URL => new URL(path, import.meta.url);

const result = parseResult(readFileSync(at('measured.json'), 'utf8'));
const page = at('../docs/performance.md');
const marks = /(<!-- bench -->\n)[\s\S]*?(<!-- end -->)/;
const text = readFileSync(page, 'utf8');
writeFileSync(
  page,
  text.replace(marks, (_, start: string, end: string) => start + pagePart(result) + end),
);
writeFileSync(at('../docs/performance.svg'), picture(result));

/**
 * The tables of docs/performance.md from bench/measured.json, which `npm run bench -- --output bench/measured.json` wrote.
 *
 *   npm run write -- performance
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseResult } from './harness/result.js';
import { pagePart } from './harness/tables.js';

const measured = new URL('measured.json', import.meta.url);
const page = new URL('../docs/performance.md', import.meta.url);
const part = pagePart(parseResult(readFileSync(measured, 'utf8')));
const text = readFileSync(page, 'utf8');
writeFileSync(
  page,
  text.replace(
    /(<!-- bench -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) => start + part + end,
  ),
);

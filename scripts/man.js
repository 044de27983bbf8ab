// Writes man/llamp-ts.1, the manual page, as part of `npm run build`: after the manifest, which it is made from.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { manPage } from './man-page.js';

const at = (path) => new URL(`../${path}`, import.meta.url);
const text = (path) => readFileSync(at(path), 'utf8');

const { version, description } = JSON.parse(text('package.json'));
// Packagers set it, so that what they build twice is the same.
const { SOURCE_DATE_EPOCH: epoch } = process.env;
const date = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString().slice(0, 10);

mkdirSync(at('man/'), { recursive: true });
const pages = {
  readme: text('README.md'),
  index: text('docs/README.md'),
  cli: text('docs/cli.md'),
  tracer: text('tracer/README.md'),
};
const manifest = JSON.parse(text('oclif.manifest.json'));
writeFileSync(at('man/llamp-ts.1'), manPage({ manifest, version, description, date, ...pages }));

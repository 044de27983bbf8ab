// The licences of what is inside of a bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.js';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Folders of the packages that modules are of. */
function packagesOf(inputs) {
  const found = inputs.map((path) => PACKAGE.exec(path.replace(/^[\w-]+:/, ''))?.[1]);
  return [...new Set(found)]
    .filter((folder) => folder !== undefined && existsSync(join(root, folder)))
    .sort();
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder)).filter((file) =>
    /^(?:licen[cs]e|copying|notice)/i.test(file),
  );
  const text = texts.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version}: ${license}\n\n${text === '' ? 'The package has no text of its licence.' : text}\n`;
}

/** `inputs`: paths of modules from the root of the project. `more`: licences of what is no package, with their titles. */
export function licences(inputs, more = []) {
  const own = `llamp-ts: MIT\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}\n`;
  const packages = packagesOf([...inputs, 'node_modules/highs/build/highs.wasm']).map(licenceOf);
  return [own, ...more, ...packages].join(`\n${'-'.repeat(80)}\n\n`);
}

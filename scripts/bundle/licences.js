// The licences of what is inside of a bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.js';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Its library is in the WebAssembly of the kernels. */
const KERNELS = 'node_modules/assemblyscript/std/assembly/memory.ts';

/** Files that a bundle of esbuild has code of, by their paths from the root of the project. */
export const inputsOf = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
  );

const read = (path) => readFileSync(join(root, path), 'utf8');

const COMMENTS = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm;
const RIGHTS = /copyright|@licen[cs]e|licen[cs]ed under/i;

/** What a file says of its authors: packages contain files of others, too. */
const noticesIn = (path) => (read(path).match(COMMENTS) ?? []).filter((comment) => RIGHTS.test(comment));

/** `files`: those of the package in `folder` that are inside. */
function licenceOf([folder, files]) {
  const { name, version, license, author } = JSON.parse(read(`${folder}/package.json`));
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice|third-?party)/i.test(file))
    .sort()
    .map((file) => read(`${folder}/${file}`).trim());
  if (texts.length === 0)
    texts.push(
      `The package has no text of its licence. Its author: ${author?.name ?? author ?? 'not named'}.`,
    );
  const notices = [...new Set(files.flatMap(noticesIn))].map((notice) => notice.trim());
  return `${[`${name} ${version}: ${license}`, ...texts, ...notices].join('\n\n')}\n`;
}

/** `inputs`: paths of files from the root of the project. `more`: licences of what is no package, with their titles. */
export function licences(inputs, more = []) {
  const own = `llamp-ts: MIT\n\n${read('LICENSE').trim()}\n`;
  const packages = new Map();
  for (const path of [...new Set([...inputs, KERNELS])].sort()) {
    const folder = PACKAGE.exec(path)?.[1];
    if (folder !== undefined) packages.set(folder, [...(packages.get(folder) ?? []), path]);
  }
  return [own, ...more, ...[...packages].sort().map(licenceOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

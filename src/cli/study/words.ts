/** Words of a study's file as a command line anywhere understands them: files that they name lie beside the study's file. */
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** What stands between the parts of a word, such as `graph:net.xml` or `a.yaml,b.yaml`. */
const BETWEEN = /([,=:])/;

/**
 * A word with `replaced` in the place of each file that it names. A file is known by a dot or a slash in its name: a preset or
 * an algorithm must not become one for a file that happens to be called the same.
 */
export function withFiles(word: string, folder: string, replaced: (path: string) => string): string {
  const whole = fileOf(word, folder);
  if (whole !== null) return replaced(whole);
  return word
    .split(BETWEEN)
    .map((part) => {
      const file = fileOf(part, folder);
      return file === null ? part : replaced(file);
    })
    .join('');
}

/** Words that mean the same in any folder. */
export const absoluteWords = (words: readonly string[], folder: string): string[] =>
  words.map((word) => withFiles(word, folder, (path) => path));

function fileOf(part: string, folder: string): string | null {
  if (!/[./]/.test(part)) return null;
  const path = beside(part, folder);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : null;
}

/** A path from a folder. */
export const beside = (path: string, folder: string): string =>
  isAbsolute(path) ? path : join(folder, path);

/** Text of an answer as it would be in the study's folder: paths within it begin there. */
export const asInFolder = (text: string, folder: string): string => text.replaceAll(`${folder}/`, '');

/** {@link asInFolder} for all text within a value of JSON. */
export function valueAsInFolder(value: unknown, folder: string): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? asInFolder(one, folder) : one,
  );
}

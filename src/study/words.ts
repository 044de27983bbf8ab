/** Words of a command line as a shell splits them, without anything that a shell would put in their place. */
import { UsageError } from '../errors.js';

/** What stands together: bare letters, one behind a backslash, or what is in quotes. */
const PIECE =
  /\\(?<escaped>[\s\S])|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|(?<bare>[^\s'"\\]+)|(?<space>\s+)/y;

/** Throws UsageError for a quote that is not closed. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  const piece = new RegExp(PIECE);
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex;
    const found = piece.exec(text)?.groups;
    if (found === undefined) throw unclosed(text.slice(at));
    if (found.space === undefined) word = (word ?? '') + meant(found);
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

const meant = ({ escaped, single, double, bare }: Readonly<Record<string, string | undefined>>): string =>
  escaped ?? single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? bare ?? '';

const unclosed = (rest: string): UsageError =>
  rest.startsWith('\\')
    ? new UsageError('nothing stands behind the last backslash', 'leave it out')
    : new UsageError(`the quote of ${rest} is not closed`, `put ${rest[0]} behind it`);

/** Names of files may hold any letter: what is shown of them stays on its line, and says nothing to a terminal. */

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The text with control characters as JavaScript writes them: `\n`, `\x1b`. */
export const oneLine = (text: string): string =>
  text.replace(
    /\p{Cc}/gu,
    (letter) => ESCAPES.get(letter) ?? `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Comments of tuning files: lines that begin with `#`, in letters that every reader takes. */

const MICRO = /[µμ]/g;
/** What is no plain printable letter: a line break in a name would end the comment. */
const OTHER = /[^\x20-\x7e]/g;

/** Each line as a comment. */
export const commented = (lines: readonly string[]): string =>
  lines.map((line) => `# ${line.replaceAll(MICRO, 'u').replaceAll(OTHER, '?')}\n`).join('');

/** How answers are laid out where they are read: as plain text of any width, within a terminal, or as Markdown. */

export interface Layout {
  /** Columns of the terminal; null: as wide as it comes. */
  readonly columns: number | null;
  readonly markdown: boolean;
}

const WIDE: Layout = { columns: null, markdown: false };

let current = WIDE;

/** That of the text that is made now. */
export const layout = (): Layout => current;

/** Makes text in a layout. `make` may not wait: what others make meanwhile would be laid out so as well. */
export function laidOut(wanted: Layout, make: () => string): string {
  const before = current;
  current = wanted;
  try {
    const text = make();
    return wanted.markdown ? paragraphs(text) : wrapped(text, wanted.columns);
  } finally {
    current = before;
  }
}

/** Rows of a list that a terminal shows at once. */
const LISTED = 10;

/** How many rows of a list are shown where there are never more than `most`. */
export const listed = (most: number): number =>
  current.columns === null || current.markdown ? most : Math.min(most, LISTED);

/** Behind a list of which `left` rows are not shown; '' behind all of it. */
export const moreText = (left: number, which = ''): string =>
  left > 0 ? `  … and ${left} more${which} (--json has all)\n` : '';

/** Sentences broken between words where a terminal is too narrow for them; tables are no wider than it. */
export function wrapped(text: string, columns: number | null): string {
  if (columns === null) return text;
  return text
    .split('\n')
    .map((line) => ([...line].length <= columns ? line : wrappedLine(line, columns)))
    .join('\n');
}

/** Goes on further in than it begins. */
function wrappedLine(line: string, columns: number): string {
  const begin = line.length - line.trimStart().length;
  const parts = broken(line.trimStart(), columns, begin, begin + 2);
  return ' '.repeat(begin) + parts.join(`\n${' '.repeat(begin + 2)}`);
}

/** Parts of a text between words, of which the first begins behind `begin` letters and the others behind `indent`. */
export function broken(text: string, columns: number, begin: number, indent: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const parts = [first];
  for (const word of words) {
    const longer = `${parts[parts.length - 1]} ${word}`;
    const room = columns - (parts.length === 1 ? begin : indent);
    if ([...longer].length <= room) parts[parts.length - 1] = longer;
    else if (word !== '') parts.push(word);
  }
  return parts.length === 1 ? parts : parts.map((part) => part.trimEnd());
}

/** Lines of text stay lines, and tables and lists stand by themselves. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const made = lines.flatMap((line, i) => {
    const next = lines[i + 1] ?? '';
    if (line === '' || next === '') return [line];
    if (kindOf(line) !== kindOf(next)) return [line, ''];
    return [kindOf(line) === 'text' ? `${line}  ` : line];
  });
  return `${made
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function kindOf(line: string): 'table' | 'list' | 'text' {
  if (line.startsWith('|')) return 'table';
  return line.startsWith('- ') ? 'list' : 'text';
}

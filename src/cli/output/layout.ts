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
    return wanted.markdown ? paragraphs(text) : text;
  } finally {
    current = before;
  }
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

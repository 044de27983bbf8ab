/** Tables and notes of the page. */
import { escapeText } from '../plots/frame.js';

/** Rows of cells as a table; the first cell of each row names it. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbersFrom = 1,
  numbersTo = Number.POSITIVE_INFINITY,
): string {
  const kind = (i: number): string => (i >= numbersFrom && i < numbersTo ? ' class="number"' : '');
  const headCells = head.map((text, i) => `<th scope="col"${kind(i)}>${escapeText(text)}</th>`).join('');
  const body = rows.map(([name, ...cells]) => {
    const data = cells.map((text, i) => `<td${kind(i + 1)}>${escapeText(text)}</td>`).join('');
    return `<tr><th scope="row">${escapeText(name)}</th>${data}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${headCells}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

export const noteOf = (text: string): string => `<p class="note">${escapeText(text)}</p>`;

/** A paragraph for each thing that a reader should mind. */
export const warningNotes = (texts: readonly string[]): string =>
  texts.map((text) => `<p class="warning" role="note">${escapeText(text)}</p>`).join('');

/** Notes as the text form of llamp-trace has them: comments behind their call, such as `#matched: 3,17`. */

import { NotesColumns, type RowListColumns, type TraceNotes } from '../mpi/notes.js';
import type { LineCursor } from './cursor.js';

const NOTE = /^#(completed|matched|comm|intercomm|neighbours): (-?\d+(?:,-?\d+)*)$/;
/** Numbers of a note of each kind, at least. */
const LEAST = { completed: 1, matched: 2, comm: 2, intercomm: 4, neighbours: 2 } as const;

export class NoteLines {
  readonly #columns = new NotesColumns();

  /** Takes `text`, the comment at the cursor, as a note of `row`; other comments are passed over. */
  add(cursor: LineCursor, text: string, row: number): void {
    const kind = this.#kindOf(text);
    if (kind === undefined) return;
    const [, , list] = NOTE.exec(text) ?? [];
    const numbers = list?.split(',').map(Number) ?? [];
    if (numbers.length < LEAST[kind])
      cursor.fail(`'${text}' is no note of a call`, 'the line is damaged: trace the program again');
    if (kind === 'matched') this.#columns.matched.add(row, [numbers[0], numbers[1], numbers[2] ?? 0]);
    else this.#listOf(kind).add(row, numbers);
  }

  done(): TraceNotes {
    return this.#columns.done();
  }

  #kindOf(text: string): keyof typeof LEAST | undefined {
    if (text.startsWith('#completed:')) return 'completed';
    if (text.startsWith('#matched:')) return 'matched';
    if (text.startsWith('#neighbours:')) return 'neighbours';
    if (text.startsWith('#intercomm:')) return 'intercomm';
    return text.startsWith('#comm:') ? 'comm' : undefined;
  }

  #listOf(kind: 'completed' | 'comm' | 'intercomm' | 'neighbours'): RowListColumns {
    if (kind === 'intercomm') return this.#columns.groups;
    return kind === 'comm' ? this.#columns.members : this.#columns[kind];
  }
}

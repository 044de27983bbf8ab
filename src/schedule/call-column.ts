/** MPI calls that operations come from, by name. */
import { Column, u16 } from './columns.js';

export class CallColumn {
  readonly #names: string[];
  readonly #codes = new Map<string, number>();
  readonly #column = new Column(u16);
  #current = 0;

  /** `names`: gets each name once. `earlier`: operations that come from no call. */
  constructor(names: string[], earlier: number) {
    this.#names = names;
    if (earlier > 0) this.#column.fill(earlier, this.#codeOf(''));
  }

  /** Operations from now on come from call `name`. */
  is(name: string): void {
    this.#current = this.#codeOf(name);
  }

  /** One more operation. */
  push(): void {
    this.#column.push(this.#current);
  }

  /** [operations] index into the names. */
  done(): Uint16Array {
    return this.#column.done();
  }

  #codeOf(name: string): number {
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    const code = this.#names.push(name) - 1;
    this.#codes.set(name, code);
    return code;
  }
}

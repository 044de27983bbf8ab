/** The actions of one rank as they are written, before it is known how many ranks there are. */
import { Column, f64, u16, u32 } from '../../schedule/columns.js';

export interface RawActions {
  readonly count: number;
  /** [count] index into the actions, or past them into the names that are none. */
  readonly code: Uint16Array;
  /** [count] line, from 1. */
  readonly line: Uint32Array;
  /** [count + 1] start of an action's words in `args`. */
  readonly argStart: Uint32Array;
  /** The numbers that follow the names. */
  readonly args: Float64Array;
}

export class RawColumns {
  readonly args = new Column(f64);
  readonly #code = new Column(u16);
  readonly #line = new Column(u32);
  readonly #argStart = new Column(u32);

  /** An action whose words are `args` from here on. */
  begin(code: number, line: number): void {
    this.#code.push(code);
    this.#line.push(line);
    this.#argStart.push(this.args.length);
  }

  done(): RawActions {
    this.#argStart.push(this.args.length);
    return {
      count: this.#code.length,
      code: this.#code.done(),
      line: this.#line.done(),
      argStart: this.#argStart.done(),
      args: this.args.done(),
    };
  }
}

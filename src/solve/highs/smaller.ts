/** Programs with the same T where it is asked, of fewer rows: the solver is passed these. */
import type { LineSystem } from '../../timing/lines.js';
import type { Interval } from '../engine.js';
import { bytesOfContracting, withContracted } from '../sweep/contract.js';
import { reduce } from '../sweep/reduce.js';
import { placed } from '../sweep/room.js';
import { rangeOfLambda, settledFrom } from '../sweep/search.js';

/** Where λ is the same as at a point, and how far that is looked at. */
interface Around {
  readonly whole: LineSystem;
  readonly x: number;
  /** Where λ is the same. */
  readonly range: Interval;
  /** Somewhat more, so that what ends the range is there; where it has no end, some tolerances more than it takes to settle. */
  readonly finite: Interval;
}

/** A smaller system, and where it has the T of the whole one. */
interface Made extends Interval {
  readonly whole: LineSystem;
  readonly lines: LineSystem;
}

/** How much further than the range what is kept reaches, of its width and of the point: T rises behind it, which ends it. */
const WIDTH = 1 / 4;
const POINT = 1e-6;
/** How much further than a point it reaches where T is one line from there on. */
const FURTHER = 10;

/** Smaller programs of a system; the last is kept for what is asked next. */
export class Smaller {
  #around: Around | null = null;
  #made: Made | null = null;

  /** Where λ is what it is at x. */
  around(whole: LineSystem, x: number): Around {
    if (this.#around?.whole === whole && this.#around.x === x) return this.#around;
    const range = rangeOfLambda(whole, x);
    const ends = Number.isFinite(range.high);
    const margin = Math.max(WIDTH * ((ends ? range.high : x) - range.low), POINT * x);
    const high = ends ? range.high + margin : Math.max(settledFrom(whole, x), FURTHER * x);
    const low = Math.max(range.low - margin, whole.axis.lowest);
    this.#around = { whole, x, range, finite: { low, high } };
    return this.#around;
  }

  /**
   * A system with the same T on an interval: vertices that one row leads on from are joined to the vertex behind, rows that
   * are critical nowhere in it are left out, and of what is left vertices are joined once more. Rows have no origin any more.
   */
  on(whole: LineSystem, { low, high }: Interval): LineSystem {
    const made = this.#made;
    if (made?.whole === whole && made.low <= low && high <= made.high) return made.lines;
    const { lines } = reduce(contracted(whole, low, high), low, high);
    this.#made = { whole, low, high, lines: contracted(lines, low, high) };
    return this.#made.lines;
  }
}

/** A copy of the contracted system, or the system itself where that is not much larger. */
function contracted(lines: LineSystem, low: number, high: number): LineSystem {
  let found = lines;
  withContracted(placed(lines, bytesOfContracting(lines, 0)), low, high, (smaller) => {
    const { rowStart, from, base, slope } = smaller;
    found = {
      ...smaller,
      rowStart: rowStart.slice(),
      from: from.slice(),
      base: base.slice(),
      slope: slope.slice(),
    };
  });
  return found;
}

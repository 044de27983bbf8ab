/** Uses of resources, as columns: each is added up in many windows. */
import { f64, grown, i32, u8 } from '../schedule/columns.js';

/**
 * One use of a resource: it holds the resource for so much, and spends at least so much before and behind it, between what
 * its stretch begins with and what it ends with. A register, filled anew for each.
 */
export class Use {
  resource = 0;
  heldNs = 0;
  heldOverheads = 0;
  heldBytes = 0;
  apartNs = 0;
  apartOverheads = 0;
  /** Bytes paid apart, at the gap of the resource. */
  apartBytes = 0;
  /** Ways before the resource and behind it, by their number; 0: none. */
  before = 0;
  behind = 0;
  /** Whether the one before it on the resource must have ended when it begins: the plain model adds them up, too. */
  chained = false;

  of(resource: number): this {
    this.resource = resource;
    this.heldNs = 0;
    this.heldOverheads = 0;
    this.heldBytes = 0;
    this.apartNs = 0;
    this.apartOverheads = 0;
    this.apartBytes = 0;
    this.before = 0;
    this.behind = 0;
    this.chained = false;
    return this;
  }
}

/** [uses] a column for each part of a use; behind `length` they hold nothing. Read them anew after a push: they grow. */
export class UseColumns {
  length = 0;
  resource = i32(0);
  heldNs = f64(0);
  heldOverheads = u8(0);
  heldBytes = f64(0);
  apartNs = f64(0);
  apartOverheads = u8(0);
  apartBytes = f64(0);
  before = i32(0);
  behind = i32(0);
  /** 0 or 1. */
  chained = u8(0);

  push(use: Use): void {
    const i = this.length++;
    if (i >= this.resource.length) this.#grow();
    this.resource[i] = use.resource;
    this.heldNs[i] = use.heldNs;
    this.heldOverheads[i] = use.heldOverheads;
    this.heldBytes[i] = use.heldBytes;
    this.apartNs[i] = use.apartNs;
    this.apartOverheads[i] = use.apartOverheads;
    this.apartBytes[i] = use.apartBytes;
    this.before[i] = use.before;
    this.behind[i] = use.behind;
    this.chained[i] = use.chained ? 1 : 0;
  }

  #grow(): void {
    const { length } = this;
    this.resource = grown(this.resource, i32, length);
    this.heldNs = grown(this.heldNs, f64, length);
    this.heldOverheads = grown(this.heldOverheads, u8, length);
    this.heldBytes = grown(this.heldBytes, f64, length);
    this.apartNs = grown(this.apartNs, f64, length);
    this.apartOverheads = grown(this.apartOverheads, u8, length);
    this.apartBytes = grown(this.apartBytes, f64, length);
    this.before = grown(this.before, i32, length);
    this.behind = grown(this.behind, i32, length);
    this.chained = grown(this.chained, u8, length);
  }
}

/** Uses of resources, as columns: each is added up in many windows. */
import { Column, f64, i32, u8 } from '../schedule/columns.js';

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

export class UseColumns {
  readonly resource = new Column(i32);
  readonly heldNs = new Column(f64);
  readonly heldOverheads = new Column(u8);
  readonly heldBytes = new Column(f64);
  readonly apartNs = new Column(f64);
  readonly apartOverheads = new Column(u8);
  readonly apartBytes = new Column(f64);
  readonly before = new Column(i32);
  readonly behind = new Column(i32);
  /** 0 or 1. */
  readonly chained = new Column(u8);

  get length(): number {
    return this.resource.length;
  }

  push(use: Use): void {
    this.resource.push(use.resource);
    this.heldNs.push(use.heldNs);
    this.heldOverheads.push(use.heldOverheads);
    this.heldBytes.push(use.heldBytes);
    this.apartNs.push(use.apartNs);
    this.apartOverheads.push(use.apartOverheads);
    this.apartBytes.push(use.apartBytes);
    this.before.push(use.before);
    this.behind.push(use.behind);
    this.chained.push(use.chained ? 1 : 0);
  }
}

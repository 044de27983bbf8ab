/** Uses of resources. */

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

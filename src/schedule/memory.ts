/** Who is asked before memory is taken, so that a program that is too large is refused, not killed. */

/** What a host tells of its memory. */
export interface MemoryGuard {
  /**
   * `bytes` are about to be written that were not before; `operations`: how many are known by now. Throws a LimitError
   * where there is no room for them.
   */
  need(bytes: number, operations?: number): void;
}

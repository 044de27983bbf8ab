/** A run that answered, but did not pass the gate that the user set (`--fail-below`, `--fail-above`). */
export class GateNotMet extends Error {
  /** How far off it is, relative to the gate: of several programs the worst is told. */
  readonly off: number;

  constructor(message: string, off = 0) {
    super(message);
    this.off = off;
  }
}

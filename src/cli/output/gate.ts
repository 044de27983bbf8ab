/** A run that answered, but did not pass the gate that the user set (`--fail-below`, `--fail-above`). */
export class GateNotMet extends Error {}

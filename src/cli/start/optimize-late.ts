/** The flags of V8 under which it optimizes late: for what is over soon. Tests run under them, too. */
import { versions } from 'node:process';

/** First number of Node's version. */
export const NODE = Number.parseInt(versions.node, 10);

/** Newest Node whose V8 is known to have the flag. */
const NEWEST = 21;

/** Bytes of bytecode that a function runs, several times over, before V8 looks whether to optimize it; by itself 67,584. */
const PATIENCE = 1_000_000;

/** None where V8 does not know them. */
export const OPTIMIZE_LATE: readonly string[] = NODE <= NEWEST ? [`--interrupt-budget=${PATIENCE}`] : [];

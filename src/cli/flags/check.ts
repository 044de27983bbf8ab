/** Flags of `check`, which solves nothing. */
export { sharedFlags as checkFlags } from './common.js';

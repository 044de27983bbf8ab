/** Synthetic schedules. */
export { findPattern, makePattern, PATTERNS } from './make.js';
export type { PatternOptions } from './options.js';
export type { Pattern } from './pattern.js';

/** Traces of liballprof → schedule. */

export type { CallCoverage, Coverage } from '../coverage.js';
export { type NamedTrace, traceSetOf, traceSets } from '../rank-files.js';
export { type TraceSchedule, tracesToSchedule } from './convert.js';
export { looksLikeTrace } from './format.js';
export type { MpiLibrary } from './library.js';
export type { ConversionOptions, TraceScheduleOptions } from './options.js';
export type { PitchFound } from './pitch.js';
export { readTraces } from './read.js';
export type { RequestPitch } from './requests.js';
export type { CallTally, CommHandle, RankTrace, TraceFile, TraceSet } from './trace.js';
export { COMPUTATION } from './trace-builder.js';

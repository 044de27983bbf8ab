/** Traces of liballprof → schedule. */

export { type TraceSchedule, tracesToSchedule } from './convert.js';
export type { CallCoverage, Coverage } from './coverage.js';
export type { MpiLibrary } from './library.js';
export { looksLikeTrace, type NamedTrace, traceSetOf, traceSets } from './names.js';
export type { TraceScheduleOptions } from './options.js';
export type { PitchFound } from './pitch.js';
export { readTraces } from './read.js';
export type { RequestPitch } from './requests.js';
export type { CallTally, CommHandle, RankTrace, TraceFile, TraceSet } from './trace.js';
export { COMPUTATION } from './trace-builder.js';

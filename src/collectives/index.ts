/** Collective operations as point-to-point schedules: algorithms, their choice, and putting them in a schedule. */
export * from './choice.js';
export * from './collective-algorithm.js';
export * from './emit.js';
export { type MpichChoice, mpichChoice } from './mpich.js';
export {
  type Carried,
  describeCollective,
  type RecordedOp,
  recordCollective,
  type Taken,
  type WholeCall,
} from './recorded-calls.js';
export * from './registry.js';

/** Collective operations as point-to-point schedules: algorithms, their choice, and putting them in a schedule. */
export {
  type CollectiveChoice,
  type CollectiveSpec,
  chooseAlgorithm,
  parseCollectiveSpec,
} from './choice.js';
export { describeCollective } from './describe.js';
export {
  type EmittedCollective,
  emitCollective,
  emitCollectiveCall,
  type Placement,
} from './emit.js';
export { mpichChoice } from './mpich.js';
export { COLLECTIVES, type CollectiveName } from './names.js';
export { editDistance, nearest } from './nearest.js';
export { OPEN_MPI_VERSION, type OpenMpiChoice, openMpiChoice } from './openmpi.js';
export { type RecordedOp, recordCollective, type WholeCall } from './record.js';
export { algorithmsOf, defaultAlgorithm, findAlgorithm, parseCollectiveName } from './registry.js';
export {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  type Effect,
  type OperationSink,
  type OptionName,
  type PayloadTrace,
  PUBLISHED_OPTIONS,
  Register,
} from './types.js';

/** Collective operations as point-to-point schedules: algorithms, their choice, and putting them in a schedule. */
export {
  type CollectiveChoice,
  type CollectiveSpec,
  chooseAlgorithm,
  parseCollectiveSpec,
  specParser,
} from './choice.js';
export { describeCollective } from './describe.js';
export {
  type CallContext,
  type EmittedCollective,
  emitCollective,
  emitCollectiveCall,
} from './emit.js';
export { type MpichChoice, mpichChoice } from './mpich.js';
export { COLLECTIVES, type CollectiveName } from './names.js';
export { OPEN_MPI_VERSION, type OpenMpiChoice, openMpiChoice } from './openmpi.js';
export { type Carried, type RecordedOp, recordCollective, type Taken, type WholeCall } from './record.js';
export {
  ALGORITHMS,
  type AlgorithmTable,
  algorithmsOf,
  defaultAlgorithm,
  findAlgorithm,
  parseCollectiveName,
  withAlgorithms,
} from './registry.js';
export {
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  type Effect,
  type Op,
  type OperationSink,
  type OptionName,
  type PayloadTrace,
  PUBLISHED_OPTIONS,
  Register,
} from './types.js';

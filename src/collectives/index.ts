/** Collective operations as point-to-point schedules: algorithms, their choice, and putting them in a schedule. */
export {
  type CollectiveChoice,
  type CollectiveSpec,
  chooseAlgorithm,
  OPEN_MPI_VERSION,
  type OpenMpiChoice,
  openMpiChoice,
  parseCollectiveSpec,
  specParser,
} from './choice.js';
export {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveFigures,
  type CollectiveName,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  type Effect,
  type Op,
  type OperationSink,
  type OptionName,
  type PayloadTrace,
  PUBLISHED_OPTIONS,
  Register,
} from './collective-algorithm.js';
export {
  type CallContext,
  type EmittedCollective,
  emitCollective,
  emitCollectiveCall,
} from './emit.js';
export { type MpichChoice, mpichChoice } from './mpich.js';
export {
  type Carried,
  describeCollective,
  type RecordedOp,
  recordCollective,
  type Taken,
  type WholeCall,
} from './recorded-calls.js';
export {
  ALGORITHMS,
  type AlgorithmTable,
  algorithmsOf,
  defaultAlgorithm,
  findAlgorithm,
  parseCollectiveName,
  withAlgorithms,
} from './registry.js';

/** The parts that questions are made of: columns, graph, linear program, engines. They may change in any version. */
export { probabilityAbove, quantileOf } from './analysis/distributions.js';
export { latencyCurve } from './analysis/exact-curve.js';
export { pieceAt, runtimeWith } from './analysis/piecewise.js';
export { buildGraph, type ExecutionGraph } from './graph/execution-graph.js';
export type { SerialOrder } from './graph/graph-events.js';
export type { ProgramOrder } from './graph/program-order.js';
export type { Window, Windows } from './graph/receive-windows.js';
export { useKernels } from './kernels/arena.js';
export { isRendezvous, overheadOf } from './machine/machine.js';
export { homogeneous, withLatencies } from './machine/parameters.js';
export { platformNetwork } from './platform/platform.js';
export { densePlacement, topologyNetwork } from './platform/topology-network.js';
export {
  type Distance,
  type Volume,
  volumeCost,
  volumeMapping,
  volumeOf,
} from './platform/volume-mapping.js';
export {
  ANY,
  anyTagBelow,
  CALC,
  DEP_OP,
  describeOp,
  type InputLines,
  IREQUIRES,
  labelOf,
  lineOf,
  RECV,
  rankOf,
  SEND,
  takesTag,
} from './schedule/schedule.js';
export {
  type LatencySlopes,
  latencySlopes,
  type SimulationOptions,
  type SimulationResult,
  simulate,
} from './simulation/simulate.js';
export type { Listener } from './simulation/simulation.js';
export {
  LOGGOPSIM,
  NO_PECULIARITIES,
  PECULIARITIES,
  type Peculiarities,
  type Peculiarity,
  parsePeculiarities,
} from './simulation/simulation.js';
export type { OperationTimes } from './simulation/simulation-events.js';
export * from './solve/engine.js';
export type {
  Basis,
  HighsBorder,
  LinearProgram,
  LinearSolution,
  OpenModel,
  SolveOptions,
  SolveStatus,
} from './solve/highs/border.js';
export { HighsEngine, type HighsOptions } from './solve/highs/highs-engine.js';
export type { PathLine } from './solve/sweep/pass.js';
export type { AxisPair, Rectangle } from './solve/sweep/planes.js';
export { SweepEngine } from './solve/sweep/sweep-engine.js';
export type { Message, RankProgram } from './sources/patterns/synthetic-patterns.js';
export { axisKey, machineAt } from './timing/axis.js';
export { compile } from './timing/compile.js';
export { type LineSystem, linesOf } from './timing/line-system.js';
export * from './timing/lp-text.js';
export * from './timing/replay.js';
export type { Paid, TimingSystem } from './timing/timing-system.js';

/** The public API: read a program, describe a machine, ask a question. */

export {
  type CrossoverMap,
  crossoverMap,
  type MapQuestion,
  type MapRow,
  type Next,
  type SizeBorder,
  type Standing,
  type WonInterval,
} from './analysis/algorithm-crossovers.js';
export type { CallOverhead, OverheadSource } from './analysis/call-overheads.js';
export type {
  Amounts,
  Region,
  RegionAmounts,
  RegionCall,
  RegionFunction,
  RegionNode,
  Regions,
} from './analysis/call-tree.js';
export type { Support } from './analysis/collective-support.js';
export {
  type ComparedTopology,
  type CompareOptions,
  compareTopologies,
  type TopologyVariant,
  type WireSlowdown,
} from './analysis/compare-topologies.js';
export {
  type CriticalPath,
  criticalPath,
  type PathPrice,
  type PathRegions,
  type PathSegment,
  type PathSites,
  type PricedKind,
  pathRegions,
  pathSites,
  type SiteShares,
} from './analysis/critical-path-shares.js';
export { type Crossover, crossovers, type Followed, type Stretch } from './analysis/curve-crossovers.js';
export { type Cut, cutRegion, type RegionFound, regionAmongCalls } from './analysis/cut/cut-region.js';
export type { Iterations, SteadyState } from './analysis/cut/iterations.js';
export {
  type Mark,
  type MarkedBy,
  type Phase,
  type PhasesQuery,
  phases,
} from './analysis/cut/program-phases.js';
export type {
  Bound,
  CallPlace,
  PcontrolBound,
  RegionBound,
  RegionEntry,
  RegionQuery,
} from './analysis/cut/region-bounds.js';
export type { ProgramFacts } from './analysis/diagnose-error.js';
export {
  type ContinuousDistribution,
  type DiscreteDistribution,
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  type Moments,
  normal,
} from './analysis/distributions.js';
export {
  type DrawnEdge,
  type DrawnGraph,
  type DrawnNode,
  drawnGraph,
} from './analysis/drawn-graph.js';
export {
  type CurveMethod,
  type CurvePoint,
  curveAt,
  type ExactCurveOptions,
  exactCurve,
  type RangingOptions,
  type WithinRuntime,
  withinRuntime,
} from './analysis/exact-curve.js';
export * from './analysis/group-tolerance.js';
export {
  type Breakdown,
  type BreakdownGroup,
  breakdown,
  type LatencyAmount,
  type RegionLatency,
  regionLatency,
} from './analysis/latency-breakdown.js';
export {
  type FigureQuantile,
  type Figures,
  type FurtherRuns,
  figuresOf,
  type NoOwnRun,
  type OwnRun,
  ownRun,
  type RunQuery,
  type RunsUncertainty,
  runsUncertainty,
  type TraceQuestion,
  type TraceUncertainty,
  traceUncertainty,
} from './analysis/measurement-uncertainty.js';
export type { Grouping, GroupNaming, SiteCall, SiteTitle } from './analysis/message-groups.js';
export { Model, type ModelOptions } from './analysis/model.js';
export {
  type ChangedModel,
  type ChangeOptions,
  type GrowingChange,
  type ModelQuery,
  type UsedTolerance,
  withChange,
} from './analysis/network-changes.js';
export {
  type CriticalValue,
  type Curve,
  criticalValues,
  type LatencyCurve,
  largestWithinCurve,
  type Piece,
  rhoAt,
  runtimeAt,
} from './analysis/piecewise.js';
export {
  type Budget,
  type BudgetedProgram,
  budgetOf,
  type CallWorth,
  mixedBudget,
  type Takeover,
  type Worth,
} from './analysis/procurement.js';
export {
  type PairSensitivity,
  type Pairwise,
  type PairwiseOptions,
  pairwise,
} from './analysis/rank-pairs.js';
export {
  type NamedMapping,
  type PlacedProgram,
  type PlacementOptions,
  type PlacementResult,
  placement,
} from './analysis/rank-placement.js';
export {
  type BudgetTolerance,
  type Candidate,
  type ClassTolerance,
  type Follow,
  type Judgement,
  judge,
  type Objective,
  type VariantResult,
  type VariantScore,
  variantResult,
  type WithoutBudget,
} from './analysis/rank-variants.js';
export * from './analysis/read-baseline.js';
export {
  type Difference,
  difference,
  type GroupDifference,
  type PriceDifference,
  type TimePair,
} from './analysis/run-difference.js';
export { type Gate, type GateFound, type GateName, gatesFound, type HeldRun } from './analysis/run-gates.js';
export {
  type Baseline,
  type BaselineFacts,
  baselineText,
  type ProfileGroup,
  type ProfileGrouping,
  type ProfileGroups,
  profileOf,
  type RunProfile,
} from './analysis/run-profile.js';
export {
  type BoundedTolerance,
  type Bounds,
  type BoundsQuery,
  type BusyLink,
  bounds,
  type CriticalResource,
  type Doubled,
  lowerModel,
  sharing,
} from './analysis/runtime-bounds.js';
export {
  type Exceedance,
  type RuntimeDistribution,
  type RuntimeQuantile,
  runtimeDistribution,
} from './analysis/runtime-distribution.js';
export {
  type ParameterSensitivity,
  type Sensitivity,
  sensitivity,
  type Tolerance,
  type ToleranceResult,
  tolerance,
} from './analysis/sensitivity.js';
export {
  addedOnPath,
  computationOf,
  type EndingCall,
  type RankComputation,
  type RunComputation,
  type SharedComputation,
  type Unlike,
  type UnlikeKind,
  withComputation,
} from './analysis/shared-computation.js';
export * from './analysis/shared-rows.js';
export type { Estimate, QuantileEstimate, SampleSummary } from './analysis/statistics.js';
export { type Natures, type TimeByNature, timeByNature } from './analysis/time-by-nature.js';
export * from './analysis/tolerance-frontier.js';
export {
  collectiveSizes,
  type Found,
  type Trial,
  type TuneAnswer,
  type TuneChoice,
  type TuneOptions,
  type TuneResult,
  tune,
  tuneChoices,
} from './analysis/tuning.js';
export { type UndecidedTolerance, undecidedTolerance } from './analysis/undecided-tolerance.js';
export {
  type MeasuredRun,
  type MeasuredRuntimes,
  type TracedRun,
  type Validation,
  type ValidationOptions,
  type ValidationPoint,
  validation,
} from './analysis/validate-prediction.js';
export * from './analysis/what-if.js';
export * from './analysis/workload-mix.js';
export { anyOrderBound } from './bounds/upper-bound.js';
export type { ResourceKind, SharedResource } from './bounds/uses.js';
export { parseCollectiveSpec } from './collectives/choice.js';
export type { MpiLibrary } from './collectives/library-calls.js';
export {
  type ErrorFamily,
  formatProblem,
  InputError,
  LimitError,
  LlampError,
  ModelError,
  type Place,
  type Problem,
  UsageError,
  type Warning,
} from './errors.js';
export type { OperationColumns } from './kernels/scan-kernel.js';
export {
  DEFAULT_MACHINE,
  type LogGPS,
  logGPS,
  MACHINE_PRESETS,
  type Machine,
  type MachinePreset,
  type MachineRequest,
  type NamedMachineFile,
  type ResolvedMachine,
  resolveMachine,
  sendingAs,
  type ValueOrigin,
} from './machine/machine.js';
export * from './machine/machine-file.js';
export type {
  GapClass,
  LatencyClass,
  MachineFields,
  MachineValues,
  NamedParameters,
  Network,
  OverheadPoint,
  OverheadTable,
  ParameterKey,
  RendezvousProtocol,
  Route,
  Sharing,
} from './machine/parameters.js';
export {
  type CorePlace,
  type Measurements,
  type PointKind,
  pointsCsv,
  type RankPlace,
  type RawPoint,
  readMeasurements,
} from './measure/benchmark-times.js';
export {
  fitMachine,
  fittedMachine,
  type MeasuredMachine,
  type MeasuredSize,
  predictedHalf,
} from './measure/fit-machine.js';
export {
  type MachineTextOptions,
  machineText,
  measureWarnings,
  type OverheadChoice,
} from './measure/machine-text.js';
export type { LeftOutSize, Threshold } from './measure/round-trip.js';
export { type Detour, Detours, parseDetours, periodic } from './noise/detours.js';
export type { Delay, Noise } from './noise/noise-model.js';
export type { Criticality, CriticalPart, ExpectedNoise } from './noise/noise-paths.js';
export {
  type NoisePoint,
  type NoiseQuestion,
  type NoiseResult,
  type NoiseTolerance,
  noiseAnswer,
} from './noise/noise-runs.js';
export {
  type Adder,
  type AtomTable,
  parseHistogram,
  type Sampler,
  samplerBy,
  samplerOf,
} from './noise/sampling.js';
export * from './platform/endpoint-allocation.js';
export { readGraphTopology } from './platform/graph-file.js';
export {
  type LinkNetwork,
  type LinkRoute,
  platformLinks,
  type Routing,
  type TopologyLinksOptions,
  topologyLinks,
} from './platform/link-network.js';
export { type MapByOptions, mapBy, type Places } from './platform/mapping.js';
export { type AddedAt, type NetworkChange, parseChanges } from './platform/network-change.js';
export {
  type Channel,
  type Level,
  type MachineOnPlatform,
  machineOnPlatform,
  type Platform,
} from './platform/platform.js';
export * from './platform/platform-file.js';
export { PLATFORM_PRESETS, platformPreset } from './platform/platform-presets.js';
export * from './platform/rankfile.js';
export {
  type MappedRanks,
  machineOn,
  type PlatformSite,
  type PlatformSiteOptions,
  platformSite,
  type Site,
  type SitedMachine,
  type SiteOrigins,
  type TopologySite,
  type TopologySiteOptions,
  topologySite,
} from './platform/site.js';
export { parseTopologySpec, type TopologySpec } from './platform/topologies.js';
export type { Path, Topology, TopologyGraph, TopologyNode, TopologyWire } from './platform/topology.js';
export type { TopologyCosts } from './platform/topology-network.js';
export { ScheduleBuilder } from './schedule/builder.js';
export { type Merged, type MergeOrder, mergeSchedules } from './schedule/merge-schedules.js';
export type {
  CallSite,
  NamedPlace,
  NamedSite,
  ScheduleSites,
  SiteFrame,
  SiteNames,
  SiteTable,
  SourcePlace,
} from './schedule/program-calls.js';
export {
  type CallInstance,
  Calls,
  type CallTable,
  type ComputationParts,
  type MarkTable,
  type NamedCommunicator,
  type OperationCall,
  type PlaceUnit,
  type RankCalls,
  type RankMarks,
  type ScheduleCalls,
  type WithCalls,
} from './schedule/program-calls.js';
export type { KnownLibrary, MemoryGuard, SendMode } from './schedule/schedule.js';
export { type Leniency, type Schedule, type ScheduleSummary, summarize } from './schedule/schedule.js';
export type { Weighing } from './simulation/fluid-network.js';
export * from './simulation/link-contention.js';
export type { PathLine } from './solve/sweep/pass.js';
export * from './sources/format.js';
export { formatOf, readProgram, type StoredFile } from './sources/formats.js';
export { parseGoal, type ReadGoalOptions, readGoal } from './sources/goal/read-goal.js';
export { writeGoal } from './sources/goal/write-goal.js';
export * from './sources/goal-binary/read-goal-binary.js';
export * from './sources/goal-binary/write-goal-binary.js';
export { readTraces } from './sources/liballprof/read-liballprof.js';
export type { Changed } from './sources/mpi/changed-calls.js';
export type { ConversionOptions, TraceScheduleOptions } from './sources/mpi/conversion-options.js';
export { type TraceSchedule, tracesToSchedule } from './sources/mpi/convert.js';
export type { CallAt } from './sources/mpi/message-ends.js';
export type {
  CallTally,
  CommHandle,
  KnownCommunicator,
  OpenCall,
  OtherCalls,
  RankTrace,
  RequestPitch,
  RowChanges,
  RowLists,
  TraceFile,
  TraceHeader,
  TraceNotes,
  TraceSet,
} from './sources/mpi/rank-trace.js';
export type { PitchFound } from './sources/mpi/requests.js';
export type { TraceMarks } from './sources/mpi/trace-marks.js';

export type { RankStacks, TraceSites } from './sources/mpi/trace-sites.js';
export {
  makePattern,
  PATTERNS,
  type Pattern,
  type PatternOptions,
  type PatternSettings,
} from './sources/patterns/synthetic-patterns.js';
export type {
  CallCoverage,
  CollectiveDefaults,
  CollectiveSize,
  Conversion,
  Coverage,
  MadeSchedule,
  PollTimes,
  Program,
  ProgramData,
  ProgramInfo,
  RankEnd,
} from './sources/program.js';
export { type NamedTrace, traceSetOf, traceSets } from './sources/rank-files.js';
export {
  type Exponent,
  type FittedLaw,
  predictAt,
  type ScaledName,
  type ScaledQuantity,
  type ScaledRun,
  type ScalingLaw,
  type ScalingPoint,
  type ScalingPrediction,
  scaling,
  scalingLaw,
  type Term,
} from './study/scaling-law.js';
export { type Axis, axisByName, classAxis, gapAxis, latencyAxis, overheadAxis } from './timing/axis.js';
export type { PathShares, PathStep } from './timing/path-steps.js';
export {
  type Bytes,
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  type Nanoseconds,
  type NsPerByte,
  type ParseOptions,
  parseGapPerByte,
  parseSize,
  parseTime,
} from './units.js';
export type { WarningCode } from './warnings.js';

/** The public API: read a program, describe a machine, ask a question. */
export type { AddedLatency } from './analysis/added-latency.js';
export {
  type Bounds,
  type BoundsAsked,
  type BusyLink,
  bounds,
  lowerModel,
} from './analysis/bounds/bounds.js';
export type { CriticalResource } from './analysis/bounds/critical-demands.js';
export type { Doubled } from './analysis/bounds/doubled.js';
export type { BoundedTolerance } from './analysis/bounds/tolerance.js';
export { type Breakdown, type BreakdownGroup, breakdown } from './analysis/breakdown.js';
export type { BudgetTolerance, WithoutBudget } from './analysis/budget.js';
export type { Region } from './analysis/call-paths.js';
export {
  type ClassTolerance,
  type Follow,
  type Objective,
  type VariantResult,
  type VariantScore,
  variantResult,
} from './analysis/compare.js';
export {
  type CrossoverMap,
  crossoverMap,
  type MapQuestion,
  type MapRow,
  type SizeBorder,
} from './analysis/crossover-map/map.js';
export type { Next, Standing, WonInterval } from './analysis/crossover-map/winners.js';
export { type Crossover, crossovers, type Followed, type Stretch } from './analysis/crossovers.js';
export { type CurvePoint, curveAt } from './analysis/curve.js';
export type {
  Bound,
  PcontrolBound,
  RegionAsked,
  RegionBound,
  RegionEntry,
} from './analysis/cut/bounds.js';
export { type Cut, cutRegion, type RegionFound } from './analysis/cut/cut.js';
export type { MarkedBy } from './analysis/cut/marked-parts.js';
export { type Mark, type Phase, type PhasesAsked, phases } from './analysis/cut/phases.js';
export type { SteadyState } from './analysis/cut/steady.js';
export {
  type Baseline,
  type BaselineFacts,
  baselineText,
} from './analysis/difference/baseline.js';
export { readBaseline } from './analysis/difference/baseline-file.js';
export {
  type Difference,
  difference,
  type GroupDifference,
  type TimePair,
} from './analysis/difference/difference.js';
export type { ProfileGroup, ProfileGrouping, ProfileGroups } from './analysis/difference/groups.js';
export type { PriceDifference } from './analysis/difference/price-difference.js';
export type { PathPrice, PricedKind } from './analysis/difference/prices.js';
export { profileOf, type RunProfile } from './analysis/difference/profile.js';
export {
  type ContinuousDistribution,
  type DiscreteDistribution,
  type Distribution,
  discrete,
  gammaDistribution,
  lognormal,
  type Moments,
  normal,
} from './analysis/distribution.js';
export {
  type Exceedance,
  type RuntimeDistribution,
  type RuntimeQuantile,
  runtimeDistribution,
} from './analysis/distribution-runtime.js';
export {
  type DrawnEdge,
  type DrawnGraph,
  type DrawnNode,
  drawnGraph,
} from './analysis/drawn-graph.js';
export { type CurveMethod, type ExactCurveOptions, exactCurve } from './analysis/exact-curve.js';
export {
  type Frontier,
  type FrontierOrigin,
  type FrontierResult,
  type FrontierVertex,
  frontier,
} from './analysis/frontier.js';
export {
  type GroupTolerance,
  type GroupTolerances,
  toleranceBy,
} from './analysis/group-tolerance.js';
export { type Candidate, type Judgement, judge } from './analysis/judge.js';
export type { LatencyCurve } from './analysis/latency-curve.js';
export type { MeasuredRun, MeasuredRuntimes } from './analysis/measured.js';
export type { Grouping, GroupNaming } from './analysis/message-groups.js';
export type { ProgramFacts } from './analysis/misfit.js';
export {
  type MixedProgram,
  type MixedSensitivity,
  type MixedTolerance,
  mixedCurve,
  mixedSensitivity,
  mixedTolerance,
  type Weighted,
} from './analysis/mix.js';
export { Model, type ModelOptions } from './analysis/model.js';
export { type PairSensitivity, type Pairwise, type PairwiseOptions, pairwise } from './analysis/pairwise.js';
export { type CriticalPath, criticalPath, type PathSegment } from './analysis/path.js';
export { type PathRegions, pathRegions } from './analysis/path-regions.js';
export { type PathSites, pathSites, type SiteShares } from './analysis/path-sites.js';
export {
  type CriticalValue,
  type Curve,
  criticalValues,
  largestWithinCurve,
  type Piece,
  rhoAt,
  runtimeAt,
} from './analysis/piecewise.js';
export {
  type NamedMapping,
  type PlacedProgram,
  type PlacementOptions,
  type PlacementResult,
  placement,
} from './analysis/placement.js';
export type { RangingOptions } from './analysis/ranging.js';
export { type LatencyAmount, type RegionLatency, regionLatency } from './analysis/region-latency.js';
export { toleranceByRegion } from './analysis/region-tolerance.js';
export type {
  Amounts,
  RegionAmounts,
  RegionCall,
  RegionFunction,
  RegionNode,
  Regions,
} from './analysis/regions.js';
export { type ParameterSensitivity, type Sensitivity, sensitivity } from './analysis/sensitivity.js';
export { type SharedRow, type SharedWay, spreadOf } from './analysis/shared-rows.js';
export { sharing } from './analysis/sharing.js';
export type { SiteCall, SiteTitle } from './analysis/site-groups.js';
export type { Support } from './analysis/support.js';
export { type Surface, type SurfaceOptions, type SurfacePiece, surface } from './analysis/surface.js';
export { type Tolerance, type ToleranceResult, tolerance } from './analysis/tolerance.js';
export {
  type ComparedTopology,
  type CompareOptions,
  compareTopologies,
  type TopologyVariant,
  type WireSlowdown,
} from './analysis/topology-compare.js';
export {
  type Found,
  type Trial,
  type TuneAnswer,
  type TuneOptions,
  type TuneResult,
  tune,
} from './analysis/tune.js';
export { collectiveSizes, type TuneChoice, tuneChoices } from './analysis/tune-choices.js';
export {
  type Validation,
  type ValidationOptions,
  type ValidationPoint,
  validation,
} from './analysis/validation.js';
export { type WithinRuntime, withinRuntime } from './analysis/within.js';
export { type Budget, budgetOf, type CallWorth } from './analysis/worth/budget.js';
export type { Takeover } from './analysis/worth/takeover.js';
export type { Worth } from './analysis/worth/worth.js';
export { anyOrderBound } from './bounds/any-order.js';
export type { ResourceKind, SharedResource } from './bounds/resources.js';
export { parseCollectiveSpec } from './collectives/choice.js';
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
export type { OverheadPoint, OverheadTable, RendezvousProtocol, Sharing } from './machine/choices.js';
export { type LogGPS, logGPS, type Machine } from './machine/machine.js';
export { type MachineFile, readMachineFile } from './machine/machine-file.js';
export type { GapClass, LatencyClass, Network, Route } from './machine/network.js';
export type { MachineFields, MachineValues, NamedParameters, ParameterKey } from './machine/parameters.js';
export { DEFAULT_MACHINE, MACHINE_PRESETS, type MachinePreset } from './machine/presets.js';
export {
  type MachineRequest,
  type NamedMachineFile,
  type ResolvedMachine,
  resolveMachine,
  type ValueOrigin,
} from './machine/resolve.js';
export type { LeftOutSize } from './measure/by-size.js';
export type { Estimate } from './measure/estimate.js';
export { fitMachine, type MeasuredMachine, type MeasuredSize } from './measure/fit.js';
export { type MachineTextOptions, machineText, type OverheadChoice } from './measure/machine-text.js';
export {
  type CorePlace,
  type Measurements,
  type PointKind,
  pointsCsv,
  type RankPlace,
  type RawPoint,
} from './measure/points.js';
export { fittedMachine, predictedHalf } from './measure/predicted.js';
export type { Threshold } from './measure/protocol.js';
export { readMeasurements } from './measure/read.js';
export { measureWarnings } from './measure/warnings.js';
export type { Criticality, CriticalPart } from './noise/criticality.js';
export type { Detour } from './noise/cycle.js';
export { Detours, parseDetours, periodic } from './noise/detours.js';
export type { ExpectedNoise } from './noise/expected.js';
export { parseHistogram } from './noise/histogram.js';
export {
  type NoisePoint,
  type NoiseQuestion,
  type NoiseResult,
  type NoiseTolerance,
  noiseAnswer,
} from './noise/question.js';
export { type Adder, type AtomTable, type Sampler, samplerBy, samplerOf } from './noise/sampler.js';
export type { Delay, Noise } from './noise/sources.js';
export type { QuantileEstimate, SampleSummary } from './noise/summary.js';
export {
  type Allocation,
  allocatedPlacement,
  type Occupancy,
  occupancyText,
  onePerSwitch,
} from './platform/allocation.js';
export type { LinkNetwork, LinkRoute } from './platform/links.js';
export { type MapByOptions, mapBy } from './platform/mapping.js';
export { type MachineOnPlatform, machineOnPlatform } from './platform/on-platform.js';
export type { Places } from './platform/places.js';
export type { Channel, Level, Platform } from './platform/platform.js';
export { type ReadPlatform, readPlatform } from './platform/platform-file.js';
export { platformLinks } from './platform/platform-links.js';
export { PLATFORM_PRESETS, platformPreset } from './platform/presets/index.js';
export { readRankfile, writeOpenMpiRankfile, writeSlurmHostfile } from './platform/rankfile.js';
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
export type { Path, Topology, TopologyGraph, TopologyNode, TopologyWire } from './platform/topology.js';
export { type Routing, type TopologyLinksOptions, topologyLinks } from './platform/topology-links.js';
export type { TopologyCosts } from './platform/topology-network.js';
export { parseTopologySpec, type TopologySpec } from './platform/topology-spec.js';
export { type Parts, partsOf } from './platform/wires.js';
export type { FittedLaw, ScalingPoint } from './scaling/fit.js';
export { predictAt, type ScalingLaw, type ScalingPrediction, scalingLaw } from './scaling/law.js';
export { type ScaledName, type ScaledQuantity, type ScaledRun, scaling } from './scaling/question.js';
export type { Exponent, Term } from './scaling/terms.js';
export { type OperationColumns, ScheduleBuilder } from './schedule/builder.js';
export type {
  CallSite,
  NamedPlace,
  NamedSite,
  ScheduleSites,
  SiteFrame,
  SiteNames,
  SiteTable,
  SourcePlace,
} from './schedule/call-sites.js';
export {
  type CallInstance,
  Calls,
  type CallTable,
  type NamedCommunicator,
  type OperationCall,
  type PlaceUnit,
  type RankCalls,
  type ScheduleCalls,
  type WithCalls,
} from './schedule/calls.js';
export type { MarkTable, RankMarks } from './schedule/marks.js';
export type { MemoryGuard } from './schedule/memory.js';
export { type Merged, type MergeOrder, mergeSchedules } from './schedule/merge.js';
export { type Leniency, type Schedule, type ScheduleSummary, summarize } from './schedule/schedule.js';
export { type Contended, contended, fairlyShared } from './simulation/contention/contended.js';
export type { Weighing } from './simulation/contention/fluid.js';
export type { PathLine } from './solve/sweep/pass.js';
export type { CallCoverage, Coverage } from './sources/coverage.js';
export type { Format, ReadOptions, Source, SourceFile } from './sources/format.js';
export { formatOf, readProgram, type StoredFile } from './sources/formats.js';
export { parseGoal, type ReadGoalOptions, readGoal } from './sources/goal/read.js';
export { writeGoal } from './sources/goal/write.js';
export { type ReadGoalBinaryOptions, readGoalBinary } from './sources/goal-binary/read.js';
export { writeGoalBinary } from './sources/goal-binary/write.js';
export { readTraces } from './sources/liballprof/read.js';
export { type TraceSchedule, tracesToSchedule } from './sources/mpi/convert.js';
export type { MpiLibrary } from './sources/mpi/library.js';
export type { TraceMarks } from './sources/mpi/marks.js';
export type { KnownCommunicator, RowLists, TraceNotes } from './sources/mpi/notes.js';
export type { ConversionOptions, TraceScheduleOptions } from './sources/mpi/options.js';
export type { PitchFound } from './sources/mpi/pitch.js';
export type { RankStacks } from './sources/mpi/site-reader.js';
export type { TraceSites } from './sources/mpi/site-table.js';
export type {
  CallTally,
  CommHandle,
  OtherCalls,
  RankTrace,
  RequestPitch,
  TraceFile,
  TraceHeader,
  TraceSet,
} from './sources/mpi/trace.js';
export { makePattern, PATTERNS } from './sources/patterns/make.js';
export type { PatternOptions, PatternSettings } from './sources/patterns/options.js';
export type { Pattern } from './sources/patterns/pattern.js';
export type {
  CollectiveDefaults,
  CollectiveSize,
  Conversion,
  MadeSchedule,
  Program,
  ProgramData,
  ProgramInfo,
} from './sources/program.js';
export { type NamedTrace, traceSetOf, traceSets } from './sources/rank-files.js';
export { type Axis, axisByName, classAxis, gapAxis, latencyAxis, overheadAxis } from './timing/axis.js';
export type { PathShares, PathStep } from './timing/path.js';
export { type FigureQuantile, type Figures, figuresOf } from './uncertainty/figures.js';
export { type AskedRun, type RunsUncertainty, runsUncertainty } from './uncertainty/runs.js';
export { type TraceQuestion, type TraceUncertainty, traceUncertainty } from './uncertainty/trace.js';
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
} from './units/units.js';

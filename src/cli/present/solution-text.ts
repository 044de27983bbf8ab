/** Common text of answers: input, machine, sensitivities, tolerances, conversion of traces, o from traces. */
import type { CallOverhead } from '../../analysis/call-overheads.js';
import type { WithinRuntime } from '../../analysis/exact-curve.js';
import type { TraceError } from '../../analysis/measurement-uncertainty.js';
import type { Sensitivity, Tolerance, ToleranceResult } from '../../analysis/sensitivity.js';
import { median } from '../../analysis/statistics.js';
import type { UndecidedTolerance } from '../../analysis/undecided-tolerance.js';
import type { MixedSensitivity } from '../../analysis/workload-mix.js';
import { joinWarnings } from '../../errors.js';
import type { Machine, ValueOrigin } from '../../machine/machine.js';
import type { SitedMachine } from '../../platform/site.js';
import type { Certificate, Interval } from '../../solve/engine.js';
import { percent } from '../../sources/mpi/coverage.js';
import type { CallCoverage, Conversion, Coverage } from '../../sources/program.js';
import type { Axis } from '../../timing/axis.js';
import { formatBandwidth, formatGapPerByte, formatTime, grouped } from '../../units.js';
import { type Part, regionText } from '../output/answer.js';
import {
  addedText,
  type Column,
  type CsvTable,
  constant,
  facts,
  finite,
  jsonRows,
  NOT_IN_JSON,
  percentText,
  tableCsv,
  tableText,
} from '../output/table.js';
import { nodesText, switchText } from '../pipeline/machine-of-flags.js';
import type { LoadedModel } from '../pipeline/pipeline.js';

/** A value of a parameter for people. */
export function formatOn(axis: Axis, value: number): string {
  return axis.unit === 'ns' ? formatTime(value) : formatGapPerByte(value);
}

/** Suffix of keys and columns that hold a value of the parameter. */
export const unitSuffix = (axis: Axis): string => (axis.unit === 'ns' ? 'ns' : 'ns_per_B');

function intervalJson({ low, high }: Interval): [number | null, number | null] {
  return [finite(low), finite(high)];
}

export function certificateJson(certificate: Certificate): Record<string, unknown> {
  const { kind, primalNs, dualNs, rows, rowsBefore, violationNs, iterations } = certificate;
  return {
    kind,
    primal_ns: primalNs,
    dual_ns: dualNs,
    rows,
    violation_ns: violationNs,
    iterations,
    ...(rowsBefore === undefined ? {} : { rows_before: rowsBefore }),
  };
}

export function sensitivityJson(result: Sensitivity): Record<string, unknown> {
  const { parameter } = result;
  return {
    engine: result.engine,
    certificate: certificateJson(result.certificate),
    runtime_ns: result.runtime,
    lambda: result.lambda,
    rho_L: result.rho,
    range_L_ns: intervalJson(result.range),
    ...(result.basisRange === null ? {} : { basis_range_L_ns: intervalJson(result.basisRange) }),
    ...(result.lambdaByClass === null ? {} : { lambda_by_class: result.lambdaByClass }),
    ...(result.wiresPerMessage === null ? {} : { wires_per_message: result.wiresPerMessage }),
    ...(parameter === null
      ? {}
      : {
          parameter: {
            name: parameter.axis.name,
            [`base_${unitSuffix(parameter.axis)}`]: parameter.axis.base,
            lambda: parameter.lambda,
            [`range_${unitSuffix(parameter.axis)}`]: intervalJson(parameter.range),
          },
        }),
  };
}

/** Columns of CSV for a whole program, or a mix. */
export const SENSITIVITIES: readonly Column<MixedSensitivity>[] = [
  { key: 'runtime_ns', of: ({ runtime }) => runtime },
  { key: 'lambda_L', of: ({ lambda }) => lambda.L },
  { key: 'lambda_G', of: ({ lambda }) => lambda.G },
  { key: 'lambda_o', of: ({ lambda }) => lambda.o },
  { key: 'rho_L', of: ({ rho }) => rho },
];

/** Columns for a program alone. */
export const WHOLE: readonly Column<Sensitivity>[] = [
  ...SENSITIVITIES,
  { key: 'range_low_ns', of: ({ range }) => range.low },
  { key: 'range_high_ns', of: ({ range }) => range.high },
];

/** Rows of the linear program, and how many were solved. */
const rowsText = ({ rows, rowsBefore }: Certificate): string =>
  rowsBefore === undefined ? `${rows} rows` : `${rowsBefore} rows (${rows} after presolve)`;

/** Bandwidth of a gap in ns/B; Infinity for a gap of 0. */
export const gbitPerSecond = (nsPerByte: number): number =>
  nsPerByte === 0 ? Number.POSITIVE_INFINITY : 8 / nsPerByte;

/** Whether the parameter has a bandwidth; added gaps have none. */
export const isGap = (axis: Axis): boolean => axis.unit === 'ns/B' && !axis.relative;

/** Null for a requested time: without percentage, and without value if no value keeps the time. */
type AnyTolerance = { readonly [Part in keyof Tolerance]: number | null };

/** `perMessage`: wires per message if they are counted, otherwise null. */
function toleranceColumns(axis: Axis, perMessage: number | null = null): Column<AnyTolerance>[] {
  const unit = unitSuffix(axis);
  const isLatency = axis.name === 'L';
  const added = (per: number) => ({
    text: ({ delta }: AnyTolerance) => addedText(per * (delta ?? 0), (value) => formatOn(axis, value)),
  });
  const wires = axis.wires === true ? 'per wire' : null;
  return [
    { key: 'pct', title: 'slower by', of: ({ percent }) => percent, format: (percent) => `${percent} %` },
    { key: 'parameter', of: () => axis.name, ...(isLatency && NOT_IN_JSON) },
    {
      key: `value_${unit}`,
      title: `${axis.relative ? 'added ' : ''}${wires ?? axis.name} up to`,
      of: ({ value }) => value,
      ...(isLatency && {
        json: ({ value }: AnyTolerance) => ({ latency_ns: axis.relative ? null : value && finite(value) }),
      }),
    },
    {
      ...{ key: `delta_${unit}`, of: ({ delta }) => delta },
      ...(!axis.relative && { title: `Δ${wires === null ? axis.name : ` ${wires}`}`, ...added(1) }),
    },
    ...(perMessage === null ? [] : [{ title: 'Δ per message', ...added(perMessage) }]),
    ...(isGap(axis) ? [BANDWIDTH] : []),
  ];
}

const BANDWIDTH: Column<{ readonly value: number | null }> = {
  ...{ key: 'bandwidth_Gbit_per_s', title: 'bandwidth down to' },
  of: ({ value }: { readonly value: number | null }) => (value === null ? null : gbitPerSecond(value)),
  text: ({ value }) => {
    if (value === null) return '';
    return Number.isFinite(value) ? formatBandwidth(value) : 'none';
  },
};

/** First columns of CSV, also of the program. */
const beforeBandwidth = (axis: Axis): string[] => [
  ...['pct', 'parameter', `value_${unitSuffix(axis)}`, `delta_${unitSuffix(axis)}`],
  ...['runtime_ns', 'lambda_L', 'rho_L'],
];

export const toleranceJson = (axis: Axis, tolerance: readonly Tolerance[]): Record<string, unknown>[] =>
  jsonRows(toleranceColumns(axis), tolerance);

function rangeName({ lambdaByClass, wiresPerMessage }: Sensitivity): string {
  const latency = wiresPerMessage === null ? 'L' : 'wire';
  return lambdaByClass === null ? `λ_L holds for ${latency} in` : `λ_L holds for added ${latency}`;
}

function crossedText({ wiresPerMessage: wires }: Sensitivity): string {
  if (wires === null) return 'latencies on the critical path';
  return `wires on the critical path, ${Number(wires.toPrecision(4))} per message`;
}

/** Sensitivities at the machine's parameters, and the engine. */
export function sensitivityText(result: Sensitivity, error: TraceError | null = null): string {
  const { certificate, lambda, range } = result;
  const iterations = certificate.iterations === null ? '' : `, ${certificate.iterations} simplex iterations`;
  const pairs: [string, string][] = [
    ['runtime T', formatTime(result.runtime)],
    ['sensitivity λ_L', `${lambda.L} (${crossedText(result)})`],
    ['latency share ρ_L', `${percentText(result.rho)} of the critical path`],
    [rangeName(result), intervalText(range)],
    ...(result.parameter?.axis.name === 'G'
      ? []
      : [['λ_G', `${lambda.G} B (bytes on the critical path)`] as [string, string]]),
    ...(result.parameter?.axis.name === 'o'
      ? []
      : [['λ_o', `${lambda.o} (overheads on the critical path)`] as [string, string]]),
    ...(error === null ? [] : [['self error', traceErrorText(error)] as [string, string]]),
    ['engine', `${result.engine}, optimal by strong duality, ${rowsText(certificate)}${iterations}`],
  ];
  const classes = Object.entries(result.lambdaByClass ?? {});
  pairs.splice(2, 0, ...classes.map(([name, value]): [string, string] => [`  λ of ${name}`, String(value)]));
  const { parameter } = result;
  if (parameter !== null) {
    const span = `${formatOn(parameter.axis, parameter.range.low)} to ${formatOn(parameter.axis, parameter.range.high)}`;
    pairs.push([
      `λ_${parameter.axis.name}`,
      `${parameter.lambda}${parameter.axis.unit === 'ns/B' ? ' B' : ''}, for ${span}`,
    ]);
  }
  return facts(pairs);
}

function intervalText({ low, high }: Interval): string {
  return Number.isFinite(high) ? `${formatTime(low)} to ${formatTime(high)}` : `${formatTime(low)} and above`;
}

/** `error`: known error of T; null: unknown. `undecided`: what is tolerated at least; null: as much. */
export function toleranceText(
  { axis, tolerance, wiresPerMessage, runtime }: ToleranceResult,
  error: TraceError | null = null,
  undecided: UndecidedTolerance | null = null,
): string {
  // One class of wires has no figure per message.
  const perMessage = axis.wires === true && axis.name === 'L' ? wiresPerMessage : null;
  const off = error === null ? 0 : wholeError(error);
  const within = {
    title: `Δ${axis.name} for T ± ${Number((100 * off).toPrecision(2))} %`,
    text: (one: AnyTolerance) => {
      const [low, high] = deltaWithin(one, off).map((value) => addedText(value, (ns) => formatOn(axis, ns)));
      return low === high ? low : `${low} to ${high}`;
    },
  };
  const columns = [...toleranceColumns(axis, perMessage), ...(off < SHOWN_ERROR ? [] : [within])];
  if (undecided === null) return tableText(columns, tolerance);
  const least = {
    title: `Δ${axis.name} at least`,
    text: ({ percent }: AnyTolerance) =>
      addedText(undecided.deltas[tolerance.findIndex((one) => one.percent === percent)], (ns) =>
        formatOn(axis, ns),
      ),
  };
  return `${tableText([...columns, least], tolerance)}\n${undecidedText(undecided, runtime)}\n`;
}

/** One sentence. */
function undecidedText({ calls, ns }: UndecidedTolerance, runtime: number): string {
  const those =
    calls === 0 ? '' : `, ${count(calls, 'call')} that ${calls === 1 ? 'is' : 'are'} not understood`;
  return `${percent(runtime > 0 ? ns / runtime : 0)} of the critical path may be waiting or computation${those}; it counts as computation, and as waiting for the smallest tolerance (check lists the calls)`;
}

/** What is tolerated at least, in the order of `tolerance`. */
export const undecidedJson = (
  undecided: UndecidedTolerance | null,
  { axis }: ToleranceResult,
): Record<string, unknown> =>
  undecided === null
    ? {}
    : {
        undecided: {
          ...{ path_ns: undecided.ns, path_calls: undecided.calls },
          [`least_deltas_${unitSuffix(axis)}`]: undecided.deltas.map(finite),
        },
      };

// The known error of T for a trace, and the resulting range of the tolerance.

/** Smaller errors are not visible in four digits. */
const SHOWN_ERROR = 0.0005;

const wholeError = ({ self, clock }: TraceError): number => Math.abs(self) + clock;

/** A tolerance has the relative error of T. */
const deltaWithin = ({ delta }: AnyTolerance, off: number): readonly [number, number] => {
  const whole = delta ?? Number.NaN;
  return [whole / (1 + off), whole * (1 + off)];
};

/**
 * The model's error on the traced run; null for regions, chosen algorithms and traces without injected latency. Its code is
 * loaded on demand, because most traces have none.
 */
export async function traceErrorOf(
  { model, info }: Pick<LoadedModel, 'model' | 'info'>,
  { collective = [] }: { readonly collective?: readonly string[] | undefined },
): Promise<TraceError | null> {
  if ((model.schedule.calls?.injectedNs ?? null) === null) return null;
  if (info.region !== undefined || collective.length > 0) return null;
  const { traceError } = await import('../../analysis/measurement-uncertainty.js');
  return traceError(model);
}

/** One sentence of it. */
export function traceErrorText({ self, clock }: TraceError): string {
  const stamps = clock < SHOWN_ERROR ? '' : `, plus at most ${percentText(clock)} of T due to time stamps`;
  return `the model's error on the traced run is ${signed(self)}${stamps}`;
}

/** The error, and the range of each tolerance; `tolerance`: left out if not requested. */
export const traceErrorJson = (
  error: TraceError | null,
  tolerance?: ToleranceResult,
): Record<string, unknown> =>
  error === null
    ? {}
    : {
        trace_error: {
          ...{ self_error: error.self, clock_share: error.clock },
          ...(tolerance && {
            [`deltas_${unitSuffix(tolerance.axis)}`]: tolerance.tolerance.map((one) =>
              deltaWithin(one, wholeError(error)).map(finite),
            ),
          }),
        },
      };

/** One decimal and a sign: `+1.4 %`; zero has none. */
export function signed(share: number): string {
  const text = (100 * share).toFixed(1);
  return `${share > 0 && Number(text) !== 0 ? '+' : ''}${text.replace(/^-(0\.0)$/, '$1')} %`;
}

/** Values are null if unlimited, if none is small enough, and for added amounts. */
function withinColumns(axis: Axis): readonly Column<WithinRuntime>[] {
  const unit = unitSuffix(axis);
  const change = (delta: number): string =>
    Number.isFinite(delta) ? `${delta > 0 ? '+' : ''}${formatOn(axis, delta)}` : 'unlimited';
  const lowest = axis.relative ? 'even with the smallest value' : `even at ${axis.name} ${formatOn(axis, 0)}`;
  const name = axis.wires === true ? 'per wire' : axis.name;
  return [
    { key: 'runtime_ns', title: 'T within', of: ({ limit }) => limit },
    { key: 'parameter', of: () => axis.name },
    { json: ({ value }) => ({ possible: value !== null }) },
    {
      ...{ key: `value_${unit}`, title: `${axis.relative ? 'added ' : ''}${name} up to` },
      of: ({ value }: WithinRuntime) => (axis.relative ? null : value),
      text: ({ value, delta }) => {
        if (value === null || delta === null) return 'no value';
        return axis.relative ? change(delta) : formatOn(axis, value);
      },
    },
    {
      ...{ key: `delta_${unit}`, title: `Δ${axis.name}`, of: ({ delta }: WithinRuntime) => delta },
      text: ({ delta, least }) =>
        delta === null ? `${lowest} T is ${formatTime(least ?? 0)}` : change(delta),
    },
    ...(isGap(axis) ? [BANDWIDTH] : []),
    { json: ({ least }) => (least === null ? null : { least_runtime_ns: least }) },
  ];
}

/** Values that keep T within times; CSV has them after the tolerances. */
export const withinPart = (result: ToleranceResult, within: readonly WithinRuntime[]): Part => ({
  json: () => ({ within: jsonRows(withinColumns(result.axis), within) }),
  csv: () => toleranceCsv(result, within),
  text: () => tableText(withinColumns(result.axis), within),
  warnings: joinWarnings(...within),
});

/** With requested times, a column of them, empty for percentages. */
export function toleranceCsv(result: ToleranceResult, within: readonly WithinRuntime[] = []): CsvTable {
  const { axis, tolerance } = result;
  const timed: Column<AnyTolerance & { readonly limit?: number }>[] = [
    { key: 'within_ns', of: ({ limit }) => limit },
    { key: 'possible', of: ({ limit, value }) => (limit === undefined ? null : Number(value !== null)) },
  ];
  return tableCsv(
    [...toleranceColumns(axis), ...(within.length > 0 ? timed : []), ...constant(WHOLE, result)],
    [...tolerance, ...within.map((one) => ({ ...one, percent: null }))],
    beforeBandwidth(axis),
  );
}

/** One line on the input, one on the machine. */
export function inputText({ model, info, resolved }: LoadedModel): string {
  const { ranks, operations } = model.schedule;
  return (
    `${info.source}: ${count(operations, 'operation')}, ${count(model.graph.messages, 'message')}, ${count(ranks, 'rank')}\n` +
    regionText(info.region) +
    machineText(resolved)
  );
}

/** A line on the machine; for a platform, a line on it first. */
export function machineText({ machine, mapped, source, provenance }: SitedMachine): string {
  const { network } = machine;
  const latency = network.latencies
    .map(({ name, latencyNs }) => `${mapped === undefined ? 'L' : name} ${formatTime(latencyNs)}`)
    .join(', ');
  const [overhead, gap, rest] = valuesText({ machine, provenance });
  if (mapped?.site.kind !== 'platform') {
    const name = mapped === undefined ? source : `${source} on ${mapped.name}`;
    return `machine ${name}: ${latency}${switchText(mapped)}, ${overhead}, ${gap}, ${rest}\n${nodesText(mapped)}`;
  }
  const own = provenance.o.kind === 'site' ? [latency, overhead, gap] : [latency, gap];
  const others = own.includes(overhead) ? [rest] : [overhead, rest];
  return `platform ${mapped.name}: ${own.join(', ')}\nmachine ${source}: ${others.join(', ')}\n`;
}

/** o, G, and the values that no site has. */
export function valuesText({
  machine,
  provenance,
}: Pick<SitedMachine, 'machine' | 'provenance'>): [string, string, string] {
  const overhead = `o ${machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size'}`;
  const gap = `G ${machine.network.gaps.map((one) => one.gapNsPerByte).join('/')} ns/B`;
  return [overhead, gap, restText(machine, provenance.S)];
}

/** The values that no platform has. */
function restText(machine: Machine, { kind, text }: ValueOrigin): string {
  const as = kind === 'library' ? ` as ${text}` : '';
  const eager = Number.isFinite(machine.rendezvous)
    ? `S ${machine.rendezvous} B ${machine.protocol}${as}`
    : 'all eager';
  const cpu = machine.cpu === 'free' ? '' : `, cpu ${machine.cpu}`;
  const nic = machine.nic === 'free' ? '' : `, nic ${machine.nic}, g ${formatTime(machine.gap)}`;
  return eager + cpu + nic;
}

export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}

const BECOMES: Readonly<Record<CallCoverage['kind'], string>> = {
  modelled: 'communication',
  local: 'computation',
  outside: 'left out (before or after the run)',
  unknown: 'computation (not modelled)',
  skipped: 'left out (--skip-calls)',
};

const CALLS: readonly Column<CallCoverage>[] = [
  { key: 'call', title: 'call', align: 'left', of: ({ name }) => name },
  { key: 'calls', title: 'calls', of: ({ calls }) => calls },
  { key: 'missed', of: ({ missed }) => missed },
  { key: 'kind', of: ({ kind }) => kind },
  { key: 'time_ns', title: 'time', of: ({ time }) => time },
  { key: 'share', title: 'share', of: ({ share }) => share },
  { key: 'missed_share', of: ({ missedShare }) => missedShare },
  {
    title: 'modelled as',
    align: 'left',
    text: ({ kind, missed }) =>
      `${BECOMES[kind]}${kind === 'modelled' && missed > 0 ? `, ${missed} not modelled` : ''}`,
  },
];

/** How each MPI call was modelled. */
export const conversionText = ({ coverage, facts }: Conversion): string =>
  `${tableText(CALLS, coverage.calls)}${[...pollFacts(coverage), ...facts].map((fact) => `${fact}\n`).join('')}`;

function pollFacts({ polls, time }: Coverage): string[] {
  if (polls === undefined) return [];
  const natures = (['waiting', 'computation', 'undecided'] as const)
    .filter((nature) => polls[nature] > 0)
    .map((nature) => `${nature} ${formatTime(polls[nature])} (${percent(polls[nature] / time)})`);
  return [`between tests and probes that find nothing: ${natures.join(', ')}`];
}

/** Time between polls, in ns over all ranks; null without any. */
export const pollsJson = (conversion: Conversion | undefined): Record<string, number> | null => {
  const polls = conversion?.coverage.polls;
  if (polls === undefined) return null;
  const { waiting, computation, undecided } = polls;
  return { waiting_ns: waiting, computation_ns: computation, undecided_ns: undecided };
};

/** The calls by decreasing time; null for an input without calls. Times in ns, over all ranks. */
export const callsJson = (conversion: Conversion | undefined): Record<string, unknown>[] | null =>
  conversion === undefined ? null : jsonRows(CALLS, conversion.coverage.calls);

const HOW = {
  waits: 'calls that waited for a message',
  sends: 'sends that do not wait',
  'blocking-sends': 'sends (the fastest quarter)',
} as const satisfies Record<CallOverhead['from'], string>;

/** o from one or several traces of a program: `1.4 µs (1.2 µs to 2.3 µs in 3 runs), from 968 calls …`. */
export const overheadText = (overheads: readonly CallOverhead[]): string =>
  `${rangeText(
    overheads.map(({ overheadNs }) => overheadNs),
    formatTime,
  )}, from ${overheads[0].calls} ${HOW[overheads[0].from]}`;

/** The median, and the range of several. */
export function rangeText(values: readonly number[], format: (value: number) => string): string {
  if (values.length === 1) return format(values[0]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${format(median(values))} (${format(low)} to ${format(high)} in ${values.length} runs)`;
}

export const overheadJson = ({
  from,
  calls,
  overheadNs,
  lowerNs,
  upperNs,
}: CallOverhead): Record<string, unknown> => ({
  from,
  calls,
  o_ns: overheadNs,
  lower_quartile_ns: lowerNs,
  upper_quartile_ns: upperNs,
});

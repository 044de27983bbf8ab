/** `replay`: event-by-event simulation of the program. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { pathOf } from '../analysis/critical-path-shares.js';
import { Model } from '../analysis/model.js';
import { lowerModel } from '../analysis/runtime-bounds.js';
import { sensitivity } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { sharedFlags } from '../cli/flags/common-flags.js';
import { type Answer, type Answered, type Plots, plotFlag, regionText } from '../cli/output/answer.js';
import {
  type Column,
  facts,
  jsonRows,
  percentText,
  type TableRows,
  tableCsv,
  tableRows,
  tableText,
} from '../cli/output/table.js';
import { drawRanksFlag, parseRanks, perfettoFlag, writeViewerFile } from '../cli/output/viewer-files.js';
import {
  envelopeOf,
  type FoundNames,
  namesOf,
  type Opened,
  open,
  withProgress,
} from '../cli/pipeline/pipeline.js';
import { count, machineText } from '../cli/present/solution-text.js';
import { hostMemory } from '../cli/process/memory.js';
import { listed, moreText } from '../cli/process/streams.js';
import { joinWarnings, UsageError } from '../errors.js';
import { buildGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { Sharing } from '../machine/parameters.js';
import { SimulatedOccupancy } from '../report/timeline-occupancy.js';
import { rankOf, type Schedule } from '../schedule/schedule.js';
import {
  type LatencySlopes,
  latencySlopes,
  type SimulationOptions,
  type SimulationResult,
  simulate,
  slopesWarning,
} from '../simulation/simulate.js';
import { HeardSimulation, simulatedPath } from '../simulation/simulated-path.js';
import { PECULIARITIES, type Peculiarities, parsePeculiarities } from '../simulation/simulation.js';
import { latencyAxis } from '../timing/axis.js';
import { formatTime, parseGapPerByte, parseTime } from '../units.js';

/** Without flags for sharing, rendezvous and engine, which the simulation decides. */
const { cpu, nic, ...shared } = sharedFlags;

const replayFlags = {
  ...shared,
  semantics: Flags.string({
    default: 'mended',
    helpValue: 'mended|loggopsim|NAME,…',
    summary: 'rules of the simulation',
    description: `mended, or loggopsim to reproduce LogGOPSim exactly with its faults, or a list of faults to reproduce (${Object.keys(PECULIARITIES).join(', ')})`,
  }),
  'overhead-per-byte': Flags.string({
    char: 'O',
    default: '0',
    helpValue: '0.1ns/B',
    description: 'overhead O per byte on the CPUs of sender and receiver',
  }),
  step: Flags.string({
    helpValue: '30ns',
    description: 'change of the latency for computing λ [default: 1 % of L, at least 1 ns]',
  }),
  compare: Flags.boolean({
    summary: 'also show T of the model',
    description:
      'also show T of the model without contention, in the order of the program, with one thing at a time, and as a lower bound in any order',
  }),
  plot: plotFlag(),
  perfetto: perfettoFlag('ranks over time, their messages and the critical path, as simulated,'),
  'draw-ranks': drawRanksFlag('with --perfetto', 'perfetto'),
};

type ReplayFlags = InferredFlags<typeof replayFlags>;

/** Settings; `step` in ns, null: relative to the latency. */
interface ReplayQuery {
  readonly peculiarities: Peculiarities;
  readonly overheadPerByte: number;
  readonly step: number | null;
}

function replayQuery(flags: ReplayFlags): ReplayQuery {
  if (flags.rendezvous?.includes(':'))
    throw new UsageError(
      `--rendezvous '${flags.rendezvous}' names a protocol, but the simulation has its own`,
      'write the size alone',
    );
  const step = flags.step === undefined ? null : parseTime(flags.step, { name: '--step' });
  if (step !== null && !(step > 0)) throw new UsageError(`--step ${flags.step} is not above 0`, 'write 30ns');
  return {
    peculiarities: parsePeculiarities(flags.semantics),
    overheadPerByte: parseGapPerByte(flags['overhead-per-byte'], { name: '--overhead-per-byte' }),
    step,
  };
}

/** A clock of LogGOPSim, ns, which has no sign: what is below 0 has wrapped. */
const unsigned = (ns: number): number => (ns < 0 ? 2 ** 64 + ns : ns);

/** To the last digit, as that simulator prints it. */
const clockText = (ns: number): string => (ns < 0 ? `${2n ** 64n + BigInt(ns)} ns` : formatTime(ns));

/** T and λ_L of the model, ns. */
interface Beside {
  /** `bound`: with lower bounds for CPUs and cards that do one thing at a time. */
  readonly sharing: Sharing | 'bound';
  readonly runtime: number;
  readonly lambda: number;
}

interface Replayed {
  readonly result: SimulationResult;
  readonly slopes: LatencySlopes;
  /** Results of the model; none if not requested. */
  readonly beside: readonly Beside[];
  readonly options: Pick<SimulationOptions, 'overheadPerByte' | 'peculiarities'>;
}

/** Ranks shown to people; CSV has all. */
const RANKS_SHOWN = 16;

const WORDS: Readonly<Record<Beside['sharing'], string>> = {
  free: 'model, no contention',
  ordered: 'model, CPUs and NICs in the order of the program',
  serial: 'model, CPUs and NICs one thing at a time',
  bound: 'model, lower bound in any order',
};

function replayView(opened: Opened, replayed: Replayed): Answer {
  return {
    json: () => envelopeOf(opened, replayJson(opened, replayed)),
    csv: () => tableCsv(RANKS, rankRows(opened, replayed)),
    text: () =>
      `${headText(opened)}\n${factsText(replayed)}\n${modelText(replayed)}${ranksText(opened, replayed)}`,
    shared: () => ({ head: machineText(opened.resolved), ...replayRow(replayed) }),
  };
}

/** ns; no waiting time for a rank with several CPUs. */
interface RankRow {
  readonly rank: number;
  readonly end: number;
  readonly busy: number;
  readonly waiting: number | null;
}

const rankRows = ({ schedule }: Opened, { result: { ends, busy } }: Replayed): RankRow[] =>
  Array.from(ends, (end, rank) => ({
    ...{ rank, end, busy: busy[rank], waiting: schedule.cpu === null ? end - busy[rank] : null },
  }));

const RANKS: readonly Column<RankRow>[] = [
  { key: 'rank', title: 'rank', of: ({ rank }) => rank },
  { key: 'end_ns', title: 'ends at', of: ({ end }) => unsigned(end), text: ({ end }) => clockText(end) },
  { key: 'busy_ns', title: 'busy', of: ({ busy }) => busy },
  { key: 'waiting_ns', title: 'waiting', of: ({ waiting }) => waiting },
];

function replayJson(opened: Opened, replayed: Replayed): Record<string, unknown> {
  const { result, slopes, beside, options } = replayed;
  return {
    runtime_ns: unsigned(result.runtime),
    lambda_L_below: slopes.below,
    lambda_L_above: slopes.above,
    step_ns: slopes.step,
    events: result.events,
    overhead_per_byte_ns: options.overheadPerByte ?? 0,
    semantics: [...(options.peculiarities ?? [])],
    ranks: jsonRows(RANKS, rankRows(opened, replayed)),
    model: jsonRows(besideColumns(result.runtime), beside),
  };
}

function headText({ info, schedule, resolved }: Opened): string {
  const read = `${info.source}: ${count(schedule.operations, 'operation')}, ${count(schedule.ranks, 'rank')}\n`;
  return read + regionText(info.region) + machineText(resolved);
}

function factsText({ result, slopes, options }: Replayed): string {
  const odd = [...(options.peculiarities ?? [])];
  return facts([
    ['T, simulated', clockText(result.runtime)],
    ['events', result.events.toLocaleString('en-US')],
    [`λ_L over ${formatTime(slopes.step)}`, slopesText(slopes)],
    ...(odd.length === 0 ? [] : [['semantics of LogGOPSim', odd.join(', ')] as const]),
  ]);
}

const rounded = (slope: number): string => String(Number(slope.toPrecision(4)));

function slopesText({ below, above }: LatencySlopes): string {
  return below === null ? `${rounded(above)} above` : `${rounded(below)} below, ${rounded(above)} above`;
}

/** `whole`: T of the simulation. */
const besideColumns = (whole: number): readonly Column<Beside>[] => [
  {
    key: 'sharing',
    title: '',
    align: 'left',
    of: ({ sharing }) => sharing,
    text: (one) => WORDS[one.sharing],
  },
  { key: 'runtime_ns', title: 'T', of: ({ runtime }) => runtime },
  { title: 'vs replay', text: ({ runtime }) => percentText(beyond(runtime, whole)) },
  { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
];

const ROUNDING = 1e-12;

/** Relative difference of `runtime` from `whole`; rounding of sums is none. */
function beyond(runtime: number, whole: number): number {
  const more = whole === 0 ? 0 : runtime / whole - 1;
  return Math.abs(more) < ROUNDING ? 0 : more;
}

const modelText = ({ result, beside }: Replayed): string =>
  beside.length === 0 ? '' : `${tableText(besideColumns(result.runtime), beside)}\n`;

function ranksText(opened: Opened, replayed: Replayed): string {
  const rows = rankRows(opened, replayed);
  const shown = rows.slice(0, listed(RANKS_SHOWN));
  return tableText(RANKS, shown) + moreText(rows.length - shown.length);
}

function replayRow(replayed: Replayed): TableRows {
  const columns: readonly Column<Replayed>[] = [
    {
      key: 'runtime_ns',
      title: 'T',
      of: ({ result }) => unsigned(result.runtime),
      text: ({ result }) => clockText(result.runtime),
    },
    { title: 'λ_L below', text: ({ slopes: { below } }) => (below === null ? '' : rounded(below)) },
    { title: 'λ_L above', text: ({ slopes: { above } }) => rounded(above) },
    ...replayed.beside.map(({ sharing, runtime }) => ({
      ...{ title: `T ${sharing}`, text: () => formatTime(runtime) },
    })),
  ];
  return tableRows(columns, [replayed]);
}

/** Default step: share of the latency, and least ns. */
const STEP = 0.01;
const LEAST_STEP = 1;

/** Settings of the simulation, which override the machine file. */
const SIMULATED = { cpu: 'serial', nic: 'serial', 'rendezvous-protocol': 'sync' } as const;

/** Ways of sharing CPUs and NICs in the model, in the order of the table. */
const SHARED: readonly Sharing[] = ['free', 'ordered', 'serial'];

async function replayAnswer(inputs: readonly unknown[], flags: ReplayFlags): Promise<Answered> {
  const { step, ...options } = replayQuery(flags);
  return withProgress(flags.quiet, async (progress) => {
    const opened = await open(inputs, { ...flags, ...SIMULATED }, progress);
    progress.begin('simulating events');
    const { machine } = opened.resolved;
    const { source } = opened.info;
    const partners = partnered(opened.schedule, machine);
    const { schedule } = partners;
    const result = simulate(schedule, machine, options);
    const { runtime } = result;
    const played = { schedule, machine, runtime, options, source };
    const { perfetto, 'draw-ranks': ranks } = flags;
    const named = perfetto === undefined ? null : await writePerfetto(perfetto, played, ranks);
    const slopes = latencySlopes(schedule, machine, { ...options, runtime, step: step ?? stepFor(machine) });
    const beside = flags.compare ? await modelled(schedule, machine) : [];
    const warnings = joinWarnings(opened, partners, result, slopesWarning(slopes), named);
    const answer = replayView({ ...opened, schedule, warnings }, { result, slopes, beside, options });
    return { answer, picture: (plots) => drawn(plots, played) };
  });
}

/** Lanes and bins of a picture. */
const LANES = 56;
const BINS = 480;

/** Simulates again with a listener that sums up the work of CPUs in bins, for which the runtime must be known. */
function drawn({ occupancyPlot }: Plots, { schedule, machine, runtime, options, source }: Played): string {
  const lanes = Math.min(schedule.ranks, LANES);
  const heard = new SimulatedOccupancy(schedule, runtime, { lanes, bins: BINS });
  const { ends } = simulate(schedule, machine, { ...options, listener: heard.listener });
  return occupancyPlot(heard.of(ends), {
    title: `${source}: ranks over time, simulated`,
    ranks: schedule.ranks,
    runtime,
  });
}

/** Simulates again with a listener that writes events. Throws UsageError for unknown ranks, and LimitError. */
async function writePerfetto(
  file: string,
  { schedule, machine, runtime, options, source }: Played,
  drawnRanks: string | undefined,
): Promise<FoundNames> {
  const ranks = parseRanks(drawnRanks, schedule.ranks);
  const { playedBySimulation, traceEvents } = await import('../report/trace-events.js');
  const heard = new HeardSimulation(schedule, machine);
  simulate(schedule, machine, { ...options, listener: heard.listener, times: heard.times });
  // Some semantics of LogGOPSim leave times without a cause.
  const isModel = options.peculiarities?.size === 0;
  const steps = isModel ? simulatedPath(heard, runtime) : null;
  const path = steps === null ? null : pathOf(steps, (op) => rankOf(schedule, op));
  const named = await namesOf(schedule.sites);
  const played = playedBySimulation(heard, runtime);
  await writeViewerFile(file, () => traceEvents(played, { source, ranks, path, siteNames: named.names }));
  return named;
}

interface Played {
  readonly schedule: Schedule;
  readonly machine: Machine;
  readonly options: SimulationOptions;
  /** ns */
  readonly runtime: number;
  readonly source: string;
}

/** Removes unmatched operations before the simulation. */
function partnered(schedule: Schedule, machine: Machine) {
  return schedule.lenient?.unmatched === undefined && schedule.lenient?.sizes === undefined
    ? { schedule, warnings: [] }
    : buildGraph(schedule, machine);
}

const stepFor = (machine: Machine): number =>
  Math.max(LEAST_STEP, Math.round(STEP * Math.min(...machine.network.latencies.map((one) => one.latencyNs))));

/** T and λ_L of the model for each way of sharing, then as lower bounds. */
async function modelled(schedule: Schedule, machine: Machine): Promise<Beside[]> {
  const found: Beside[] = [];
  const say = async (sharing: Beside['sharing'], model: Model): Promise<void> => {
    const { runtime, lambda } = await sensitivity(model, latencyAxis(model.machine));
    found.push({ sharing, runtime, lambda: lambda.L });
  };
  for (const sharing of SHARED)
    await say(
      sharing,
      await Model.of(
        schedule,
        { ...machine, cpu: sharing, nic: sharing },
        { engine: 'sweep', memory: hostMemory },
      ),
    );
  const free = { ...machine, cpu: 'free', nic: 'free' } as const;
  await say('bound', await lowerModel(buildGraph(schedule, free), free, null, { engine: 'sweep' }));
  return found;
}

export default class ReplayCommand extends LlampCommand {
  static override summary = 'Simulate the program event by event, one task at a time per CPU and NIC.';
  static override examples = [
    '<%= config.bin %> replay traces/cg-4',
    '<%= config.bin %> replay traces/cg-4 --compare',
    '<%= config.bin %> replay traces/cg-4 --plot replay.svg',
    '<%= config.bin %> replay traces/cg-4 --perfetto replay.json',
    '<%= config.bin %> replay program.goal --semantics loggopsim -L 3000ns -o 1500ns -g 0 -G 1ns/B',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = replayFlags;
  static override mostUsed: readonly (keyof typeof replayFlags)[] = ['compare', 'semantics', 'perfetto'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ReplayCommand);
    if (flags.perfetto !== undefined) await this.onlyOne(argv, 'replay --perfetto');
    await this.askAll('replay', argv, flags, {
      ask: (inputs) => replayAnswer(inputs, flags),
    });
  }
}

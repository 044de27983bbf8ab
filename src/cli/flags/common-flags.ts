/**
 * Flags that commands share, each with the words of its help: engine, input, machine, placement, traces, region, output.
 */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import {
  type Bound,
  REGION_ENTRIES,
  type RegionAsked,
  type RegionEntry,
} from '../../analysis/cut/region-bounds.js';
import { type Problem, UsageError } from '../../errors.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../machine/machine.js';
import {
  PARAMETER_ROWS,
  type ParameterFlag,
  type ParameterFlagName,
  type ParameterRow,
  type Sharing,
} from '../../machine/parameters.js';
import { CASE_STUDY, PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../platform/platform.js';
import type { Leniency } from '../../schedule/schedule.js';
import { decimal, parseTime } from '../../units.js';
import type { CsvTable } from '../output/table.js';
import { writeFileWhole } from '../process/files.js';

const engineGroup = 'ENGINE';

const engineFlags = {
  engine: Flags.string({
    helpGroup: engineGroup,
    options: ['auto', 'highs', 'sweep'],
    description:
      'who solves: HiGHS, longest-path sweeps, or HiGHS up to --highs-limit rows [default: auto, the last]',
  }),
  'highs-limit': Flags.integer({
    helpGroup: engineGroup,
    min: 0,
    description: 'rows up to which auto uses HiGHS [default: 200000]',
  }),
  cold: Flags.boolean({
    helpGroup: engineGroup,
    description: 'let HiGHS start from scratch instead of the critical-path basis',
  }),
};

/** The flags as they are parsed; those that say nothing are undefined or false. */
export type EngineFlags = Readonly<Partial<Omit<InferredFlags<typeof engineFlags>, 'json'>>>;

/** Of questions that no engine is asked for: HiGHS is not even loaded. */
export const NO_ENGINE = {
  engine: 'sweep',
  'highs-limit': undefined,
  cold: false,
} as const satisfies EngineFlags;

/** Throws a UsageError that names the flags given for a question which no engine answers. `why`: and who does. */
export function refuseEngine(flags: EngineFlags, why: string, mend = 'leave it out'): EngineFlags {
  const given = [
    ...(flags.engine === undefined ? [] : ['--engine']),
    ...(flags['highs-limit'] === undefined ? [] : ['--highs-limit']),
    ...(flags.cold === true ? ['--cold'] : []),
  ];
  if (given.length > 0) throw new UsageError(`${given.join(', ')}: ${why}`, mend);
  return NO_ENGINE;
}

/** Throws a UsageError for what is said of HiGHS, or of the choice of auto, where --engine has it otherwise. */
export function refuseIdleEngine(flags: Readonly<Record<string, unknown>>): void {
  const { engine, cold, 'highs-limit': limit } = flags;
  if (engine === 'sweep' && cold === true)
    throw new UsageError('--cold is of HiGHS, and --engine sweep leaves HiGHS out', 'keep one of them');
  if (engine !== undefined && engine !== 'auto' && limit !== undefined)
    throw new UsageError(
      `--highs-limit is of --engine auto, and --engine ${String(engine)} says who solves`,
      'keep one of them',
    );
}

// Flags that several questions share; what they are for differs.

/** --parameter: by default the latency. */
export const parameterFlag = (description: string) =>
  Flags.string({
    default: 'L',
    helpValue: 'L|G|o|CLASS',
    summary: 'the parameter: L, G, o or a class',
    description,
  });

/** --pct: slowdowns, separated by commas. `shown`: an example of them. */
export const percentsFlag = (description: string, preset = '1,2,5', shown = preset) =>
  Flags.string({ default: preset, helpValue: shown, summary: 'slowdowns in percent', description });

/** As messages name it. */
export const LATENCY_RANGE = '--latency-range';

/** --latency-range: an interval of the parameter. */
export const latencyRangeFlag = (description: string) =>
  Flags.string({
    helpValue: 'a..b',
    summary: 'range of latencies, such as +0..+100us',
    description,
  });

/** --jobs: workers that variants are dealt to. */
export const jobsFlag = Flags.integer({
  char: 'j',
  min: 1,
  summary: 'worker threads [default: as many as fit]',
  description: 'worker threads [default: as many as pay and fit the memory]',
});

/** --weight: a mix of several programs. */
export const weightFlag = (...without: readonly string[]) =>
  Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PROGRAM=3,…|PROGRAM=60h,…|hours',
    exclusive: [...without],
    summary: 'a mix: runs or machine hours of each program',
    description:
      'several programs also as one mix: how often each runs in a unit of time [default: once], or how many hours of the machine it has; hours alone gives all as many',
  });

/** --at: what is added to latencies at named places of the network. */
export const changeFlag = (...without: readonly string[]) =>
  Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'switch:+200ns',
    exclusive: [...without],
    summary: 'what a change costs: switch:+200ns, core:+3km',
    description:
      'what latency costs that is added at a place of the network: at each switch, in the wires of a class, for a channel of a platform (switch:+200ns; core:+100ns,terminal:+50ns at once; core:+3km at 5 ns for a metre), or everywhere (+100ns)',
  });

// Flags for schedules that were made for simulators: they allow what no MPI library would run.

export const matchingFlags = {
  sizes: Flags.string({
    helpGroup: 'MATCHING',
    options: ['check', 'send'],
    default: 'check',
    description: 'a receive smaller than its message is an error, or has the bytes of the send',
  }),
  unmatched: Flags.string({
    helpGroup: 'MATCHING',
    options: ['refuse', 'ignore'],
    default: 'refuse',
    description: 'sends and receives without a partner are errors, or are left in without one',
  }),
};

/** As oclif parses them. */
export interface MatchingFlags {
  readonly sizes?: string | undefined;
  readonly unmatched?: string | undefined;
}

export function leniencyOf({ sizes, unmatched }: MatchingFlags): Leniency {
  return {
    ...(sizes === 'send' ? { sizes } : {}),
    ...(unmatched === 'ignore' ? { unmatched } : {}),
  };
}

/** Flags that let pass what a problem of this code is about. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['truncated', '--sizes send takes the bytes of the send'],
  ['unmatched', '--unmatched ignore goes on without their partners'],
]);

/** The problem with the flag that lets it pass, where there is one. */
export function withWayOut({ code = '', ...problem }: Problem): Problem {
  const way = WAYS_OUT.get(code);
  if (way === undefined) return problem;
  return { ...problem, mend: problem.mend === undefined ? way : `${problem.mend}, or ${way}` };
}

// Flags that commands share, each with the words of its help: the machine and where its ranks sit, traces, the region,
// output.

// `--parquet FILE`: the table of `--csv` beside the answer. The library that writes it is loaded only where it is asked for.

const parquetFlag = Flags.string({
  helpGroup: 'OUTPUT',
  helpValue: 'FILE',
  parse: async (name) => {
    if (name !== '-') return name;
    throw new UsageError('--parquet - is no file', 'name one: Parquet is read from its end');
  },
  description: 'write the table of --csv as Parquet, its columns with their types',
});

/** Writes the table that --parquet asks for, if it does. */
export async function writeParquet(
  name: string | undefined,
  table: (() => CsvTable) | undefined,
): Promise<void> {
  if (name === undefined || table === undefined) return;
  const { parquetTable } = await import('../output/parquet.js');
  await writeFileWhole(name, [parquetTable(table())]);
}

// Flags that say where the ranks sit.

const placeGroup = 'PLACE';
const shipped = PLATFORM_NAMES.join(', ');
const topologies = TOPOLOGY_NAMES.join(', ');

const platformFlag = Flags.string({
  helpGroup: placeGroup,
  helpValue: 'NAME|FILE',
  summary: 'platform or YAML file: latency per channel',
  description: `platform (${shipped}) or YAML file: a latency for each channel between cores`,
});

const ranksPerNodeFlag = Flags.integer({
  helpGroup: placeGroup,
  helpValue: 'N',
  min: 1,
  summary: 'ranks on each node',
  description: 'ranks on a node of the platform, or on an endpoint of the topology',
});

const wireFlags = {
  'wire-latency': Flags.string({
    helpGroup: placeGroup,
    helpValue: '274ns',
    summary: 'latency of a wire, or of each class',
    description: `latency of a wire, or of each wire class (terminal=100ns,inter=500ns) [default: ${CASE_STUDY.wireNs}ns]`,
  }),
  'switch-latency': Flags.string({
    helpGroup: placeGroup,
    helpValue: '108ns',
    description: `time in a switch [default: ${CASE_STUDY.switchNs}ns]`,
  }),
};

/** `--allocation all`. */
export const ALL_ALLOCATIONS = 'all';

/** The flags for the first of all allocations, where they ask for all: it is that of the answer. */
export const firstAllocated = <Flags extends { readonly allocation?: string | undefined }>(
  flags: Flags,
): Flags => (flags.allocation === ALL_ALLOCATIONS ? { ...flags, allocation: undefined } : flags);

/** Which nodes of a topology are given to the program. */
const allocationFlags = {
  allocation: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'packed|one-per-switch|random:SEED|all',
    description:
      'which free nodes of the topology the ranks are given [default: packed, the first ones]; all: the spread over packed, one-per-switch and 20 random ones',
  }),
  busy: Flags.string({
    helpGroup: placeGroup,
    helpValue: '30%[:SEED]',
    description: 'share of the nodes that others have taken, drawn at random',
  }),
};

const platformFlags = {
  platform: platformFlag,
  'map-by': Flags.string({
    helpGroup: placeGroup,
    helpValue: 'LEVEL',
    description: 'level whose units get ranks in turn (core, socket, node) [default: the innermost]',
  }),
  'ranks-per-node': ranksPerNodeFlag,
  rankfile: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'FILE',
    description: 'where each rank runs, in the style of Open MPI or Slurm',
  }),
  topology: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'SPEC',
    summary: 'network of switches, such as fat-tree:k=16',
    description: `network of switches, such as fat-tree:k=16 (${topologies}) or graph:FILE; L is that of a wire`,
  }),
  ...wireFlags,
  'wire-classes': Flags.boolean({
    helpGroup: placeGroup,
    description: 'a latency for each class of wires rather than one for all',
  }),
  ...allocationFlags,
};

/** The flags that say where ranks sit, as oclif parses them. */
export type PlatformFlags = Readonly<Partial<InferredFlags<typeof platformFlags>>>;

// Flags that say what the machine is, made from the table of parameters.

const helpGroup = 'MACHINE';
const presets = Object.keys(MACHINE_PRESETS).join(', ');

/** Many tools take -o for the output: who does so here is told, and nobody gets a file named 5us. */
async function parameterText(text: string, flag: ParameterFlag): Promise<string> {
  if (flag.char !== 'o' || (text !== '-' && !/\.html?$|\//i.test(text))) return text;
  throw new UsageError(`-o is the overhead o, and '${text}' is no time`, `write --output ${text}`);
}

/** The flag of a parameter; its value stays text until its unit is known. */
function flagOf(flag: NonNullable<ParameterRow['flag']>) {
  const { char, value, options, description } = flag;
  return Flags.string({
    ...(char === undefined ? {} : { char }),
    helpGroup,
    ...(value === undefined ? {} : { helpValue: value }),
    ...(options === undefined ? {} : { options: [...options] }),
    parse: (text) => parameterText(text, flag),
    description,
  });
}

/** A flag of each parameter that a text can give; the names are those of the table's type. */
const parameterFlags = Object.fromEntries(
  PARAMETER_ROWS.flatMap(({ flag }) => (flag === undefined ? [] : [[flag.name, flagOf(flag)]])),
) as Record<ParameterFlagName, ReturnType<typeof flagOf>>;

export const machineFlags = {
  machine: Flags.string({
    char: 'm',
    helpGroup,
    helpValue: 'NAME|FILE',
    summary: 'machine preset or YAML file',
    description: `machine preset (${presets}) or YAML file [default: ${DEFAULT_MACHINE}]`,
  }),
  ...parameterFlags,
  unit: Flags.string({
    helpGroup,
    helpValue: 'ns',
    description: 'unit of times and gaps that are given without one; bare numbers of bytes are bytes',
  }),
  'print-machine': Flags.boolean({
    helpGroup,
    description: 'show every machine value and where it comes from',
  }),
  ...platformFlags,
};

/** The flags that say what the machine is and where its ranks sit, as oclif parses them. */
export type MachineFlags = Readonly<
  Partial<Omit<InferredFlags<typeof machineFlags>, 'print-machine'>> &
    PlatformFlags & {
      /** How CPUs and NICs are shared where no flag and no file says; no flag of its own: the question decides. */
      sharing?: Sharing | undefined;
    }
>;

// Flags that ask about a part of the program.

export const regionFlags = {
  region: Flags.string({
    helpGroup: 'REGION',
    helpValue: 'A..B',
    description:
      'ask about this part of the program only: a time (2ms), a share (10%), first-message, last-message, the n-th call of a name (MPI_Allreduce#3), the n-th MPI_Pcontrol (MPI_Pcontrol#1, pcontrol:LEVEL#1), a region that the program names (region:solve, alone: all of it), start, end',
  }),
  'steady-state': Flags.boolean({
    helpGroup: 'REGION',
    exclusive: ['region'],
    description:
      'ask about the iterations of the program that repeat, without the first and the last tenth of them',
  }),
  'region-entry': Flags.string({
    helpGroup: 'REGION',
    options: [...REGION_ENTRIES],
    default: 'as-run',
    description: 'how ranks enter the region: each as late as the program brings it there, or all at once',
  }),
};

/** As answers name it. */
const STEADY = 'steady-state';

/** As oclif parses them, with what cannot go together with them. */
export interface RegionFlags {
  readonly region?: string | undefined;
  readonly 'steady-state'?: boolean;
  readonly 'region-entry'?: string | undefined;
  readonly unit?: string | undefined;
  readonly measured?: string | undefined;
}

/** The region that flags ask for; null: the whole program. Throws UsageError. */
export function regionAsked(flags: RegionFlags): RegionAsked | null {
  const { unit, measured } = flags;
  const entry = entryOf(flags);
  const region = flags['steady-state'] === true ? STEADY : flags.region;
  if (region === undefined) {
    if (entry === 'as-run') return null;
    throw new UsageError(
      `--region-entry ${entry} without a region`,
      'name one by --region A..B, or take --steady-state',
    );
  }
  if (measured !== undefined)
    throw new UsageError(
      `--measured beside ${flags.region === undefined ? '--steady-state' : '--region'}: measured runs are of whole programs`,
      'leave one of them out',
    );
  if (region === STEADY) return { text: STEADY, from: { kind: 'steady' }, to: { kind: 'steady' }, entry };
  return { ...parseRegion(region, unit), entry };
}

/** How ranks enter, as flags say. */
export const entryOf = (flags: RegionFlags): RegionEntry =>
  REGION_ENTRIES.find((one) => one === flags['region-entry']) ?? 'as-run';

/** The same for a question of which every variant has times of its own. Throws UsageError. */
export function regionOfVariants(flags: RegionFlags): RegionAsked | null {
  const asked = regionAsked(flags);
  const timed = [asked?.from, asked?.to].find((bound) => bound?.kind === 'time' || bound?.kind === 'share');
  if (timed === undefined) return asked;
  throw new UsageError(
    `--region ${flags.region}: a ${timed.kind} is another place in each variant`,
    'name calls, such as MPI_Allreduce#3..MPI_Allreduce#8, or first-message..last-message',
  );
}

function parseRegion(text: string, unit: string | undefined): Omit<RegionAsked, 'entry'> {
  if (isRegion(text)) return { text, from: parseBound(text, unit), to: parseBound(text, unit) };
  const ends = text.split('..');
  if (ends.length !== 2 || ends.some((end) => end.trim() === ''))
    throw new UsageError(
      `--region '${text}' is no region`,
      'write A..B, such as first-message..last-message, 10%..90% or MPI_Allreduce#3..MPI_Allreduce#8',
    );
  const [from, to] = ends.map((end) => parseBound(end.trim(), unit));
  const [begin, end] = [from, to].map(amountOf);
  if (from.kind === to.kind && begin >= end)
    throw new UsageError(`--region '${text}' ends where it begins, or before`, 'write the earlier end first');
  return { text, from, to };
}

/** What tells the order of bounds of one kind; NaN where nothing does. */
function amountOf(bound: Bound): number {
  if (bound.kind === 'time') return bound.ns;
  return bound.kind === 'share' ? bound.share : Number.NaN;
}

const WORDS = ['start', 'end', 'first-message', 'last-message'] as const;

/** A place in a program, as `--region` has two. Throws UsageError. */
export function parseBound(text: string, unit: string | undefined): Bound {
  const word = WORDS.find((one) => one === text);
  if (word !== undefined) return { kind: word };
  const mark = parseMark(text);
  if (mark !== null) return mark;
  if (/^[a-z_]/i.test(text)) return parseCall(text);
  if (!text.endsWith('%'))
    return {
      kind: 'time',
      ns: parseTime(text, { name: '--region', ...(unit === undefined ? {} : { unit }) }),
    };
  const share = decimal(text.slice(0, -1).trim()) / 100;
  if (share >= 0 && share <= 1) return { kind: 'share', share };
  throw new UsageError(`--region: '${text}' is no share of the runtime`, 'write 0% to 100%');
}

/** Whether a whole region of the program is named, and no two bounds. */
const isRegion = (text: string): boolean => text.startsWith(REGION) && !text.includes('..');

const REGION = 'region:';
const PCONTROL = /^(?:mpi_)?pcontrol(?::(-?\d{1,10}))?(?:#([1-9]\d{0,9}))?$/i;
const NUMBERED = /^(.+?)(?:#([1-9]\d{0,9}))?$/;

/** `MPI_Pcontrol#3`, `pcontrol:1#2`, `region:solve#2`; without a number the first. Null for what is no mark. */
function parseMark(text: string): Bound | null {
  const pcontrol = PCONTROL.exec(text);
  if (pcontrol !== null) {
    const level = pcontrol[1] === undefined ? null : Number(pcontrol[1]);
    return { kind: 'pcontrol', level, nth: Number(pcontrol[2] ?? 1) };
  }
  const region = text.startsWith(REGION) ? NUMBERED.exec(text.slice(REGION.length)) : null;
  return region === null ? null : { kind: 'region', name: region[1], nth: Number(region[2] ?? 1) };
}

/** `MPI_Allreduce#3`; without a number the first. */
function parseCall(text: string): Bound {
  const match = /^([a-z_]\w*)(?:#([1-9]\d{0,9}))?$/i.exec(text);
  if (match !== null) return { kind: 'call', name: match[1], nth: Number(match[2] ?? 1) };
  throw new UsageError(
    `--region: '${text}' is no place in a program`,
    `write a time, a share, ${WORDS.join(', ')}, a call with its number, such as MPI_Allreduce#3, or a mark, such as MPI_Pcontrol#1 or region:NAME`,
  );
}

/** Largest seed: a larger one would be held as one of its neighbours. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

export const traceFlags = {
  algorithms: Flags.string({
    helpGroup: 'TRACES',
    helpValue: 'FILE.js',
    summary: 'module with algorithms of your own',
    description:
      "module of JavaScript with algorithms of one's own, which --collective may name then; of TypeScript where Node reads it",
  }),
  collective: Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=ALGORITHM[:option=value]',
    summary: 'algorithm, such as allreduce=ring, or auto',
    description:
      "algorithm of a collective, such as allreduce=ring; 'auto' follows Open MPI's rules, 'mpich' MPICH's",
  }),
  rules: Flags.string({
    helpGroup: 'TRACES',
    options: ['default', 'published'],
    default: 'default',
    description: 'how calls become operations; published: as the original generator',
  }),
  'request-pitch': Flags.string({
    helpGroup: 'TRACES',
    options: ['infer', '4', '8'],
    default: 'infer',
    description: 'bytes between two request variables',
  }),
  waits: Flags.string({
    helpGroup: 'TRACES',
    options: ['traced', 'any'],
    default: 'traced',
    description: 'what MPI_Waits in changing orders are; any: MPI_Waitany, which some tracers write so',
  }),
  'flop-rate': Flags.string({
    helpGroup: 'TRACES',
    helpValue: 'FLOPS',
    description: 'flops of a core in a second, such as 1Gf, for traces that count computation in them',
  }),
  'skip-calls': Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ',',
    helpValue: 'GLOB,…',
    description: "calls to leave out with their time, such as 'Comm_*'",
  }),
  strict: Flags.boolean({ helpGroup: 'TRACES', description: 'make a call that is not understood an error' }),
};

/** --json; `others`: the forms of an answer that the command has besides. */
export const jsonFlag = (...others: readonly string[]) =>
  Flags.boolean({ helpGroup: 'OUTPUT', exclusive: [...others], description: 'print one JSON object' });

export const outputFlags = {
  // Each names those behind it: the framework shows them as one choice then, and refuses any two.
  json: jsonFlag('csv', 'markdown'),
  csv: Flags.boolean({
    helpGroup: 'OUTPUT',
    exclusive: ['markdown'],
    description: 'print CSV with a header, in full precision',
  }),
  parquet: parquetFlag,
  markdown: Flags.boolean({
    helpGroup: 'OUTPUT',
    summary: 'print tables and lists as Markdown',
    description: 'print tables and lists as Markdown, for an issue or a merge request',
  }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    summary: 'write the answer to FILE',
    description: 'write the answer to FILE instead of standard output',
  }),
  quiet: Flags.boolean({
    char: 'q',
    helpGroup: 'OUTPUT',
    description: 'no progress and no warnings on standard error',
  }),
};

/** A program on its machine. */
export const programFlags = { ...machineFlags, ...traceFlags, ...matchingFlags, ...regionFlags };

/** Of questions that no engine answers. */
export const sharedFlags = { ...programFlags, ...outputFlags };

export const commonFlags = { ...sharedFlags, ...engineFlags };

export const distributionFlag = Flags.string({
  helpValue: 'DISTRIBUTION',
  exclusive: ['frontier', 'surface'],
  description:
    "what the parameter's value is drawn from, once for the whole run: 3us:0.5,5us:0.3,10us:0.2, normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns",
});

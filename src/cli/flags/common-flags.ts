/** Flags that commands share: engine, input, machine, placement, traces, region, output. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
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
import { UNITS } from '../../units.js';
import type { CsvTable } from '../output/table.js';
import { writeFileWhole } from '../process/files.js';
import { regionFlags } from './region-flags.js';

const engineGroup = 'ENGINE';

const engineFlags = {
  engine: Flags.string({
    helpGroup: engineGroup,
    options: ['auto', 'highs', 'sweep'],
    description:
      'solver: HiGHS, longest-path sweeps, or auto (HiGHS up to --highs-limit rows) [default: auto]',
  }),
  'highs-limit': Flags.integer({
    helpGroup: engineGroup,
    min: 0,
    description: 'most rows of the linear program that auto solves with HiGHS [default: 200000]',
  }),
  cold: Flags.boolean({
    helpGroup: engineGroup,
    description: 'start HiGHS without the critical-path basis',
  }),
};

/** The flags as parsed; those not given are undefined or false. */
export type EngineFlags = Readonly<Partial<Omit<InferredFlags<typeof engineFlags>, 'json'>>>;

/** For analyses without an engine; HiGHS is not loaded. */
export const NO_ENGINE = {
  engine: 'sweep',
  'highs-limit': undefined,
  cold: false,
} as const satisfies EngineFlags;

/** Throws a UsageError for engine flags of an analysis without engine. `why`: what solves; `or`: another way to mend. */
export function refuseEngine(flags: EngineFlags, why: string, or?: string): EngineFlags {
  const given = [
    ...(flags.engine === undefined ? [] : ['--engine']),
    ...(flags['highs-limit'] === undefined ? [] : ['--highs-limit']),
    ...(flags.cold === true ? ['--cold'] : []),
  ];
  if (given.length > 0)
    throw new UsageError(
      `${given.join(', ')} ${given.length > 1 ? 'have' : 'has'} no meaning here, because ${why}`,
      `leave ${given.length > 1 ? 'them' : 'it'} out${or === undefined ? '' : `, or ${or}`}`,
    );
  return NO_ENGINE;
}

/** Throws a UsageError for flags of HiGHS, or of auto, that contradict --engine. */
export function refuseIdleEngine(flags: Readonly<Record<string, unknown>>): void {
  const { engine, cold, 'highs-limit': limit } = flags;
  if (engine === 'sweep' && cold === true)
    throw new UsageError('--cold needs HiGHS, which --engine sweep does not use', 'keep one of them');
  if (engine !== undefined && engine !== 'auto' && limit !== undefined)
    throw new UsageError(
      `--highs-limit needs --engine auto, not --engine ${String(engine)}`,
      'keep one of them',
    );
}

// Flags that several analyses share, for different purposes.

/** --parameter: by default the latency. */
export const parameterFlag = (description: string) =>
  Flags.string({
    default: 'L',
    helpValue: 'L|G|o|CLASS',
    summary: 'L, G, o or a latency class',
    description,
  });

/** --pct: slowdowns, separated by commas. `shown`: an example of them. */
export const percentsFlag = (description: string, preset = '1,2,5', shown = preset) =>
  Flags.string({ default: preset, helpValue: shown, summary: 'slowdowns in percent', description });

/** Its name in messages. */
export const LATENCY_RANGE = '--latency-range';

/** --latency-range: an interval of the parameter. */
export const latencyRangeFlag = (description: string) =>
  Flags.string({
    helpValue: 'a..b',
    summary: 'range of latencies, such as +0..+100us',
    description,
  });

/** --jobs: workers that evaluate variants. */
export const jobsFlag = Flags.integer({
  char: 'j',
  min: 1,
  summary: 'worker threads [default: as many as fit]',
  description: 'worker threads [default: as many as are useful and fit into memory]',
});

/** --weight: a mix of several programs. */
export const weightFlag = (...without: readonly string[]) =>
  Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PROGRAM=3,…|PROGRAM=60h,…|hours',
    exclusive: [...without],
    summary: 'mix of programs: runs or machine hours of each',
    description:
      'also analyse the programs as one mix: runs of each per unit of time [default: 1], or machine hours of each; "hours" gives all the same hours',
  });

/** --at: latency added at named places of the network. */
export const changeFlag = (...without: readonly string[]) =>
  Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'switch:+200ns',
    exclusive: [...without],
    summary: 'cost of added latency: switch:+200ns, core:+3km',
    description:
      'cost of latency added at a place of the network: each switch (switch:+200ns), the wires of a class (core:+3km, at 5 ns per metre), a channel of a platform, or everywhere (+100ns); a comma adds several at once',
  });

// Flags for schedules made for simulators, which allow what no MPI library would run.

export const matchingFlags = {
  sizes: Flags.string({
    helpGroup: 'MATCHING',
    options: ['check', 'send'],
    default: 'check',
    description:
      'what to do if a receive is smaller than its message: report an error, or use the size of the send',
  }),
  unmatched: Flags.string({
    helpGroup: 'MATCHING',
    options: ['refuse', 'ignore'],
    default: 'refuse',
    description:
      'what to do with sends and receives without a partner: report an error, or keep them unmatched',
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

/** Flags that tolerate a problem, by its code. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['truncated', 'use --sizes send to take the size of the send'],
  ['unmatched', 'use --unmatched ignore to continue without partners'],
]);

/** The problem with the flag that tolerates it, if there is one. */
export function withWayOut({ code = '', ...problem }: Problem): Problem {
  const way = WAYS_OUT.get(code);
  if (way === undefined) return problem;
  return { ...problem, mend: problem.mend === undefined ? way : `${problem.mend}, or ${way}` };
}

// The machine and the placement of its ranks, traces, the region, output.

// `--parquet FILE`: the table of `--csv` in addition to the answer. The library that writes it is loaded on demand.

const parquetFlag = Flags.string({
  helpGroup: 'OUTPUT',
  helpValue: 'FILE',
  parse: async (name) => {
    if (name !== '-') return name;
    throw new UsageError('--parquet cannot write to standard output', 'name a file');
  },
  description: 'also write the table of --csv as typed Parquet columns',
});

/** Writes the table of --parquet, if given. */
export async function writeParquet(
  name: string | undefined,
  table: (() => CsvTable) | undefined,
): Promise<void> {
  if (name === undefined || table === undefined) return;
  const { parquetTable } = await import('../output/parquet.js');
  await writeFileWhole(name, [parquetTable(table())]);
}

// Flags for the placement of ranks.

const placeGroup = 'PLACE';
const shipped = PLATFORM_NAMES.join(', ');
const topologies = TOPOLOGY_NAMES.join(', ');

const platformFlag = Flags.string({
  helpGroup: placeGroup,
  helpValue: 'NAME|FILE',
  summary: 'platform or YAML file: latency per channel',
  description: `platform (${shipped}) or YAML file with a latency for each channel between cores`,
});

const ranksPerNodeFlag = Flags.integer({
  helpGroup: placeGroup,
  helpValue: 'N',
  min: 1,
  summary: 'ranks per node',
  description: 'ranks per node of the platform, or per endpoint of the topology',
});

const wireFlags = {
  'wire-latency': Flags.string({
    helpGroup: placeGroup,
    helpValue: '274ns',
    summary: 'latency per wire, or per wire class',
    description: `latency per wire, or per wire class (terminal=100ns,inter=500ns) [default: ${CASE_STUDY.wireNs}ns]`,
  }),
  'switch-latency': Flags.string({
    helpGroup: placeGroup,
    helpValue: '108ns',
    description: `latency per switch [default: ${CASE_STUDY.switchNs}ns]`,
  }),
};

/** `--allocation all`. */
export const ALL_ALLOCATIONS = 'all';

/** With `--allocation all`, the flags of the first allocation, which the answer uses. */
export const firstAllocated = <Flags extends { readonly allocation?: string | undefined }>(
  flags: Flags,
): Flags & { readonly spread?: boolean } =>
  flags.allocation === ALL_ALLOCATIONS ? { ...flags, allocation: undefined, spread: true } : flags;

/** Which nodes of a topology the program gets. */
const allocationFlags = {
  allocation: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'packed|one-per-switch|random:SEED|all',
    summary: 'nodes for the ranks [default: packed]',
    description:
      'which free nodes of the topology the ranks get [default: packed, the first ones]; all shows the spread over packed, one-per-switch and 20 random allocations',
  }),
  busy: Flags.string({
    helpGroup: placeGroup,
    helpValue: '30%[:SEED]',
    description: 'share of the nodes that other jobs occupy, drawn at random',
  }),
};

const platformFlags = {
  platform: platformFlag,
  'map-by': Flags.string({
    helpGroup: placeGroup,
    helpValue: 'LEVEL',
    description: 'level to which ranks are dealt in turn (core, socket, node) [default: the innermost]',
  }),
  'ranks-per-node': ranksPerNodeFlag,
  rankfile: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'FILE',
    description: 'where each rank runs, in the format of Open MPI or Slurm',
  }),
  topology: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'SPEC',
    summary: 'network of switches, such as fat-tree:k=16',
    description: `network of switches, such as fat-tree:k=16 (${topologies}) or graph:FILE; L is then the latency per wire`,
  }),
  ...wireFlags,
  'wire-classes': Flags.boolean({
    helpGroup: placeGroup,
    description: 'a separate latency for each class of wires',
  }),
  ...allocationFlags,
};

/** The flags for the placement of ranks, as oclif parses them. */
export type PlatformFlags = Readonly<Partial<InferredFlags<typeof platformFlags>>>;

// Flags of the machine, made from the table of parameters.

const helpGroup = 'MACHINE';
const presets = Object.keys(MACHINE_PRESETS).join(', ');

/** Many tools take -o for the output; refuses that here, so that no file is named 5us: paths, and names with an ending. */
async function parameterText(text: string, flag: ParameterFlag): Promise<string> {
  if (flag.char !== 'o' || !/^-$|\/|[a-z_][^.]*\.[a-z]\w*$/i.test(text)) return text;
  throw new UsageError(`-o sets the overhead o, and '${text}' is no time`, `use --output ${text}`);
}

/** The flag of a parameter; its value remains text until the unit is known. */
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

/** A flag for each parameter that text can give. */
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
    options: Object.keys(UNITS.time),
    description: 'unit of times and gaps given without one (sizes without a unit are bytes)',
  }),
  'print-machine': Flags.boolean({
    helpGroup,
    description: 'show every machine value and its source',
  }),
  ...platformFlags,
};

/** The flags of the machine and of the placement, as oclif parses them. */
export type MachineFlags = Readonly<
  Partial<Omit<InferredFlags<typeof machineFlags>, 'print-machine'>> &
    PlatformFlags & {
      /** How CPUs and NICs are shared if no flag or file says so; not a flag: the analysis decides. */
      sharing?: Sharing | undefined;
      /** Whether other allocations are compared with this one; not a flag: {@link firstAllocated} sets it. */
      spread?: boolean;
    }
>;

/** Largest seed that a double holds exactly. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

export const traceFlags = {
  algorithms: Flags.string({
    helpGroup: 'TRACES',
    helpValue: 'FILE.js',
    summary: 'module with algorithms of your own',
    description:
      'JavaScript module with algorithms of your own for --collective; TypeScript if Node can read it',
  }),
  collective: Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=ALGORITHM[:option=value]',
    summary: 'algorithm, such as allreduce=ring, or auto',
    description:
      "algorithm of a collective, such as allreduce=ring; 'auto' follows the rules of Open MPI, 'mpich' those of MPICH",
  }),
  rules: Flags.string({
    helpGroup: 'TRACES',
    options: ['default', 'published'],
    default: 'default',
    description: 'how calls become operations; published: as in the original Schedgen',
  }),
  'request-pitch': Flags.string({
    helpGroup: 'TRACES',
    options: ['infer', '4', '8'],
    default: 'infer',
    description: 'distance of two request variables in memory, bytes',
  }),
  waits: Flags.string({
    helpGroup: 'TRACES',
    options: ['traced', 'any'],
    default: 'traced',
    description:
      'how to read MPI_Waits in changing orders; any: as MPI_Waitany, which some tracers record so',
  }),
  'flop-rate': Flags.string({
    helpGroup: 'TRACES',
    helpValue: 'FLOPS',
    description: 'flop/s of a core, such as 1Gf, for traces that count computation in flops',
  }),
  'skip-calls': Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ',',
    helpValue: 'GLOB,…',
    description: "calls to leave out, with their time, such as 'Comm_*'",
  }),
  'tracer-overhead': Flags.string({
    helpGroup: 'TRACES',
    helpValue: '80ns',
    summary: 'time to subtract for each recorded call',
    description:
      'time of the tracer for each call, which is subtracted [default: as recorded in the traces, otherwise 0]',
  }),
  strict: Flags.boolean({
    helpGroup: 'TRACES',
    description: 'report an error for calls that are not modelled',
  }),
};

/** --json; `others`: the other forms of the command's answer. */
export const jsonFlag = (...others: readonly string[]) =>
  Flags.boolean({ helpGroup: 'OUTPUT', exclusive: [...others], description: 'print one JSON object' });

export const outputFlags = {
  // Each excludes the following ones: oclif then shows them as one choice and refuses two.
  json: jsonFlag('csv', 'markdown'),
  csv: Flags.boolean({
    helpGroup: 'OUTPUT',
    exclusive: ['markdown'],
    description: 'print CSV with a header, at full precision',
  }),
  parquet: parquetFlag,
  markdown: Flags.boolean({
    helpGroup: 'OUTPUT',
    summary: 'print tables and lists as Markdown',
    description: 'print tables and lists as Markdown',
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
    description: 'hide progress and warnings',
  }),
};

/** A program on its machine. */
export const programFlags = { ...machineFlags, ...traceFlags, ...matchingFlags, ...regionFlags };

/** For analyses without an engine. */
export const sharedFlags = { ...programFlags, ...outputFlags };

export const commonFlags = { ...sharedFlags, ...engineFlags };

export const distributionFlag = Flags.string({
  helpValue: 'DISTRIBUTION',
  exclusive: ['frontier', 'surface'],
  description:
    "distribution of the parameter's value, drawn once per run: 3us:0.5,5us:0.3,10us:0.2, normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns",
});

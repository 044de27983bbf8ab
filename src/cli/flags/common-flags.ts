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
import { regionFlags } from './region-flags.js';

const engineGroup = 'ENGINE';

const engineFlags = {
  engine: Flags.string({
    helpGroup: engineGroup,
    helpValue: 'auto[:ROWS]|highs[:cold]|sweep',
    summary: 'solver: auto, highs or sweep',
    parse: async (engine) => {
      engineQuery({ engine });
      return engine;
    },
    description:
      'solver: HiGHS (highs:cold starts without the critical-path basis), longest-path sweeps, or auto, which is HiGHS for up to so many rows of the linear program [default: auto:200000]',
  }),
};

/** The flags as parsed; those not given are undefined. */
export type EngineFlags = Readonly<Partial<Omit<InferredFlags<typeof engineFlags>, 'json'>>>;

/** For analyses without an engine; HiGHS is not loaded. */
export const NO_ENGINE = { engine: 'sweep' } as const satisfies EngineFlags;

/** Throws a UsageError for an engine of an analysis without engine. `why`: what solves; `or`: another way to mend. */
export function refuseEngine({ engine }: EngineFlags, why: string, or?: string): EngineFlags {
  if (engine === undefined) return NO_ENGINE;
  throw new UsageError(
    `--engine has no meaning here, because ${why}`,
    `leave it out${or === undefined ? '' : `, or ${or}`}`,
  );
}

/** The engine of the flags, where auto ends, and whether HiGHS starts without a basis. Throws UsageError. */
export function engineQuery({ engine = 'auto' }: EngineFlags): {
  readonly engine: 'auto' | 'highs' | 'sweep';
  readonly highsLimit?: number;
  readonly cold: boolean;
} {
  const [, rows] = /^auto(?::(\d{1,15}))?$/.exec(engine) ?? [];
  if (rows !== undefined) return { engine: 'auto', highsLimit: Number(rows), cold: false };
  if (engine === 'highs:cold') return { engine: 'highs', cold: true };
  if (engine === 'auto' || engine === 'highs' || engine === 'sweep') return { engine, cold: false };
  throw new UsageError(`--engine '${engine}' is unknown`, 'use auto, auto:ROWS, highs, highs:cold or sweep');
}

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

/** Flags that tolerate a problem, by its code. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['truncated', 'use --rules sizes=send to take the size of the send'],
  ['unmatched', 'use --rules unmatched=ignore to continue without partners'],
]);

/** The problem with the flag that tolerates it, if there is one. */
export function withWayOut({ code = '', ...problem }: Problem): Problem {
  const way = WAYS_OUT.get(code);
  if (way === undefined) return problem;
  return { ...problem, mend: problem.mend === undefined ? way : `${problem.mend}, or ${way}` };
}

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

/** The value of --allocation: a name, and the share of busy nodes behind a comma. */
export function allocationWords(text = ''): {
  readonly name: string | undefined;
  readonly busy: string | undefined;
} {
  const words = text.split(',').map((word) => word.trim());
  const busy = words.findLast((word) => word.startsWith(BUSY))?.slice(BUSY.length);
  const names = words.filter((word) => !word.startsWith(BUSY) && word !== '').join(',');
  return { name: names === '' ? undefined : names, busy };
}

const BUSY = 'busy=';

/** The allocation on nodes of which others are busy. */
export const withBusy = (name: string, busy: string | undefined): string =>
  busy === undefined ? name : `${name},${BUSY}${busy}`;

/** Whether the answer has the spread over allocations. */
export const isOnAll = ({ allocation }: { readonly allocation?: string | undefined }): boolean =>
  allocationWords(allocation).name === ALL_ALLOCATIONS;

export const ALL_ALLOCATIONS = 'all';

/** With `--allocation all`, the flags of the first allocation, which the answer uses. */
export const firstAllocated = <Flags extends { readonly allocation?: string | undefined }>(
  flags: Flags,
): Flags & { readonly spread?: boolean } =>
  isOnAll(flags)
    ? {
        ...flags,
        allocation: withBusy('', allocationWords(flags.allocation).busy) || undefined,
        spread: true,
      }
    : flags;

/** Which nodes of a topology the program gets. */
const allocationFlags = {
  allocation: Flags.string({
    helpGroup: placeGroup,
    helpValue: 'packed|one-per-switch|random:SEED|all[,busy=30%[:SEED]]',
    summary: 'nodes for the ranks [default: packed]',
    description:
      'which free nodes of the topology the ranks get [default: packed, the first ones]; all shows the spread over packed, one-per-switch and 20 random allocations; busy: share of the nodes that other jobs occupy, drawn at random',
  }),
};

const platformFlags = {
  platform: platformFlag,
  'map-by': Flags.string({
    helpGroup: placeGroup,
    helpValue: 'LEVEL|rankfile:FILE',
    summary: 'where each rank runs: core, node, rankfile:FILE …',
    description:
      'level to which ranks are dealt in turn (core, socket, node) [default: the innermost], or a rankfile of Open MPI or Slurm',
  }),
  'ranks-per-node': ranksPerNodeFlag,
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

/** What --rendezvous has behind a colon. */
const PROTOCOL = 'rendezvous-protocol';

/** A flag for each parameter that text can give. */
const parameterFlags = Object.fromEntries(
  PARAMETER_ROWS.flatMap(({ flag }) =>
    flag === undefined || flag.within !== undefined ? [] : [[flag.name, flagOf(flag)]],
  ),
) as Record<Exclude<ParameterFlagName, typeof PROTOCOL>, ReturnType<typeof flagOf>>;

export const machineFlags = {
  machine: Flags.string({
    char: 'm',
    helpGroup,
    helpValue: 'NAME|FILE',
    summary: 'machine preset or YAML file',
    description: `machine preset (${presets}) or YAML file [default: ${DEFAULT_MACHINE}]`,
  }),
  ...parameterFlags,
  ...platformFlags,
};

/** The flags of the machine and of the placement, as oclif parses them. */
export type MachineFlags = Readonly<
  Partial<InferredFlags<typeof machineFlags>> &
    PlatformFlags & {
      /** Not a flag: the text of --rendezvous behind its colon, where an analysis decides it. */
      [PROTOCOL]?: string | undefined;
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
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ',',
    helpValue: 'RULE,…',
    summary: 'how to read INPUT: published, strict, waits=any …',
    description:
      'how to read INPUT: published, calls become operations as in the original Schedgen; strict, an error for calls that are not modelled; waits=any, MPI_Waits in changing orders are MPI_Waitany, which some tracers record so; request-pitch=4|8, bytes between two request variables; tracer=80ns, the time to subtract for each recorded call [default: as recorded in the traces, otherwise 0]; sizes=send, take the size of the send if a receive is smaller; unmatched=ignore, keep sends and receives without a partner',
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
  markdown: Flags.boolean({
    helpGroup: 'OUTPUT',
    summary: 'print tables and lists as Markdown',
    description: 'print tables and lists as Markdown',
  }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    summary: 'write the answer to FILE',
    description:
      'write the answer to FILE instead of standard output, in the form of its ending: .json, .csv, .md, or .parquet (the table of --csv, in typed columns)',
  }),
  quiet: Flags.boolean({
    char: 'q',
    helpGroup: 'OUTPUT',
    description: 'hide progress and warnings',
  }),
};

/** A program on its machine. */
export const programFlags = { ...machineFlags, ...traceFlags, ...regionFlags };

/** For analyses without an engine. */
export const sharedFlags = { ...programFlags, ...outputFlags };

export const commonFlags = { ...sharedFlags, ...engineFlags };

export const distributionFlag = Flags.string({
  helpValue: 'DISTRIBUTION',
  exclusive: ['frontier', 'surface'],
  description:
    "distribution of the parameter's value, drawn once per run: 3us:0.5,5us:0.3,10us:0.2, normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns",
});

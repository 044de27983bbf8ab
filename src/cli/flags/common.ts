/** Flags that commands share, each with the words of its help. */
import { Flags } from '@oclif/core';
import { UsageError } from '../../errors.js';
import { RENDEZVOUS_PROTOCOLS, SHARINGS } from '../../machine/machine.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../machine/presets.js';
import { platformFlags } from './site.js';

const presets = Object.keys(MACHINE_PRESETS).join(', ');

/** Many tools take -o for the output: who does so here is told, and nobody gets a file named 5us. */
function overheadText(text: string): string {
  if (text !== '-' && !/\.html?$|\//i.test(text)) return text;
  throw new UsageError(
    `-o is the overhead o in all commands, and '${text}' is no time`,
    `write --output ${text}`,
  );
}

export const machineFlags = {
  machine: Flags.string({
    char: 'm',
    helpGroup: 'MACHINE',
    helpValue: 'NAME|FILE',
    description: `machine preset (${presets}) or YAML file [default: ${DEFAULT_MACHINE}]`,
  }),
  latency: Flags.string({
    char: 'L',
    helpGroup: 'MACHINE',
    helpValue: '3us',
    description: 'network latency L',
  }),
  overhead: Flags.string({
    char: 'o',
    helpGroup: 'MACHINE',
    helpValue: '5us',
    parse: async (text) => overheadText(text),
    description: 'CPU overhead o per message',
  }),
  'gap-per-byte': Flags.string({
    char: 'G',
    helpGroup: 'MACHINE',
    helpValue: '0.018ns/B',
    description: 'gap G per byte, as a time per byte or a bandwidth (100Gbit/s)',
  }),
  gap: Flags.string({
    char: 'g',
    helpGroup: 'MACHINE',
    helpValue: '0',
    description: 'gap g between messages; counts with --nic ordered and --nic serial',
  }),
  rendezvous: Flags.string({
    char: 'S',
    helpGroup: 'MACHINE',
    helpValue: '256KiB',
    description: "messages of more bytes use the rendezvous protocol; 'none': all are eager",
  }),
  'rendezvous-protocol': Flags.string({
    helpGroup: 'MACHINE',
    options: [...RENDEZVOUS_PROTOCOLS],
    description: 'what a rendezvous message costs',
  }),
  async: Flags.string({
    helpGroup: 'MACHINE',
    helpValue: '0',
    description: 'cost of an irequires dependency',
  }),
  cpu: Flags.string({
    helpGroup: 'MACHINE',
    options: [...SHARINGS],
    description:
      'ordered: messages cost one CPU o each in the order of the program; serial: its operations run one at a time, as they become ready; free: the plain model [default: free; where algorithms are compared: ordered]',
  }),
  nic: Flags.string({
    helpGroup: 'MACHINE',
    options: [...SHARINGS],
    description:
      'ordered: messages leave and enter one NIC in the order of the program, max(o, g + (s − 1)·G) apart; serial: sends leave as they become ready; free: the plain model [default: as --cpu]',
  }),
  unit: Flags.string({
    helpGroup: 'MACHINE',
    helpValue: 'ns',
    description: 'unit of numbers that are given without one',
  }),
  'print-machine': Flags.boolean({
    helpGroup: 'MACHINE',
    description: 'show every machine value and where it comes from',
  }),
  ...platformFlags,
};

export const traceFlags = {
  collective: Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=ALGORITHM[:option=value]',
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

export const engineFlags = {
  engine: Flags.string({
    helpGroup: 'ENGINE',
    options: ['auto', 'highs', 'sweep'],
    default: 'auto',
    description: 'who solves: HiGHS, longest-path sweeps, or HiGHS up to --highs-limit rows',
  }),
  'highs-limit': Flags.integer({
    helpGroup: 'ENGINE',
    default: 200_000,
    min: 0,
    description: 'rows up to which auto uses HiGHS',
  }),
  cold: Flags.boolean({
    helpGroup: 'ENGINE',
    description: 'let HiGHS start from scratch instead of the critical-path basis',
  }),
};

export const outputFlags = {
  json: Flags.boolean({ helpGroup: 'OUTPUT', exclusive: ['csv'], description: 'print one JSON object' }),
  csv: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print CSV with a header, in full precision' }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    description: 'write the answer to FILE instead of standard output',
  }),
  quiet: Flags.boolean({
    char: 'q',
    helpGroup: 'OUTPUT',
    description: 'no progress and no warnings on standard error',
  }),
};

export const commonFlags = { ...machineFlags, ...traceFlags, ...engineFlags, ...outputFlags };

export const distributionFlag = Flags.string({
  helpValue: 'DISTRIBUTION',
  exclusive: ['frontier', 'surface'],
  description:
    "what the parameter's value is drawn from, once for the whole run: 3us:0.5,5us:0.3,10us:0.2, normal:mean=3us,sd=500ns, lognormal:median=3us,sigma=0.3 or gamma:shape=4,scale=750ns",
});

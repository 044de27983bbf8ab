/** Flags that commands share, each with the words of its help. */
import { Flags } from '@oclif/core';
import { parquetFlag } from '../output/parquet-file.js';
import { engineFlags } from './engine.js';
import { machineFlags } from './machine.js';
import { matchingFlags } from './matching.js';
import { regionFlags } from './region.js';

/** Largest seed: a larger one would be held as one of its neighbours. */
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

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
    description: 'print tables and lists as Markdown, for an issue or a merge request',
  }),
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

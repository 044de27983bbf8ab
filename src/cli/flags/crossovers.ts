/** Flags of `crossovers`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import { algorithmsOf, parseCollectiveName } from '../../collectives/registry.js';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { outputFlags } from './common.js';
import { counts, sizes } from './lists.js';
import { machineFlags } from './machine.js';
import { latencyRangeFlag } from './question.js';
import { collectiveAxis } from './variants.js';

export const crossoversFlags = {
  ...machineFlags,
  collective: Flags.string({
    required: true,
    helpValue: 'NAME[=A,B[:option=value]]',
    description: 'a collective, and its algorithms where not all are meant',
  }),
  ranks: Flags.string({
    required: true,
    helpValue: '8,64',
    description: 'numbers of ranks, a map each',
  }),
  bytes: Flags.string({
    helpValue: '8B..1MiB',
    description: 'sizes of the vector or block; a range doubles [default: 8B..1MiB]',
  }),
  root: Flags.integer({ min: 0, helpValue: '0', description: 'root of the collective [default: 0]' }),
  'latency-range': latencyRangeFlag("latencies of the map [default: a tenth to ten times the machine's]"),
  at: Flags.string({
    default: '+0',
    helpValue: '1us,3us',
    description: 'latencies at which borders between sizes are sought to the byte',
  }),
  plot: plotFlag(),
  ...outputFlags,
};

export type CrossoversFlags = InferredFlags<typeof crossoversFlags>;

const SIZES = '8B..1MiB';
const ROOTED: readonly CollectiveName[] = ['bcast', 'reduce', 'gather', 'gatherv', 'scatter', 'scatterv'];

/** What flags ask that needs no machine. */
export interface CrossoversAsked {
  readonly collective: CollectiveName;
  readonly candidates: readonly CollectiveSpec[];
  readonly ranks: readonly number[];
  readonly sizes: readonly number[];
}

/** Throws UsageError. */
export function crossoversAsked({ collective: text, ranks, bytes, root }: CrossoversFlags): CrossoversAsked {
  const candidates = candidatesOf(text);
  const [{ collective }] = candidates;
  if (collective === null)
    throw new UsageError(
      `--collective '${text}' names no collective`,
      'write allreduce or allreduce=ring,linear',
    );
  if (bytes !== undefined && collective === 'barrier')
    throw new UsageError('--bytes: a barrier has no size', 'leave it out');
  if (root !== undefined && !ROOTED.includes(collective))
    throw new UsageError(`--root: ${collective} has no root`, 'leave it out');
  const sized = collective === 'barrier' ? '1' : (bytes ?? SIZES);
  return { collective, candidates, ranks: counts(ranks, '--ranks', 1), sizes: sizes(sized, '--bytes') };
}

function candidatesOf(text: string): CollectiveSpec[] {
  if (!text.includes('=')) {
    const name = parseCollectiveName(text);
    return algorithmsOf(name).map((algorithm) => parseCollectiveSpec(`${name}=${algorithm.name}`));
  }
  const specs = collectiveAxis(text).values.map((value) => parseCollectiveSpec(value));
  const ranged = specs.find(({ from, to }) => from > 0 || Number.isFinite(to));
  if (ranged === undefined) return specs;
  throw new UsageError(`'${ranged.text}' is for some sizes only`, 'leave the sizes out: the map tells them');
}

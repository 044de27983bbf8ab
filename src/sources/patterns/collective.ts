/** A collective of all ranks, again and again, with a computation before each. */
import { type CollectiveSpec, chooseAlgorithm } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveCall } from '../../collectives/types.js';
import type { Pattern } from './pattern.js';

/** As in schedules of traces. */
const FIRST_TAG = 1_000_000;

/**
 * The pattern of a collective by the first of `choices` that applies to it, else by its default algorithm. `spec`: the
 * choice that is part of the pattern's own name. Blocks of all ranks have the same size.
 */
export function collectivePattern(
  name: CollectiveName,
  spec?: CollectiveSpec,
  choices: readonly CollectiveSpec[] = spec === undefined ? [] : [spec],
): Pattern {
  return {
    name: spec?.text ?? name,
    summary: `${name} of all ranks`,
    collective: name,
    spec,
    plan: ({ ranks, bytes, iterations, computeNs, root }) => {
      const { algorithm, options } = chooseAlgorithm(choices, name, ranks, bytes);
      const block = () => bytes;
      return (program) => {
        const shared = { rank: program.rank, size: ranks, root, bytes, options };
        const differ = name.endsWith('v') || name === 'reduce_scatter';
        const call: CollectiveCall = differ ? { ...shared, bytesOf: block, recvBytesOf: block } : shared;
        for (let i = 0; i < iterations; i++) {
          program.compute(computeNs);
          program.collective(algorithm, call, FIRST_TAG + i);
        }
      };
    },
  };
}

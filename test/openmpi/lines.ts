/** Records as lines of words, and what we send in a call as they have it. */
import { readFileSync } from 'node:fs';
import type { CollectiveAlgorithm } from '../../src/collectives/collective-algorithm.js';
import { recordCollective, type WholeCall } from '../../src/collectives/recorded-calls.js';

/** Words of each line that is no comment. */
export const linesOf = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '));

/** `from>to:messages:bytes` of each pair of ranks that exchanges any. */
export const pairsOf = (algorithm: CollectiveAlgorithm, whole: WholeCall, perPair = false): string[] =>
  recordCollective(algorithm, whole, perPair).flatMap((ops, from) =>
    Array.from({ length: whole.size }, (_, to) => {
      const messages = ops.filter(({ kind, peer }) => kind === 'send' && peer === to);
      const sum = messages.reduce((all, { value }) => all + value, 0);
      return messages.length === 0 ? [] : [`${from}>${to}:${messages.length}:${sum}`];
    }).flat(),
  );

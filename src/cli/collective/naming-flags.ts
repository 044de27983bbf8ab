/** What the models say is lacking, with the flags that give it: the models know none. */
import { type Lack, LackingError } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';

const TREES_OR_LOGGP = 'or ask loggp or loggph';

const MENDS: Readonly<Record<Lack, string>> = {
  'flat-trees': `give --p2p, --nbft and --nbft-reduce, ${TREES_OR_LOGGP}`,
  'trees-of-both': `give --nbft and --nbft-reduce both, ${TREES_OR_LOGGP}`,
  'bcast-trees': 'give --nbft',
  'reduce-trees': 'give --nbft-reduce',
  transfers: 'give --transfers FILE, a table channel,bytes,concurrency,us',
  loggp: 'give osu_latency of a channel and osu_bcast -f of two ranks (or --overhead), or Netgauge output',
  formula: 'ask --model taulop, loggp or loggph too',
};

/** Runs a question to the models; throws UsageError that names the flags where something is lacking. */
export function namingFlags<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof LackingError)) throw error;
    const { lack, problems } = error;
    throw new UsageError(
      lack === 'formula' ? '--formula has nothing to show' : problems[0].what,
      MENDS[lack],
    );
  }
}

import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { convert } from '../liballprof/traces.js';

/** The choices that no call of a run with one allreduce of 32 B takes. */
async function idle(...chosen: readonly string[]): Promise<string[]> {
  const lines = ['MPI_Allreduce:110:1:2:4:D:3:W:120'];
  const { warnings } = await convert([lines, lines], { collectives: chosen.map(parseCollectiveSpec) });
  return warnings
    .filter(({ code }) => code === 'choice-without-calls')
    .map(({ message }) => message.replace(/^no call of the traces takes (.*): there is no (.*)$/, '$1 | $2'));
}

describe('a chosen algorithm that no call takes is told', () => {
  const or = 'of these sizes, or a choice before it takes them';

  it('where the program has no such collective, or none of that size', async () => {
    expect(await idle('bcast=chain')).toEqual([`bcast=chain | bcast ${or}`]);
    expect(await idle('allreduce=ring@64B..')).toEqual([`allreduce=ring@64B.. | allreduce ${or}`]);
  });

  it('where another choice comes first', async () => {
    expect(await idle('allreduce=ring', 'allreduce=rabenseifner')).toEqual([
      `allreduce=rabenseifner | allreduce ${or}`,
    ]);
    expect(await idle('auto', 'allreduce=ring')).toEqual([`allreduce=ring | allreduce ${or}`]);
  });

  it('and no other', async () => {
    expect(await idle('allreduce=ring@..64B', 'allreduce=rabenseifner@1MiB..')).toHaveLength(1);
    expect(await idle('allreduce=ring', 'auto')).toEqual([]);
    expect(await idle()).toEqual([]);
  });
});

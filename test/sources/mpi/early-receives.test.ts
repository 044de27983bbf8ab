/** Messages that a rank looked for while it went on with other things. */
import { describe, expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { FIRST, file, listing, rankText } from '../liballprof/traces.js';

/** Rank 0 sends, tests, sends again, and receives what it looked for since `looked`. */
async function receiving(looked: string, between = 'MPI_Isend:302:5:1:D:1:8:W:72:303') {
  const texts = [
    [
      'MPI_Issend:110:5:1:D:1:7:W:64:111',
      'MPI_Test:112:64:0:0:300',
      '#completed: 64',
      between,
      'MPI_Probe:305:1:9:W:0:400',
      looked,
      'MPI_Recv:401:5:1:D:1:9:W:0:402',
      'MPI_Wait:405:72:0:406',
    ],
    [
      'MPI_Recv:100:5:1:D:0:7:W:0:101',
      ...(between.includes('Isend') ? ['MPI_Recv:102:5:1:D:0:8:W:0:103'] : []),
      'MPI_Send:104:5:1:D:0:9:W:105',
    ],
  ].map((lines, rank) =>
    rankText(lines, rank, 2)
      .replace('\n', '\n# llamp-trace 2\n')
      .replace(/:9[01]000,/g, ':1,'),
  );
  const set = await readTraces(texts.map((text, rank) => file(`rank${rank}`, text, rank)));
  return listing(tracesToSchedule(set, FIRST).schedule, 0);
}

const LATE = [
  'l7: calc 0 < l8',
  'l8: calc 2000 ~ l5',
  'l9: recv 8b from 1 tag 9 < l10',
  'l10: calc 1000 < l7',
  'l11: calc 0 < l5 < l12',
  'l12: calc 3000 < l9',
];

describe('a receive', () => {
  it('waits for what was before its message was first looked for, and what follows waits for both', async () => {
    expect((await receiving('#looked: 112.5')).slice(6, 14)).toEqual([
      // The send that was started meanwhile,
      'l7: calc 0 ~ l5',
      // the probe and the receive after the first send,
      'l8: calc 0 < l9',
      'l9: calc 2000 ~ l1',
      'l10: recv 8b from 1 tag 9 < l11',
      'l11: calc 1000 < l8',
      // and the wait after all.
      'l12: calc 0 < l5 < l14',
      'l13: calc 3000 < l10',
      'l14: calc 0 < l7 < l13',
    ]);
  });

  it.each([
    ['was looked for after all other calls', '#looked: 304', undefined],
    ['has no such note', '#pcontrol: 404 1', undefined],
    ['follows a call that blocks', '#looked: 112.5', 'MPI_Send:302:5:1:D:1:8:W:303'],
    ['follows more computation than polls', '#looked: 250', 'MPI_Isend:302:5:1:D:1:8:W:72:303'],
  ])('that %s waits for all before it', async (_, looked, between) => {
    const ops = await receiving(looked, between);
    if (between === undefined) expect(ops.slice(6, 12)).toEqual(LATE);
    else expect(ops.filter((op) => op.includes('calc 2000'))[0]).not.toContain('l1');
  });
});

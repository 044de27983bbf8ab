/** What call sites are called beside each other. */
import { describe, expect, it } from 'vitest';
import { NO_SITE, SiteGroups } from '../../src/analysis/message-groups.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { CallSite, SiteNames, SourcePlace } from '../../src/schedule/program-calls.js';
import { NONE } from '../../src/schedule/schedule.js';

const site = (...offsets: readonly number[]): CallSite => ({
  frames: offsets.map((offset) => ({ object: '/opt/app', offset })),
});

const at = (file: string, line: number, name = 'f'): SourcePlace => ({ function: name, file, line });

/** One operation for each site, all of one call, and one of no site behind them. */
function groupsOf(list: readonly CallSite[], names: SiteNames): { groups: number[]; titles: string[] } {
  const builder = new ScheduleBuilder(1);
  builder.beginRank(0);
  builder.callIs('MPI_Send');
  for (let i = 0; i <= list.length; i++) {
    builder.siteIs(i < list.length ? i : NONE);
    builder.calc(0);
  }
  const schedule = builder.finish({ list, source: '', date: Number.NaN });
  if (schedule.sites === null) throw new Error('no sites');
  const found = new SiteGroups(schedule, schedule.sites, names);
  const groups = [...list.keys(), list.length].map((op) => found.of(op));
  return { groups, titles: found.titles().map(({ name }) => name) };
}

describe('call sites', () => {
  it('are the lines that they stand in, and copies of a line are one', () => {
    const names: SiteNames = ({ offset }) => [at('/src/a.c', offset < 20 ? 1 : 2)];
    expect(groupsOf([site(10), site(20), site(11)], names)).toEqual({
      groups: [0, 1, 0, NO_SITE],
      titles: ['a.c:1 MPI_Send', 'a.c:2 MPI_Send'],
    });
  });

  it('are told apart by their callers, as far out as they differ', () => {
    const names: SiteNames = ({ offset }) => [at('/src/a.c', offset)];
    expect(groupsOf([site(1, 5, 7, 9), site(1, 5, 8, 9), site(1, 6, 9), site(2, 5)], names).titles).toEqual([
      'a.c:1 MPI_Send via a.c:5 < a.c:7',
      'a.c:1 MPI_Send via a.c:5 < a.c:8',
      'a.c:1 MPI_Send via a.c:6',
      'a.c:2 MPI_Send',
    ]);
  });

  it('that were inlined have those that they were inlined into as callers', () => {
    const names: SiteNames = ({ offset }) => [at('/src/halo.h', 3), at('/src/a.c', offset)];
    expect(groupsOf([site(1), site(2)], names).titles).toEqual([
      'halo.h:3 MPI_Send via a.c:1',
      'halo.h:3 MPI_Send via a.c:2',
    ]);
  });

  it('keep the folders of files that share a name', () => {
    const names: SiteNames = ({ offset }) => [at(offset === 1 ? '/x/a.c' : '/y/a.c', 4)];
    expect(groupsOf([site(1), site(2)], names).titles).toEqual(['/x/a.c:4 MPI_Send', '/y/a.c:4 MPI_Send']);
  });

  it('without names are places in their objects', () => {
    const nowhere = { frames: [{ object: '', offset: 0x7f00 }] };
    expect(groupsOf([site(0x11f6), nowhere], () => []).titles).toEqual([
      'app+0x11f6 MPI_Send',
      '0x7f00 MPI_Send',
    ]);
  });
});

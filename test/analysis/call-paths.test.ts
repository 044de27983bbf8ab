/** What functions and call sites are called, beside each other, and what is no function of the program. */
import { describe, expect, it } from 'vitest';
import { CallPaths, NO_PATH } from '../../src/analysis/call-tree.js';
import { NO_SITE, SiteGroups } from '../../src/analysis/message-groups.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { CallSite, SiteNames, SourcePlace } from '../../src/schedule/program-calls.js';
import { NONE } from '../../src/schedule/schedule.js';

/** The names of each site's functions, outermost first. */
function pathsOf(list: readonly CallSite[], names: SiteNames): string[][] {
  const of = Uint32Array.from(list.keys());
  const paths = new CallPaths({ list, of, source: '', date: Number.NaN }, names);
  const nodes = list.map((_, op) => paths.of(op));
  const regions = paths.regions();
  return nodes.map((node) =>
    paths
      .nodesTo(node)
      .map((one) => regions[paths.nodes[one].region].name)
      .reverse(),
  );
}

/** One frame for each of the functions, innermost first. */
const stackOf = (functions: readonly string[], object = '/bin/app'): [CallSite, SiteNames] => [
  { frames: functions.map((_, offset) => ({ object, offset })) },
  ({ offset }) => (functions[offset] === '' ? [] : [{ function: functions[offset], file: '', line: 0 }]),
];

const onePath = (...functions: readonly string[]): string[] => {
  const [site, names] = stackOf(functions);
  return pathsOf([site], names)[0];
};

const LIBRARY = ['__libc_start_call_main', '__libc_start_main_impl'];

describe('call paths', () => {
  it.each([
    [
      'begin with main: what calls it is the C library',
      ['dot', 'main', ...LIBRARY, '_start'],
      ['main', 'dot'],
    ],
    ['begin with main though its callers have no name', ['dot', 'main', '', ''], ['main', 'dot']],
    // Its main has no name, and neither has its _start.
    ['of a stripped program begin there too', ['', '', ...LIBRARY, ''], ['app+0x1', 'app+0x0']],
    [
      'of threads begin with the first function of the program',
      ['send_one', 'worker', 'start_thread', 'clone3'],
      ['worker', 'send_one'],
    ],
    [
      'of Fortran begin with its program, not with the main that the compiler made',
      ['exchange_', 'MAIN__', 'main', '__libc_start_main', '_start'],
      ['MAIN__', 'exchange_'],
    ],
    ['keep the caller of MPI whatever it is called', ['_start'], ['_start']],
    ['keep it in threads', ['clone', 'start_thread'], ['clone']],
    ['are as deep as they were recorded', ['dot', 'solve'], ['solve', 'dot']],
    ['keep a main that calls itself', ['main', 'main', '_start'], ['main', 'main']],
  ])('%s', (_, functions, path) => {
    expect(onePath(...functions)).toEqual(path);
  });

  it('have functions once, on whatever lines they call, and inlined ones below those around them', () => {
    const names: SiteNames = ({ offset }) => [
      { function: 'halo', file: '/src/halo.h', line: 3 },
      { function: 'solve', file: '/src/a.c', line: offset },
    ];
    const list = [10, 20].map((offset) => ({ frames: [{ object: '/bin/app', offset }] }));
    const paths = new CallPaths(
      { list, of: Uint32Array.of(0, 1, NONE), source: '', date: Number.NaN },
      names,
    );
    expect([0, 1, 2].map((op) => paths.of(op))).toEqual([1, 1, NO_PATH]);
    expect(paths.nodes.map(({ lines }) => [...lines])).toEqual([[10, 20], [3]]);
  });

  it('are those of the regions that a trace itself names', () => {
    const regions = ['main', 'solve', 'dot'].map((name) => ({ function: name, file: '', line: 0 }));
    const list = [{ frames: [2, 1, 0].map((offset) => ({ object: '', offset, named: regions[offset] })) }];
    expect(pathsOf(list, () => [])).toEqual([['main', 'solve', 'dot']]);
  });

  it('tell functions of one name apart by their files', () => {
    const names: SiteNames = ({ offset }) => [{ function: 'dot', file: `/src/${offset}.c`, line: 1 }];
    const list = [1, 2].map((offset) => ({ frames: [{ object: '/bin/app', offset }] }));
    expect(pathsOf(list, names)).toEqual([['dot (/src/1.c)'], ['dot (/src/2.c)']]);
  });
});

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

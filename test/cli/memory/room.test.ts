/** What control groups and the machine leave, from files as Linux writes them. */
import { describe, expect, it } from 'vitest';
import { controlGroupRooms, memoryRoom } from '../../../src/cli/process/memory.js';

const MIB = 2 ** 20;
const reader =
  (files: Readonly<Record<string, string>>) =>
  (path: string): string | null =>
    files[path] ?? null;

const MEMINFO =
  'MemTotal:       16384 kB\nMemFree:        1024 kB\nMemAvailable:   8192 kB\nSwapTotal:      4096 kB\nSwapFree:       2048 kB\n';
const host = (files: Readonly<Record<string, string>>, wanted?: string) => ({
  wanted,
  resident: () => 100 * MIB,
  read: reader(files),
});

describe('version 2', () => {
  const own = '/sys/fs/cgroup/user.slice/job/step';
  const job = '/sys/fs/cgroup/user.slice/job';
  const files = {
    '/proc/self/cgroup': '0::/user.slice/job/step\n',
    [`${own}/memory.max`]: 'max\n',
    [`${own}/memory.current`]: '1000\n',
    [`${job}/memory.max`]: `${250 * MIB}\n`,
    [`${job}/memory.current`]: `${200 * MIB}\n`,
    [`${job}/memory.stat`]: `anon ${60 * MIB}\ninactive_file ${100 * MIB}\nactive_file ${20 * MIB}\n`,
  };

  it('takes the limit of a group above, and pages of files as free', () => {
    expect(controlGroupRooms(reader(files), 0)).toEqual([
      { bytes: 170 * MIB, limit: 250 * MIB, whose: 'this control group' },
    ]);
  });

  it('counts the swap that the group may have, and no more than there is', () => {
    const swapping = {
      ...files,
      [`${job}/memory.swap.max`]: `${30 * MIB}\n`,
      [`${job}/memory.swap.current`]: `${10 * MIB}\n`,
    };
    expect(controlGroupRooms(reader(swapping), 1000 * MIB)[0].bytes).toBe(190 * MIB);
    expect(controlGroupRooms(reader(swapping), 5 * MIB)[0].bytes).toBe(175 * MIB);
    expect(controlGroupRooms(reader({ ...swapping, [`${job}/memory.swap.max`]: 'max' }), MIB)[0].bytes).toBe(
      171 * MIB,
    );
  });

  it('sees the root of a container, whose own folder is not there', () => {
    const inside = {
      '/proc/self/cgroup': '0::/docker/abc\n',
      '/sys/fs/cgroup/memory.max': `${64 * MIB}\n`,
      '/sys/fs/cgroup/memory.current': `${4 * MIB}\n`,
    };
    expect(controlGroupRooms(reader(inside), 0)[0].bytes).toBe(60 * MIB);
  });
});

describe('version 1', () => {
  const folder = '/sys/fs/cgroup/memory/job';
  const files = {
    '/proc/self/cgroup': '5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n',
    '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    '/sys/fs/cgroup/memory/memory.usage_in_bytes': '5000\n',
    [`${folder}/memory.limit_in_bytes`]: `${250 * MIB}\n`,
    [`${folder}/memory.usage_in_bytes`]: `${200 * MIB}\n`,
    [`${folder}/memory.stat`]: `cache 0\ninactive_file 1\ntotal_inactive_file ${40 * MIB}\ntotal_active_file ${10 * MIB}\n`,
  };

  it('has no limit at the root, and counts what groups below take', () => {
    expect(controlGroupRooms(reader(files), 0)).toEqual([
      { bytes: 100 * MIB, limit: 250 * MIB, whose: 'this control group' },
    ]);
  });

  it('holds to the limit of memory and swap together', () => {
    const both = {
      ...files,
      [`${folder}/memory.memsw.limit_in_bytes`]: `${260 * MIB}\n`,
      [`${folder}/memory.memsw.usage_in_bytes`]: `${205 * MIB}\n`,
    };
    expect(controlGroupRooms(reader(both), 500 * MIB)[0].bytes).toBe(105 * MIB);
  });
});

describe('the room of a process', () => {
  it('is what the machine has available, with swap', () => {
    expect(memoryRoom(host({ '/proc/meminfo': MEMINFO }))).toEqual({
      bytes: (8192 + 2048) * 1024,
      limit: (16384 + 4096) * 1024,
      whose: 'this machine',
    });
  });

  it('is the least of machine and groups', () => {
    const files = {
      '/proc/meminfo': MEMINFO,
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': '3000000\n',
      '/sys/fs/cgroup/memory.current': '2000000\n',
    };
    expect(memoryRoom(host(files))?.whose).toBe('this control group');
    expect(memoryRoom(host({ ...files, '/sys/fs/cgroup/memory.max': `${MIB * 500}` }))?.whose).toBe(
      'this machine',
    );
  });

  it('is unknown where no file says', () => {
    expect(memoryRoom(host({}))).toBeNull();
  });

  it('is what the variable says, whatever the system does', () => {
    const files = { '/proc/meminfo': MEMINFO };
    expect(memoryRoom(host(files, '250MiB'))).toEqual({
      bytes: 150 * MIB,
      limit: 250 * MIB,
      whose: 'LLAMP_MEMORY',
    });
    expect(() => memoryRoom(host(files, 'much'))).toThrow(/LLAMP_MEMORY/);
  });
});

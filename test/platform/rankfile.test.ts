import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapBy } from '../../src/platform/mapping.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { readRankfile, writeOpenMpiRankfile, writeSlurmHostfile } from '../../src/platform/rankfile.js';

const { platform: epyc } = platformPreset('epyc-orfeo');
const read = (text: string, ranks: number) => [...readRankfile(text, 'ranks.txt', epyc, ranks)];

describe('an Open MPI rankfile', () => {
  it('places by socket and core, or by core of the node', () => {
    expect(read('rank 0=node0 slot=0:3\nrank 1=node0 slot=1:0\nrank 2=node1 slot=5\n', 3)).toEqual([
      3, 64, 133,
    ]);
  });
  it('may name ranks in any order, with comments, spaces and Windows line ends', () => {
    expect(read('# mine\r\n\r\nrank 1 = node1 slot = 2 # here\r\nrank 0=node0 slots=1\r\n', 2)).toEqual([
      1, 130,
    ]);
  });
  it('takes the first free core of a list, range or star', () => {
    expect(
      read(
        'rank 0=node0 slot=0-3\nrank 1=node0 slot=0-3\nrank 2=node0 slot=1:*\nrank 3=node0 slot=0:0;0:7\n',
        4,
      ),
    ).toEqual([0, 1, 64, 7]);
  });
  it.each([
    ['0:0-1,1:0-1', [0, 1, 64, 65]],
    ['0:0,2,1:3,5', [0, 2, 67, 69]],
    ['1:0;0:1,1:4-5', [64, 1, 68, 69]],
    ['0,1:5,7', [5, 7, 69, 71]],
  ])('binds to cores of several sockets: slot=%s', (slot, cores) => {
    const text = cores.map((_, rank) => `rank ${rank}=node0 slot=${slot}\n`).join('');
    expect(read(text, cores.length)).toEqual(cores);
  });
  it('knows relative hosts', () => {
    expect(read('rank 0=+n1 slot=0\nrank 1=+n0 slot=0\n', 2)).toEqual([128, 0]);
  });
  it('numbers unlisted hosts as they appear', () => {
    expect(read('rank 0=epyc005 slot=0\nrank 1=epyc003 slot=0\nrank 2=epyc005 slot=1\n', 3)).toEqual([
      0, 128, 1,
    ]);
  });
});

describe('a Slurm host file', () => {
  it('names the host of each rank', () => {
    expect(read('node1\nnode0\nnode1\n', 3)).toEqual([128, 0, 129]);
  });
  it('may repeat a host and name cores', () => {
    expect(read('node0*3\nnode1 17\nnode0\n', 5)).toEqual([0, 1, 2, 145, 3]);
  });
});

describe('a host list of the platform', () => {
  const named = { ...epyc, hosts: ['alpha', 'beta'] };
  it('gives the numbers', () => {
    expect([...readRankfile('beta\nalpha\n', 'h', named, 2)]).toEqual([128, 0]);
  });
  it('refuses other names', () => {
    expect(() => readRankfile('gamma\n', 'h', named, 1)).toThrow(
      "h:1: unknown host 'gamma'. Use a host of platform epyc-orfeo (alpha, beta)",
    );
  });
});

it.each([
  ['ranks.txt:2: rank 0 already has a place', 'rank 0=node0 slot=0\nrank 0=node0 slot=1\n'],
  [
    'ranks.txt:2: rank 2 does not exist; the program has ranks 0 to 1',
    'rank 0=node0 slot=0\nrank 2=node0 slot=1\n',
  ],
  ['ranks.txt: 1 of 2 ranks has no place: 0', 'rank 1=node0 slot=0\n'],
  [
    'ranks.txt:2: rank 1 cannot use core 1 of node0, which rank 0 uses',
    'rank 0=node0 slot=0:1\nrank 1=node0 slot=1\n',
  ],
  [
    "ranks.txt:1: slot '0:64': no core of the socket has number 64; numbers are 0 to 63",
    'rank 0=node0 slot=0:64\n',
  ],
  ['no socket has number 2; numbers are 0 to 1', 'rank 0=node0 slot=2:0\n'],
  ['physical numbering', 'rank 0=node0 slot=p0:1\n'],
  ["range '3-1' ends before it begins", 'rank 0=node0 slot=3-1\n'],
  ["ranks.txt:3: host 'c' would be node number 3, but platform epyc-orfeo has only 2", 'a\nb\nc\n'],
  ["ranks.txt:2: 'node1' is not a rankfile line", 'rank 0=node0 slot=0\nnode1\n'],
  ["ranks.txt:1: 'node[0-1]' is not a host name", 'node[0-1]\n'],
  ['ranks.txt:1: rank 2 does not exist; the program has ranks 0 to 1', 'node0*999999999\n'],
  ['ranks.txt: 2 of 2 ranks have no place: 0, 1', '\n'],
])('is refused with the line: %s', (message, text) => {
  expect(() => read(text, 2)).toThrow(message);
});

it('a slot with a socket is refused where the platform has none', () => {
  const flat = { ...epyc, levels: [epyc.levels[0], { ...epyc.levels[3], name: 'core' }] };
  expect(() => readRankfile('rank 0=node0 slot=0:3\n', 'r', flat, 1)).toThrow(
    "r:1: slot '0:3': the platform has no sockets; write the core alone, as in slot=0",
  );
});

it('a full node takes no more', () => {
  expect(() => read('node0*129\n', 129)).toThrow(
    'ranks.txt:1: no core is left for rank 128; all 128 of node0 are in use',
  );
});

it('what is written reads as the same mapping', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 1 }), (cores) => {
      const mapping = Int32Array.from(cores);
      expect(readRankfile(writeOpenMpiRankfile(epyc, mapping), 'r', epyc, cores.length)).toEqual(mapping);
      const slurm = writeSlurmHostfile(epyc, mapping, { cores: true });
      expect(readRankfile(slurm, 'r', epyc, cores.length)).toEqual(mapping);
    }),
  );
});

it('a host file without cores keeps the hosts, and Slurm reads nothing but names', () => {
  const text = writeSlurmHostfile(epyc, mapBy(epyc, 'node', 4));
  expect(text).toBe('node0\nnode1\nnode0\nnode1\n');
  expect(writeOpenMpiRankfile(epyc, mapBy(epyc, 'node', 3))).toBe(
    'rank 0=node0 slot=0:0\nrank 1=node1 slot=0:0\nrank 2=node0 slot=1:0\n',
  );
});

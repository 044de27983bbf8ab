import { describe, expect, it } from 'vitest';
import { traceSetOf, traceSets } from '../../src/sources/rank-files.js';

const ranks = (set: readonly { name: string; rank: number }[]) =>
  set.map(({ name, rank }) => `${rank} ${name}`);

describe('names of the files of ranks', () => {
  it('finds the ranks of a set, by number', () => {
    const names = ['d/t-rank-10.txt', 'd/t-rank-0.txt', 'd/t-rank-9.txt', 'd/README.md'];
    expect(traceSets(names).map(ranks)).toEqual([
      ['0 d/t-rank-0.txt', '9 d/t-rank-9.txt', '10 d/t-rank-10.txt'],
    ]);
  });

  it('finds the number that differs, though names have others', () => {
    const names = ['run3_trace-00.np2.dat.gz', 'run3_trace-01.np2.dat.gz'];
    expect(traceSets(names).map(ranks)).toEqual([
      ['0 run3_trace-00.np2.dat.gz', '1 run3_trace-01.np2.dat.gz'],
    ]);
  });

  it('keeps sets apart', () => {
    const names = ['a-0.dat', 'a-1.dat', 'b-0.dat', 'b-1.dat', 'b-0.dat.gz', 'b-1.dat.gz'];
    expect(traceSets(names)).toHaveLength(3);
    expect(ranks(traceSetOf('b-1.dat', names))).toEqual(['0 b-0.dat', '1 b-1.dat']);
  });

  it('takes ranks that are packed by themselves, and keeps packed and unpacked sets apart where both have a rank', () => {
    const names = ['d/t-1-of-4.txt.gz', 'd/t-0-of-4.txt', 'd/t-3-of-4.txt.zst', 'd/t-2-of-4.txt', 'd/t-0.gz'];
    const four = ['0 d/t-0-of-4.txt', '1 d/t-1-of-4.txt.gz', '2 d/t-2-of-4.txt', '3 d/t-3-of-4.txt.zst'];
    expect(traceSets(names).map(ranks)).toEqual([four, ['0 d/t-0.gz']]);
    for (const name of names.slice(0, 4)) expect(ranks(traceSetOf(name, names))).toEqual(four);
    const both = [...names, 'd/t-0-of-4.txt.gz'];
    expect(ranks(traceSetOf('d/t-0-of-4.txt', both))).toEqual(['0 d/t-0-of-4.txt', '2 d/t-2-of-4.txt']);
    expect(traceSets(both)).toHaveLength(3);
  });

  it('takes the binary form where our tracer wrote both of the same ranks', () => {
    const forms = (end: string) => [0, 1].map((rank) => `d/llamp-trace-rank-${rank}.${end}`);
    const both = (one: string, other: string) => traceSets([...forms(other), ...forms(one)]).map(ranks);
    const binary = ['0 d/llamp-trace-rank-0.bin', '1 d/llamp-trace-rank-1.bin'];
    expect(both('bin', 'txt')).toEqual([binary]);
    expect(both('bin', 'txt.gz')).toEqual([binary]);
    expect(both('bin', 'txt.part')).toEqual([binary]);
    expect(both('bin.part', 'txt.part')).toHaveLength(1);
    const texts = ranks(traceSetOf(forms('txt')[1], [...forms('bin'), ...forms('txt')]));
    expect(texts).toEqual(['0 d/llamp-trace-rank-0.txt', '1 d/llamp-trace-rank-1.txt']);
    // Neither form of other ranks, nor files of others, nor of another folder are the same run.
    expect(traceSets([...forms('bin'), forms('txt')[0]])).toHaveLength(2);
    expect(traceSets(['d/t-0.bin', 'd/t-0.txt'])).toHaveLength(2);
    expect(traceSets([...forms('bin'), 'e/llamp-trace-rank-0.txt', 'e/llamp-trace-rank-1.txt'])).toHaveLength(
      2,
    );
  });

  it('does not look at numbers of folders', () => {
    expect(ranks(traceSetOf('x0/t-0', ['x0/t-0', 'x1/t-0']))).toEqual(['0 x0/t-0']);
  });

  it('is a set of its own without a number', () => {
    expect(ranks(traceSetOf('trace', ['trace', 'other-0']))).toEqual(['0 trace']);
  });
});

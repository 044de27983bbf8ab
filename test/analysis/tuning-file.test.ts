/** Tuning files: what they can name, what they say, and what is left out. Real libraries read them in real tests. */
import { describe, expect, it } from 'vitest';
import {
  chosenForms,
  emitChoices,
  pointOf,
  TUNING_LIBRARIES,
  worthwhile,
} from '../../src/analysis/tuning-file.js';
import {
  commented,
  mpichForms,
  mpichVariablesFile,
  openMpiForms,
  openMpiRulesFile,
} from '../../src/analysis/tuning-file-formats.js';
import type { CollectiveName } from '../../src/collectives/collective-algorithm.js';
import type { CollectiveSize } from '../../src/sources/program.js';

const call = (collective: CollectiveName, ranks: number, bytes: number): CollectiveSize => ({
  collective,
  ranks,
  bytes,
  calls: 1,
});
const texts = (one: CollectiveSize): string[] =>
  openMpiForms({ collective: one.collective, calls: [one] }).map(({ text }) => text);
const [openMpi, openMpi6, mpich] = TUNING_LIBRARIES;

describe('what rules of Open MPI can name', () => {
  it('leaves out what hands over to another algorithm for these calls', () => {
    expect(texts(call('allreduce', 4, 8))).toEqual(['linear', 'recursive-doubling']);
    expect(texts(call('allreduce', 4, 4096))).toEqual([
      'linear',
      'recursive-doubling',
      'ring',
      'rabenseifner',
    ]);
    // Their recursive doubling of an allgather is Bruck's for 6 ranks.
    expect(texts(call('allgather', 6, 64))).not.toContain('recursive-doubling');
    const both = [call('allreduce', 4, 8), call('allreduce', 4, 4096)];
    expect(openMpiForms({ collective: 'allreduce', calls: both }).map(({ number }) => number)).toEqual([
      1, 3,
    ]);
  });

  it('leaves out what is made of other collectives, what is for two ranks, and what no rule is for', () => {
    expect(texts(call('reduce_scatter', 4, 800))).not.toContain('ompi-reduce-scatter');
    expect(
      openMpiForms({ collective: 'alltoall', calls: [call('alltoall', 2, 8)] }).map((one) => one.theirs),
    ).toEqual(['linear', 'pairwise', 'modified_bruck']);
    expect(texts(call('gatherv', 4, 8))).toEqual([]);
  });

  it('has segments where they divide the message, as theirs leave a rest', () => {
    expect(texts(call('bcast', 4, 2 ** 17))).toContain('chain:fanout=2:segment=64KiB');
    expect(texts(call('bcast', 4, 100_000)).filter((text) => text.includes('segment'))).toEqual([]);
    const forms = openMpiForms({ collective: 'bcast', calls: [call('bcast', 4, 2 ** 17)] });
    expect(forms.find(({ text }) => text === 'chain:fanout=2:segment=64KiB')).toEqual({
      text: 'chain:fanout=2:segment=64KiB',
      theirs: 'chain',
      number: 2,
      faninout: 2,
      segment: 65_536,
    });
  });
});

const form = (collective: CollectiveName, ranks: number, bytes: number, text: string) => {
  const found = openMpiForms({ collective, calls: [call(collective, ranks, bytes)] }).find(
    (one) => one.text === text,
  );
  if (found === undefined) throw new Error(`no ${text}`);
  return found;
};

it('a rules file leaves everything beside its rules to Open MPI', () => {
  const rules = [
    { collective: 'alltoall', ranks: 8, least: 64, most: 64, form: form('alltoall', 8, 64, 'bruck') },
    { collective: 'allreduce', ranks: 4, least: 64, most: 512, form: form('allreduce', 4, 64, 'ring') },
    { collective: 'allreduce', ranks: 4, least: 0, most: 8, form: form('allreduce', 4, 8, 'linear') },
    { collective: 'allreduce', ranks: 5, least: 8, most: 8, form: form('allreduce', 5, 8, 'linear') },
    { collective: 'barrier', ranks: 4, least: 1, most: 1, form: form('barrier', 4, 1, 'tree') },
  ] as const;
  const lines = openMpiRulesFile(rules, ['by hand']).trimEnd().split('\n');
  expect(lines[0]).toBe('# by hand');
  const numbers = lines
    .slice(1)
    .map((line) => line.replace(/ +#.*/, ''))
    .join('; ');
  const allreduce = '2; 4; 0; 1; 0 0 0 0; 4; 4; 0 1 0 0; 9 0 0 0; 64 4 0 0; 513 0 0 0';
  const fives = '5; 3; 0 0 0 0; 8 1 0 0; 9 0 0 0; 6; 1; 0 0 0 0';
  // A block of 64 B by 8 ranks is 512 B to Open MPI.
  const alltoall = '3; 3; 0; 1; 0 0 0 0; 8; 3; 0 0 0 0; 512 3 0 0; 513 0 0 0; 9; 1; 0 0 0 0';
  const barrier = '6; 3; 0; 1; 0 0 0 0; 4; 1; 0 6 0 0; 5; 1; 0 0 0 0';
  expect(numbers).toBe(`3; ${allreduce}; ${fives}; ${alltoall}; ${barrier}`);
});

it('variables of MPICH are named by collective, and only for calls that run so', () => {
  const bruck = mpichForms({ collective: 'allgather', calls: [call('allgather', 6, 8)] });
  expect(bruck.map(({ theirs }) => theirs)).toEqual(['brucks', 'ring']);
  expect(
    mpichForms({ collective: 'allreduce', calls: [call('allreduce', 8, 8)] }).map((one) => one.text),
  ).toEqual(['recursive-doubling']);
  expect(mpichVariablesFile([{ collective: 'allgather', form: bruck[0] }], ['a'])).toBe(
    '# a\nexport MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM=brucks\n',
  );
});

it('variables of MPICH name no algorithm that cuts a vector otherwise than we do', () => {
  const names = (collective: CollectiveName, ranks: number, bytes: number) =>
    mpichForms({ collective, calls: [call(collective, ranks, bytes)] }).map(({ theirs }) => theirs);
  // 7168 B are 896 doubles: shares of 7 ranks are whole, those of 5 are not; 800 B are 12.5 doubles for each of 8.
  expect(names('bcast', 7, 7168)).toEqual(['binomial', 'scatter_ring_allgather']);
  expect(names('bcast', 5, 7168)).toEqual(['binomial']);
  expect(names('allreduce', 4, 800)).toEqual(['recursive_doubling', 'reduce_scatter_allgather']);
  expect(names('allreduce', 8, 800)).toEqual(['recursive_doubling']);
  expect(names('reduce', 8, 800)).toEqual(['binomial']);
  // A ring of an allgatherv cuts blocks from 32 KiB on; the mean does not tell the largest.
  expect(names('allgatherv', 4, 8192)).toEqual(['recursive_doubling', 'brucks', 'ring']);
  expect(names('allgatherv', 4, 8200)).toEqual(['recursive_doubling', 'brucks']);
});

it('a name cannot end a comment', () => {
  expect(commented(['3 µs', 'a\nrm -rf b', 'Käse'])).toBe('# 3 us\n# a?rm -rf b\n# K?se\n');
});

it('Bruck of Open MPI 5 takes its radix as fan-out', () => {
  expect(form('allgather', 6, 8, 'bruck')).toMatchObject({ number: 2, faninout: 2 });
});

it('rules in JSON cannot name what schema and reader of Open MPI 6 call differently', () => {
  for (const name of ['allgatherv', 'reduce_scatter', 'reduce_scatter_block'] as const) {
    const calls = { collective: name, calls: [call(name, 4, 8192)] };
    expect(openMpi.forms(calls).length).toBeGreaterThan(0);
    expect(openMpi6.forms(calls)).toEqual([]);
  }
});

describe('choices', () => {
  const calls = [
    call('allreduce', 4, 8),
    call('allreduce', 8, 8),
    call('allreduce', 4, 65_536),
    call('scan', 4, 8),
    call('scan', 4, 65_536),
    call('gatherv', 4, 8),
  ];

  it('are by size only where the library can tell sizes apart; the own decision is the first', () => {
    const names = (choices: ReturnType<typeof emitChoices>) =>
      choices.map(({ collective, least, most, candidates }) => [collective, least, most, candidates[0]]);
    expect(names(emitChoices(openMpi, calls, 3))).toEqual([
      ['allreduce', 8, 8, 'auto'],
      ['allreduce', 65_536, 65_536, 'auto'],
      ['scan', 8, 65_536, 'auto'],
    ]);
    expect(names(emitChoices(mpich, calls, 3))).toEqual([['allreduce', 8, 65_536, 'mpich']]);
  });

  it('are found again among flags', () => {
    const choices = emitChoices(openMpi, calls, 3);
    const flags = ['allreduce=linear@..64KiB', 'allreduce=ring@64KiB..', 'scan=auto', 'auto'];
    const point = pointOf(choices, flags);
    expect(point.map((at, i) => choices[i].candidates[at])).toEqual(['linear', 'ring', 'auto']);
    const chosen = chosenForms(openMpi, choices, point, calls);
    expect(chosen.map((one) => [one.form.text, one.calls.map(({ ranks }) => ranks)])).toEqual([
      ['linear', [4, 8]],
      ['ring', [4]],
    ]);
    expect(pointOf(choices, ['auto'])).toEqual([0, 0, 0]);
  });
});

describe('what is worth a rule', () => {
  // a saves 100 of 1000, b saves 6, c saves 4, b and c together 30.
  const runtime = (tuned: readonly string[]): number => {
    const both = tuned.includes('b') && tuned.includes('c');
    const single = (tuned.includes('b') ? 6 : 0) + (tuned.includes('c') ? 4 : 0);
    return 1000 - (tuned.includes('a') ? 100 : 0) - (both ? 30 : single);
  };
  const runtimes = async (lists: readonly (readonly string[])[]) => lists.map(runtime);

  it('is what gains enough beside all others', async () => {
    // b beside a and c: 870 of 896, 2.9 %.
    const all = await worthwhile(['a', 'b', 'c'], 0.01, runtimes);
    expect(all.kept).toEqual(['a', 'b', 'c']);
    expect(all.gains.get('b')).toBeCloseTo(1 - 870 / 896, 12);
    // c gains less than b; without c, b gains 6 of 900.
    const strict = await worthwhile(['a', 'b', 'c'], 0.05, runtimes);
    expect(strict.kept).toEqual(['a']);
    expect(strict.gains.get('b')).toBeCloseTo(6 / 900, 12);
    expect(strict.gains.get('c')).toBeCloseTo(1 - 870 / 894, 12);
  });

  it('is never what gains nothing', async () => {
    expect((await worthwhile(['d'], 0, runtimes)).kept).toEqual([]);
    expect((await worthwhile([], 0.01, runtimes)).kept).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../src/sources/glob.js';
import { readStudy, splitWords } from '../../src/study/study-schema.js';

const WHOLE = `name: where
inputs:
  - goal/*.goal.gz
  - {name: ring, input: [a.0, a.1]}
machines: [cluster, machines/far.yaml, {name: slow, flags: "-m cluster -L 10us"}]
collectives: [default, "allreduce=ring,bcast=chain"]
networks: [none, --topology fat-tree:k=4]
questions: [tolerance --pct 1, {name: sens, ask: sensitivity}]
exclude:
  - {input: "lulesh*", collectives: [default]}
pairs: [[machines, questions]]
resources: {time: "00:10:00", cells_per_task: 24, setup: module load nodejs}
`;

describe('the file of a study', () => {
  it('is read with the place of each choice', () => {
    const study = readStudy('where.yaml', WHOLE);
    expect(study.name).toBe('where');
    expect(study.inputs).toEqual([
      { name: null, paths: ['goal/*.goal.gz'], place: { source: 'where.yaml', line: 3, column: 5 } },
      { name: 'ring', paths: ['a.0', 'a.1'], place: { source: 'where.yaml', line: 4, column: 5 } },
    ]);
    expect(study.choices.machine.map(({ name, value, words }) => [name, value, words])).toEqual([
      ['cluster', 'cluster', []],
      ['machines/far.yaml', 'machines/far.yaml', []],
      ['slow', null, ['-m', 'cluster', '-L', '10us']],
    ]);
    expect(study.choices.collectives.map(({ value }) => value)).toEqual([null, 'allreduce=ring,bcast=chain']);
    expect(study.choices.network[1]).toMatchObject({ value: null, words: ['--topology', 'fat-tree:k=4'] });
    expect(study.choices.mapping).toMatchObject([{ name: 'default', value: null, words: [] }]);
    expect(study.choices.question.map(({ name, words }) => [name, words])).toEqual([
      ['tolerance --pct 1', ['tolerance', '--pct', '1']],
      ['sens', ['sensitivity']],
    ]);
    expect(study.exclude[0]).toEqual({
      names: [
        { dimension: 'input', patterns: ['lulesh*'] },
        { dimension: 'collectives', patterns: ['default'] },
      ],
      place: { source: 'where.yaml', line: 10, column: 5 },
    });
    expect(study.pairs[0].dimensions).toEqual(['machine', 'question']);
    expect(study.resources).toMatchObject({
      time: '00:10:00',
      cpus: 1,
      cells_per_task: 24,
      setup: ['module load nodejs'],
      account: null,
    });
  });

  it.each([
    ['inputs: [a]', "key 'questions' is missing"],
    [
      'inputs: [a]\nquestions: [path]\nmachine: [x]',
      "s.yaml:3:1: unknown key 'machine'. Did you mean machines? Known keys are name, inputs",
    ],
    ['inputs: []\nquestions: [path]', "s.yaml:1:9: bad value of 'inputs'"],
    [
      'inputs: [a]\nquestions: [path]\nmachines: [{name: x}]',
      "s.yaml:3:12: bad value of 'machines[0]'. Write a name, or {name, flags}",
    ],
    ['inputs: [a]\nquestions: ["path --from \'x"]', "s.yaml:2:13: the quote of 'x is not closed"],
    ['inputs: [a]\nquestions: [path]\nmachines: [x, x]', "s.yaml:3:15: two machines are called 'x'"],
    ['inputs: [a]\nquestions: [path]\nexclude: [{}]', 's.yaml:3:11: an entry without names'],
    [
      'inputs: [a]\nquestions: [path]\npairs: [[machines, netwroks]]',
      "s.yaml:3:20: bad value of 'pairs[0][1]'",
    ],
    ['inputs: [a]\nquestions: [path]\nresources: {cpus: 0}', "s.yaml:3:19: bad value of 'resources.cpus'"],
  ])('%j is refused: %s', (text, said) => {
    expect(() => readStudy('s.yaml', text)).toThrow(said);
  });
});

describe('words', () => {
  it.each([
    ['-m cluster  -L 10us', ['-m', 'cluster', '-L', '10us']],
    [`--a='b c' "d \\"e\\" f" g\\ h`, ['--a=b c', 'd "e" f', 'g h']],
    [`'' ""x`, ['', 'x']],
    ['*.goal $HOME', ['*.goal', '$HOME']],
    [' ', []],
  ])('of %j are split as a shell does', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it('need closed quotes', () => {
    expect(() => splitWords('a "b')).toThrow('the quote of "b is not closed');
    expect(() => splitWords('a\\')).toThrow('no character follows the last backslash');
  });
});

describe('patterns', () => {
  it.each([
    ['lulesh*', 'lulesh-8', true],
    ['lulesh*', 'big-lulesh', false],
    ['a.?', 'a.1', true],
    ['a.?', 'ab1', false],
    ['allreduce=ring', 'allreduce=ring', true],
  ])('%s means %s: %s', (pattern, name, is) => {
    expect(globMatcher(pattern)(name)).toBe(is);
  });
});

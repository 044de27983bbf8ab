import { expect, it } from 'vitest';
import { readingOf, wordsAsked } from '../../../src/cli/process/startup.js';

const asked = (...argv: string[]): string[] => wordsAsked(argv, readingOf(argv).kinds);

it('flags count, with what they are set to where that is a choice', () => {
  const both = ['--engine', '--engine=highs', '*.goal'];
  expect(asked('tolerance', 'goal-samples/fig4.goal', '--engine', 'highs')).toEqual(both);
  expect(asked('tolerance', 'goal-samples/fig4.goal', '--engine=highs')).toEqual(both);
  expect(asked('tolerance', '--pct', '1,2', '-q', '--output=/tmp/a', '--fail-below', '5us')).toEqual(
    '--pct -q --output --fail-below'.split(' '),
  );
});

it('input counts by its kind, whatever it is called', () => {
  expect(asked('path', 'goal-samples/fig4.goal', 'goal-samples/ring.goal')).toEqual(['*.goal']);
  expect(asked('path', 'traces/cg-4')).toEqual(['*/.gz']);
  expect(asked('path', '--trace=traces/cg-4')).toEqual(['--trace', '*/.gz']);
  expect(asked('path', 'goal-samples/fig4.bin')).toEqual(['*.bin']);
  expect(asked('path', '-')).toEqual([]);
  expect(asked('path', 'nowhere.goal')).toEqual([]);
});

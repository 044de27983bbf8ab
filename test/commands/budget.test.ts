/** What to buy, as a user asks. */
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';

const FIG4 = ['goal-samples/fig4-short.goal', '-L', '500ns', '-o', '0', '-G', '5ns/B'];

describe('budget', () => {
  it.each([
    [[], /no INPUT given/],
    [[...FIG4, '--pct', '0'], /--pct '0' is not above 0 and below 100/],
    [[...FIG4, '--pct', '100'], /is not above 0 and below 100/],
    [[...FIG4, '--pct', '1,2'], /is not a percentage/],
  ])('%j is no question', async (argv, words) => {
    await expectRefusal(['budget', ...argv], 2, words);
  });
});

it.each([[[]], [['--topology', 'fat-tree:k=4']]])(
  'a terminal of 80 columns has room for the better buy, on %j',
  async (site) => {
    const { stdout } = await runCli(['budget', 'traces/cg-4', ...site, '-q'], { screen: true, columns: 80 });
    expect(stdout).toMatch(/^ {2}parameter .* better buy$/m);
    expect(stdout).toMatch(/o, already now$/m);
  },
);

describe('tolerance --runtime', () => {
  it('asks about other parameters, and about no time without a unit', async () => {
    const { result } = await askJson(['tolerance', ...FIG4, '--parameter', 'G', '--runtime', '2us']);
    // 1 600 + 3 G = 2 000.
    expect(result.within[0].value_ns_per_B).toBeCloseTo(400 / 3, 9);
    await expectRefusal(
      ['tolerance', ...FIG4, '--runtime', '2'],
      2,
      /--runtime '2' has no unit. Did you mean 2us/,
    );
  });
});

/** Runs examples of the pages: each once in a file of tests, wherever it is shown. */
import { describe, expect, it } from 'vitest';
import { runShown } from '../cli/run.js';
import { type Example, examples, isShown, pages, read } from './pages.js';

export const WRITE = process.env.LLAMP_DOCS === 'write';

export const withExamples = ['README.md', ...pages()]
  .map((page) => [page, examples(read(page))] as const)
  .filter(([, list]) => list.length > 0);

type Run = Awaited<ReturnType<typeof runShown>>;
const runs = new Map<string, Promise<Run>>();

/** What an example prints; one that several pages show runs once. */
export function run({ argv }: Example): Promise<Run> {
  const key = JSON.stringify(argv);
  const known = runs.get(key) ?? runShown(argv);
  runs.set(key, known);
  return known;
}

/** Evaluates many variants: half of the time that all examples take. */
export const hasVariants = ({ argv }: Example): boolean =>
  ['compare', 'crossovers', 'tune'].includes(argv[0]);

/** Tests that those `chosen` end as their page says, and print what stands below them. */
export function testExamples(chosen: (example: Example) => boolean): void {
  const list = withExamples
    .map(([page, all]) => [page, all.filter(chosen)] as const)
    .filter(([, some]) => some.length > 0);
  describe.skipIf(WRITE).each(list)('the examples of %s', (_, some) => {
    it.each(some)('llamp-ts $command', async (example) => {
      const { code, output } = await run(example);
      expect(output).not.toMatch(/bug of llamp-ts/);
      expect(code, output).toBe(example.exit);
      const { shown } = example;
      if (shown !== undefined && !isShown(shown.output, output)) expect(output).toBe(shown.output);
    });
  });
}

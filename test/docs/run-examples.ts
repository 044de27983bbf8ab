/** Runs examples of the pages: each once in a file of tests, wherever it is shown. */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answers } from '../cli/answers.js';
import { runShown } from '../cli/run.js';
import { type Example, examples, isShown, pages, read } from './pages.js';

export const WRITE = process.env.LLAMP_DOCS === 'write';

export const withExamples = ['README.md', ...pages()]
  .map((page) => [page, examples(read(page))] as const)
  .filter(([, list]) => list.length > 0);

type Run = Awaited<ReturnType<typeof runShown>>;
/** Those that test/answers runs are not run again. */
const runs = new Map<string, Promise<Run>>(
  WRITE ? [] : answers.map(({ line, ...ran }) => [JSON.stringify(line.split(' ')), Promise.resolve(ran)]),
);

/** What an example prints; one that several pages show runs once. */
export function run({ argv }: Example): Promise<Run> {
  const key = JSON.stringify(argv);
  const known = runs.get(key) ?? runShown(argv);
  runs.set(key, known);
  return known;
}

/** Commands that ask many questions, of variants, networks, placements, draws, sizes or programs: most of the time that all examples take. */
const LONG = ['bounds', 'budget', 'compare', 'placement', 'replay', 'report', 'scaling', 'study', 'tune'];
/** Of the others `npm test` runs those of the front page: test/answers has every command. */
const front = withExamples.flatMap(([page, list]) => (page === 'README.md' ? list : []));
/** Whether an example asks many questions. */
export const isSlow = ({ argv }: Example): boolean => LONG.includes(argv[0]);
/** Whether it asks of three programs, or of hundreds of ranks. */
export const isLarge = ({ argv }: Example): boolean =>
  argv.filter((word) => word.startsWith('traces/')).length > 2 || /--ranks,\d{3}/.test(argv.join());
export const isLong = (example: Example): boolean => isSlow(example) || !front.includes(example);

/** What pages show of a study begins with none of its cells answered. */
export const removeStudy = (): void => {
  for (const folder of ['algorithms.study', 'changes.study', 'cluster.study'])
    rmSync(folder, { recursive: true, force: true });
};

/** Lines of more letters than `columns`, but for single words, which nothing can break. */
export const wider = (text: string, columns: number): string[] =>
  text.split('\n').filter((line) => [...line].length > columns && line.trim().includes(' '));

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
      if (shown !== undefined && !isShown(shown.output, output))
        expect(output, 'npm run write -- outputs').toBe(shown.output);
    });
  });
}

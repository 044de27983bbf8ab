/**
 * Every command of the pages runs, once: it ends as the page says, and prints what stands below it.
 * `npm run write -- outputs` writes the outputs anew; those with lines left out (`…`) are mended by hand.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runShown } from '../cli/run.js';
import { type Example, examples, isShown, pages, read } from './pages.js';

const WRITE = process.env.LLAMP_DOCS === 'write';

const withExamples = ['README.md', ...pages()]
  .map((page) => [page, examples(read(page))] as const)
  .filter(([, list]) => list.length > 0);

type Run = Awaited<ReturnType<typeof runShown>>;
const runs = new Map<string, Promise<Run>>();

/** What an example prints; one that several pages show runs once. */
function run({ argv }: Example): Promise<Run> {
  const key = JSON.stringify(argv);
  const known = runs.get(key) ?? runShown(argv);
  runs.set(key, known);
  return known;
}

describe.skipIf(WRITE).each(withExamples)('the examples of %s', (_, list) => {
  it.each(list)('llamp-ts $command', async (example) => {
    const { code, output } = await run(example);
    expect(output).not.toMatch(/bug of llamp-ts/);
    expect(code, output).toBe(example.exit);
    const { shown } = example;
    if (shown !== undefined && !isShown(shown.output, output)) expect(output).toBe(shown.output);
  });
});

it.runIf(WRITE)('writes the outputs', async () => {
  for (const [page, list] of withExamples) {
    let text = read(page);
    for (const example of list.toReversed()) {
      const { shown } = example;
      if (shown === undefined || /^[ \t]*…$/m.test(shown.output)) continue;
      text = text.slice(0, shown.start) + (await run(example)).output + text.slice(shown.end);
    }
    writeFileSync(page, text);
  }
});

describe('lines left out', () => {
  it('stand for any lines, and for nothing else', () => {
    expect(isShown('a\n…\nc\n', 'a\nb\nb\nc\n')).toBe(true);
    expect(isShown('a\n…\nc\n', 'a\nc\n')).toBe(true);
    expect(isShown('…\nc\n', 'a\nb\nc\n')).toBe(true);
    expect(isShown('a\n…\n', 'a\nb\n')).toBe(true);
    expect(isShown('a\n  …\nc\n', 'a\nb\nc\n')).toBe(true);
    expect(isShown('a\n…\nc\n', 'a\nb\nd\n')).toBe(false);
    expect(isShown('b\n…\nc\n', 'a\nb\nc\n')).toBe(false);
    expect(isShown('a\nc\n', 'a\nb\nc\n')).toBe(false);
  });
});

it('the program in the README does what it says', () => {
  const program = /```ts\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
  const said = /console\.log\(.*\); \/\/ (.*)/.exec(program)?.[1];
  const runnable = program.replace(
    "'llamp-ts'",
    JSON.stringify(new URL('../../dist/index.js', import.meta.url).href),
  );
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', runnable], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(result.stdout.trim()).toBe(said);
});

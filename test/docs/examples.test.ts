/**
 * Every command of the pages runs, once: it ends as the page says, and prints what stands below it.
 * `npm run write -- outputs` writes the outputs anew; those with lines left out (`…`) are mended by hand.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isShown, read } from './pages.js';
import { isLong, removeStudy, run, testExamples, WRITE, withExamples } from './run-examples.js';

// The rest of them are in `long-examples.real.test.ts`.
testExamples((example) => !isLong(example));

it.runIf(WRITE)('writes the outputs', async () => {
  removeStudy();
  onTestFinished(removeStudy);
  for (const [page, list] of withExamples) {
    let text = read(page);
    // One may go on with what another has written.
    for (const example of list.filter(({ shown }) => shown !== undefined)) await run(example);
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

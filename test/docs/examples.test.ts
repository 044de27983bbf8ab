/**
 * Every command of the pages runs, once: it ends as the page says, and prints what stands below it.
 * `npm run write -- outputs` writes the outputs anew; those with lines left out (`…`) in several places are mended by hand.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isShown, read, renewed } from './pages.js';
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
      const output = shown === undefined ? null : renewed(shown.output, (await run(example)).output);
      if (shown !== undefined && output !== null)
        text = text.slice(0, shown.start) + output + text.slice(shown.end);
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

  it('are left out of a new output again: as many lines stand before and behind them', () => {
    expect(renewed('a\n', 'b\nc\n')).toBe('b\nc\n');
    expect(renewed('…\nc\n', 'x\ny\nz\n')).toBe('…\nz\n');
    expect(renewed('a\n  …\nc\n', 'x\ny\nz\n')).toBe('x\n  …\nz\n');
    expect(renewed('a\n…\n', 'x\ny\n')).toBe('x\n…\n');
    expect(renewed('a\n…\nb\n…\n', 'x\ny\n')).toBeNull();
  });
});

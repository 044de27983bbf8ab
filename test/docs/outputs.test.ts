/**
 * What the pages show below a command is what it prints. `LLAMP_DOCS=write npx vitest run test/docs` writes the
 * outputs anew; those with lines left out (`…`) are mended by hand.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isShown, pages, read, shown } from './pages.js';
import { runOnTerminal } from './terminal.js';

const WRITE = process.env.LLAMP_DOCS === 'write';

const withOutputs = ['README.md', ...pages()]
  .map((page) => [page, shown(read(page))] as const)
  .filter(([, list]) => list.length > 0);

describe.skipIf(WRITE).each(withOutputs)('%s shows what is printed', (_, list) => {
  it.each(list)('llamp-ts $command', ({ argv, exit, output }) => {
    const found = runOnTerminal(argv);
    expect(found.code, found.output).toBe(exit);
    if (!isShown(output, found.output)) expect(found.output).toBe(output);
  });
});

it.runIf(WRITE)('writes the outputs', () => {
  for (const [page, list] of withOutputs) {
    let text = read(page);
    for (const { argv, output, start, end } of list.toReversed()) {
      if (/^[ \t]*…$/m.test(output)) continue;
      text = text.slice(0, start) + runOnTerminal(argv).output + text.slice(end);
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

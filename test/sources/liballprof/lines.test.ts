import { expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { LineCutter } from '../../../src/sources/text-lines.js';

/** Lines of `text` that comes in pieces of `size` bytes; the last with a `|` where it is not ended. */
function linesOf(text: string, size: number): string[] {
  const lines: string[] = [];
  const cutter = new LineCutter(
    (buffer, from, to, ended) =>
      lines.push(new TextDecoder().decode(buffer.subarray(from, to)) + (ended ? '' : '|')),
    () => {
      throw new Error('too long');
    },
  );
  const bytes = new TextEncoder().encode(text);
  const memory = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    // The same memory each time, as readers of files have it.
    memory.set(bytes.subarray(at, at + size));
    cutter.push(memory.subarray(0, Math.min(size, bytes.length - at)));
  }
  cutter.end();
  return lines;
}

it.each(['', 'a', 'a\n', '\n\n', 'a\n\nlonger line\nb', 'one\ntwo\nthree\n', 'x'.repeat(300)])(
  '%j is cut into the same lines by pieces of any size',
  (text) => {
    const wanted = text.split('\n').map((line, i, all) => (i === all.length - 1 ? `${line}|` : line));
    if (wanted.at(-1) === '|') wanted.pop();
    for (const size of [1, 2, 3, 7, 1000]) expect(linesOf(text, size)).toEqual(wanted);
  },
);

it('a line that would take all memory is refused with its place', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('# a comment\nMPI_Send:1');
    const piece = new Uint8Array(1 << 24).fill(48);
    for (;;) yield piece;
  }
  const read = readTraces([{ source: 'rank-0.txt', chunks: endless() }]);
  await expect(read).rejects.toThrow(
    'rank-0.txt:2: the line is longer than 64 MiB. Trace the program again; a call takes one line',
  );
});

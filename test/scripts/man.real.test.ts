/** The built manual page under the formatters that people have: mandoc, and groff by man. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const PAGE = 'man/llamp-ts.1';
const there = (command: string): boolean => spawnSync(command, ['-V']).error === undefined;

function run(command: string, ...words: readonly string[]): { said: string; shown: string } {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80', MAN_KEEP_FORMATTING: '' };
  const { stdout, stderr, status } = spawnSync(command, words, { encoding: 'utf8', env });
  expect(status).toBe(0);
  return { said: stderr, shown: stdout };
}

describe.skipIf(!there('mandoc'))('mandoc', () => {
  it('finds nothing to complain of', () => {
    const { said, shown } = run('mandoc', '-Tlint', '-Wwarning', PAGE);
    expect(said + shown).toBe('');
  });
});

describe.skipIf(!there('man'))('man', () => {
  it('warns of nothing, and prints what a shell takes', () => {
    const { said, shown } = run('man', '--warnings', '-E', 'UTF-8', '-l', PAGE);
    expect(said).toBe('');
    expect(shown).toContain('λ_L = ∂T/∂L');
    expect(shown).toContain('$ llamp-ts tolerance goal-samples/three-slopes.goal --pct 1,2,5');
    expect(shown).toContain("'traces/cg-4/*.gz'");
  });
});

describe.skipIf(!there('groff'))('groff', () => {
  it('warns of nothing with all its warnings', () => {
    const { said } = run('groff', '-man', '-Tutf8', '-ww', '-z', PAGE);
    expect(said).toBe('');
  });
});

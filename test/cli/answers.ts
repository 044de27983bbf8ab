/** What `test/answers` holds: command lines in each of their forms, and what they print. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Answer {
  /** Without the program, with the flag of its form. */
  readonly line: string;
  readonly code: number;
  /** Standard output, and warnings above it. */
  readonly output: string;
}

const SHOWN = new URL('../answers/shown/', import.meta.url);

export const answers: readonly Answer[] = readdirSync(SHOWN).flatMap((name) =>
  [
    ...readFileSync(new URL(name, SHOWN), 'utf8').matchAll(/^\$ llamp-ts (.*)\n([\s\S]*?)^\[exit (\d+)\]$/gm),
  ].map(([, line, output, code]) => ({ line, output, code: Number(code) })),
);

/** Lines that end well, without the flag of their form, such as `--csv`. */
export const answersAs = (form: '--json' | '--csv'): Answer[] =>
  answers.flatMap(({ line, code, output }) =>
    line.endsWith(` ${form}`) && code === 0
      ? [{ line: line.slice(0, -form.length - 1), code, output: output.replace(/^warning: .*\n/gm, '') }]
      : [],
  );

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from './cli/run.js';

/** Markdown files whose examples are promises. */
function pages(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return pages(path);
    return name.endsWith('.md') ? [path] : [];
  });
}

/** Lines `$ llamp-ts …` of a page's sh blocks; a line that ends in a backslash goes on. */
function examples(page: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g);
  return [...blocks].flatMap((block) =>
    block[1]
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.startsWith('$ llamp-ts '))
      .map((line) => line.slice('$ llamp-ts '.length).replace(/\s+#.*$/, '')),
  );
}

/** Words of a command line; quotes keep spaces together. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);

describe.each(
  ['README.md', ...pages('docs')]
    .map((page) => [page, examples(page)] as const)
    .filter(([, lines]) => lines.length > 0),
)('the examples of %s run', (_, lines) => {
  it.each(lines)('llamp-ts %s', async (line) => {
    const [command, exit] = line.split(/\s*;\s*exit /);
    const result = await runCli(words(command.replace(/\s*>.*$/, '')));
    expect(result.stderr).not.toMatch(/bug of llamp-ts/);
    expect(result.code, result.stderr).toBe(Number(exit ?? 0));
  });
});

it('the program in the README does what it says', async () => {
  const program = /```ts\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  const said = /console\.log\(.*\); \/\/ (.*)/.exec(program)?.[1];
  const runnable = program.replace(
    "'llamp-ts'",
    JSON.stringify(new URL('../dist/index.js', import.meta.url).href),
  );
  const { spawnSync } = await import('node:child_process');
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', runnable], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(result.stdout.trim()).toBe(said);
});

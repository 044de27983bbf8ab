/**
 * Every command, as text, JSON and CSV, on small inputs of every format: what each line of `lines.txt` prints is in `shown/`.
 * `npm run write -- answers` writes it anew; the diff shows what changed for users, and CHANGELOG.md says why.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runShown } from '../cli/run.js';

const WRITE = process.env.LLAMP_ANSWERS === 'write';
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const lines = readFileSync(place('lines.txt'), 'utf8').trim().split('\n');
const commandOf = (line: string): string => line.split(' ')[0];
const commands = [...new Set(lines.map(commandOf))];

/** Help has one form, and so have programs as text. */
const ONE_FORM = /--help|^(?:--|help|export|lp|graph|schedgen|demo|docs)/;

const formsOf = (line: string): string[] =>
  ONE_FORM.test(line) ? [line] : [line, `${line} --json`, `${line} --csv`];

async function shownBy(line: string): Promise<string> {
  const { code, output } = await runShown(line.split(' '));
  const anywhere = output.replace(/\S+ node-v\S+$/m, 'PLATFORM NODE');
  return `$ llamp-ts ${line}\n${anywhere.trimEnd()}\n[exit ${code}]\n`;
}

it.each(commands)('%s', async (command) => {
  const shown: string[] = [];
  const own = lines.filter((line) => commandOf(line) === command);
  for (const line of own.flatMap(formsOf)) shown.push(await shownBy(line));
  const file = place(`shown/${command}.txt`);
  if (WRITE) writeFileSync(file, shown.join('\n'));
  expect(shown.join('\n')).toBe(readFileSync(file, 'utf8'));
});

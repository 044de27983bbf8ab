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
const ONE_FORM = /--help|^(?:--|help|export|schedgen|demo|docs)/;

async function shownBy(line: string): Promise<{ code: number; shown: string }> {
  const { code, output } = await runShown(line.split(' '));
  const anywhere = output.replace(/\S+ node-v\S+$/m, 'PLATFORM NODE');
  return { code, shown: `$ llamp-ts ${line}\n${anywhere.trimEnd()}\n[exit ${code}]\n` };
}

/** Flags that change figures alone. */
const FIGURES =
  /^(?:-.|--(?:pct|cpu|nic|bytes|ranks|compute|samples|latency-range|map-by|wire-latency|link-bandwidth))$/;

/** What decides the form of an answer: the command, its flags, whether inputs are several, how it ends. `check` tells of inputs. */
function kindOf(line: string, code: number): string {
  if (line.startsWith('check ')) return line;
  const flags = (line.match(/(?<= )--by [a-z]+|(?<= )--?[A-Za-z][\w-]*/g) ?? []).filter(
    (flag) => !FIGURES.test(flag),
  );
  const inputs = line.match(/ (?:traces|goal-samples|docs)\/\S+/g) ?? [];
  const words = line.match(/^(?:collective )?\S+/) ?? [];
  return [...words, ...new Set(flags.sort()), inputs.length > 1, code].join(' ');
}

/** As text, and as JSON and CSV the first of its kind. */
async function allShownBy(lines: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  const all: string[] = [];
  for (const line of lines) {
    const { code, shown } = await shownBy(line);
    all.push(shown);
    const kind = kindOf(line, code);
    if (ONE_FORM.test(line) || known.has(kind)) continue;
    known.add(kind);
    for (const form of ['--json', '--csv']) all.push((await shownBy(`${line} ${form}`)).shown);
  }
  return all;
}

it.each(commands)('%s', async (command) => {
  const shown = await allShownBy(lines.filter((line) => commandOf(line) === command));
  const file = place(`shown/${command}.txt`);
  if (WRITE) writeFileSync(file, shown.join('\n'));
  expect(shown.join('\n'), 'npm run write -- answers').toBe(readFileSync(file, 'utf8'));
});

/** Answers by function, of a shipped run whose source is test/tracer/programs/solver.c. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const RUN = 'traces/runs/solver-4';

const folder = scratch();

/** The run with other names for its functions. */
function renamed(names: Readonly<Record<string, string>>): string {
  const into = mkdtempSync(join(folder, 'run-'));
  cpSync(RUN, into, { recursive: true });
  const table = join(into, 'llamp-trace-sites.json');
  let text = readFileSync(table, 'utf8');
  for (const [own, other] of Object.entries(names))
    text = text.replaceAll(`"function": "${own}"`, `"function": "${other}"`);
  writeFileSync(table, text);
  return into;
}

describe('sensitivity --by function', () => {
  it('shortens the names of templates in a terminal, and says where call paths end', async () => {
    const run = renamed({
      dot: 'algebra::krylov::ConjugateGradient<double, 8>::dot(double const&)',
      main: 'algebra::operator<(Vector, Vector)::further_in_than_there_is_room_for',
    });
    const argv = ['sensitivity', run, '--by', 'function'];
    const { stdout } = await runCli(argv, { screen: true, columns: 80 });
    expect(stdout).toMatch(/ {4}…::krylov::ConjugateGradient::dot\n/);
    expect(stdout).toMatch(/ {2}…(::f)?\w*_in_than_there_is_room_for\n/);
    expect(stdout).toContain('use trace run --depth N to record more');
    expect((await runCli(argv)).stdout).toContain(
      '    algebra::krylov::ConjugateGradient<double, 8>::dot(double const&)\n',
    );
  });

  it('is refused where the input does not say from where calls were made', async () => {
    for (const command of ['sensitivity', 'tolerance', 'path']) {
      await expectRefusal(
        [command, 'traces/ring-4', '--by', 'function'],
        2,
        'does not record the call sites',
      );
    }
  });
});

describe('report', () => {
  it('has the call tree, open, and says at which latency it is', async () => {
    const page = join(folder, 'page.html');
    expect((await runCli(['report', RUN, '--output', page])).code).toBe(0);
    const html = readFileSync(page, 'utf8');
    const section = /<section aria-labelledby="h-regions">.*?<\/section>/s.exec(html)?.[0] ?? '';
    const count = (tag: RegExp): number => [...section.matchAll(tag)].length;
    expect([count(/<details open>/g), count(/<\/details>/g)]).toEqual([1, 1]);
    for (const tag of ['ul', 'li', 'div', 'span'])
      expect(count(new RegExp(`<${tag}[ >]`, 'g'))).toBe(count(new RegExp(`</${tag}>`, 'g')));
    expect([...section.matchAll(/aria-label="(\w+): (.*?);/g)].map(([, name, told]) => [name, told])).toEqual(
      [
        ['main', 'λ 22, 100 % of λ, 10.9 % of T'],
        ['dot', 'λ 12, 54.5 % of λ, 5.92 % of T'],
        ['halo', 'λ 10, 45.5 % of λ, 4.94 % of T'],
      ],
    );
    expect(section).toContain('solver.c:34,36,37');
    for (const id of ['h-regions', 'h-sites'])
      expect(new RegExp(`"${id}".*?</section>`, 's').exec(html)?.[0]).toContain(
        'At L = 3 µs, the machine&#39;s own; independent of the cursor',
      );
  });

  it('has none without call sites, and cannot be broken by a name', async () => {
    const page = join(folder, 'other.html');
    expect((await runCli(['report', 'traces/ring-4', '--output', page])).code).toBe(0);
    expect(readFileSync(page, 'utf8')).not.toContain('"h-regions"');
    await runCli(['report', renamed({ dot: "<b>x</b>'" }), '--output', page]);
    const section = /<section aria-labelledby="h-regions">.*?<\/section>/s.exec(
      readFileSync(page, 'utf8'),
    )?.[0];
    expect(section).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(section).not.toContain('<b>x');
  });
});

/** The manual page has every command and flag of help, what docs/cli.md promises, and no letter that roff takes for its own. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/process/startup.js';

interface Manifest {
  readonly commands: Readonly<Record<string, { id: string; flags: Record<string, { name: string }> }>>;
}
interface Page {
  readonly manifest: Manifest;
  readonly version: string;
  readonly description: string;
  readonly date: string;
  readonly readme: string;
  readonly index: string;
  readonly cli: string;
  readonly tracer: string;
}
const {
  manPage,
  roff,
  tableRows,
}: {
  manPage(page: Page): string;
  roff(text: string): string;
  tableRows(page: string, title: string): string[][];
} = await import(new URL('../../scripts/man-page.js', import.meta.url).href);

const manifest: Manifest = JSON.parse(readFileSync('oclif.manifest.json', 'utf8'));
const made = manPage({
  manifest,
  version: '1.2.3',
  description: 'What is it?',
  date: '2026-01-31',
  readme: readFileSync('README.md', 'utf8'),
  index: readFileSync('docs/README.md', 'utf8'),
  cli: readFileSync('docs/cli.md', 'utf8'),
  tracer: readFileSync('tracer/README.md', 'utf8'),
});
/** Sections by their titles. */
const sections = new Map(
  made
    .split(/^\.SH /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
);
const section = (title: string): string => sections.get(title) ?? '';

it('begins with its name, version and date', () => {
  expect(made).toMatch(/^\.TH LLAMP\\-TS 1 2026-01-31 "llamp\\-ts 1\.2\.3" "User Commands"\n/);
  expect(section('NAME')).toBe('llamp\\-ts \\- what is it\n');
});

describe('every command', () => {
  const parts = new Map(
    section('COMMANDS')
      .split(/^\.SS /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')).replace(/ [[A-Z].*$/, ''), part]),
  );

  it.each(Object.values(manifest.commands).map(({ id, flags }) => [id, Object.values(flags)] as const))(
    '%s has all its flags, each once',
    (id, flags) => {
      const part = parts.get(roff(id.replaceAll(':', ' '))) ?? '';
      const named = [...part.matchAll(/\\fB\\-\\-([\w\\-]+)\\fR/g)].map(([, name]) =>
        name.replaceAll('\\', ''),
      );
      expect(named.toSorted()).toEqual(flags.map(({ name }) => name).toSorted());
    },
  );

  it('has no options that help does not have, and shared ones are described', () => {
    expect(parts.size).toBe(Object.keys(manifest.commands).length);
    const shared = [...section('COMMANDS').matchAll(/Shared options:([^.]*)/g)].flatMap(([, list]) =>
      [...list.matchAll(/\\fB(\S+)\\fR/g)].map(([, name]) => name),
    );
    expect(shared.length).toBeGreaterThan(100);
    for (const name of new Set(shared)) expect(section('SHARED OPTIONS')).toContain(`\\fB${name}\\fR`);
  });
});

it('has the exit codes of the command line', () => {
  const codes = [...section('EXIT STATUS').matchAll(/^\\fB(\d+)\\fR$/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(EXIT));
});

it.each([
  ['-L 3us', '\\-L 3us'],
  ['\'a*.gz\' ~ `b` ^ "c"', '\\(aqa*.gz\\(aq \\(ti \\(gab\\(ga \\(ha \\(dqc\\(dq'],
  ['.hidden', '\\&.hidden'],
  ['a\\b', 'a\\eb'],
  ['λ 🚀', '\\[u03BB] \\[u1F680]'],
  ['<%= config.bin %> demo', 'llamp\\-ts demo'],
])('%s is written as %s', (text, expected) => {
  expect(roff(text)).toBe(expected);
});

it('is ASCII alone, no line of prose beyond 80 letters', () => {
  expect(made).toMatch(/^[\n\x20-\x7e]*$/);
  const prose = made
    .replace(/^\.EX[\s\S]*?^\.EE/m, '')
    .split('\n')
    .filter((line) => !line.startsWith('.'));
  expect(prose.filter((line) => line.length > 80)).toEqual([]);
});

it('reads tables of pages, with empty cells, and says where there is none', () => {
  const page = 'x\n\n| code | means |\n| --- | --- |\n| `0` | **a** [b](c.md) |\n| 1 | |\n\ny\n';
  expect(tableRows(page, 'code')).toEqual([
    ['0', 'a b'],
    ['1', ''],
  ]);
  expect(() => tableRows(page, 'colour')).toThrow("no table 'colour'");
});

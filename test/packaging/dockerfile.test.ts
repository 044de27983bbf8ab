/** The Dockerfile keeps the rules of its checkers, and is what it says: pinned, without network, for a user. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { broken, instructions, stages } from './dockerfile.js';

const all = instructions(readFileSync('packaging/docker/Dockerfile', 'utf8'));
const last = stages(all).at(-1) ?? [];
const of = (name: string): string[] => last.flatMap((one) => (one.name === name ? [one.words] : []));

it('keeps all rules', () => {
  expect(stages(all)).toHaveLength(2);
  expect(broken(all)).toEqual([]);
});

it('stands on one version of Node, which the package takes', () => {
  const [[version]] = all.flatMap(({ name, words }) =>
    name === 'ARG' ? [/^NODE_VERSION=(\d+\.\d+\.\d+)$/.exec(words)?.slice(1) ?? []] : [],
  );
  const { engines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(Number(engines.node.replace('>=', '')));
  for (const { words } of all.filter(({ name }) => name === 'FROM'))
    expect(words).toMatch(/^node:\$\{NODE_VERSION\}-bookworm-slim( AS \w+)?$/);
  // The other recipe that names an image names the same.
  expect(readFileSync('packaging/apptainer/llamp-ts.def', 'utf8')).toContain(
    `From: node:${version}-bookworm-slim`,
  );
});

it('runs nothing that asks the network in the image itself', () => {
  expect(of('RUN').filter((words) => /npm|curl|wget|apt|git/.test(words))).toEqual([]);
  expect(of('ENTRYPOINT')).toEqual(['["llamp-ts"]']);
  expect(of('EXPOSE')).toEqual([]);
});

it('labels itself without addresses, as package.json says', () => {
  const { description, license, name }: Record<string, string> = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const labels = [
    ...of('LABEL')
      .join(' ')
      .matchAll(/(\S+)="([^"]*)"/g),
  ].map(([, key, value]) => [key, value]);
  expect(Object.fromEntries(labels)).toEqual({
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.licenses': license,
  });
});

it('leaves out of its context what is built or installed here, and nothing that it packs', () => {
  const left = readFileSync('packaging/docker/Dockerfile.dockerignore', 'utf8').trim().split('\n');
  expect(left).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist']));
  const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'));
  const made = ['dist', 'man', 'oclif.manifest.json'];
  expect(files.filter((path) => left.includes(path) && !made.includes(path))).toEqual([]);
  expect(existsSync('package-lock.json')).toBe(true);
});

describe('each rule is one', () => {
  it.each([
    ['DL3000', 'FROM a:1\nWORKDIR data\nUSER x'],
    ['DL3002', 'FROM a:1\nUSER x\nUSER root'],
    ['DL3002', 'FROM a:1\nUSER x\nFROM b:1'],
    ['DL3003', 'FROM a:1\nUSER x\nRUN true && cd /a'],
    ['DL3004', 'FROM a:1\nUSER x\nRUN sudo true'],
    ['DL3006', 'FROM a\nUSER x'],
    ['DL3007', 'FROM a:latest\nUSER x'],
    ['DL3020', 'FROM a:1\nUSER x\nADD b c'],
    ['DL3022', 'FROM a:1 AS b\nFROM a:1\nCOPY --from=c /x /x\nUSER x'],
    ['DL3025', 'FROM a:1\nUSER x\nENTRYPOINT llamp-ts'],
    ['DL4000', 'FROM a:1\nMAINTAINER me\nUSER x'],
    ['DL4003', 'FROM a:1\nUSER x\nCMD ["a"]\nCMD ["b"]'],
    ['DL4006', 'FROM a:1\nUSER x\nRUN a | b'],
  ])('%s', (rule, text) => {
    expect(broken(instructions(text)).map((words) => words.split(' ')[0])).toEqual([rule]);
  });

  it('joins lines, and passes comments over', () => {
    expect(instructions('# x\nRUN a \\\n    && b\n\n  # y\nUSER x\n')).toEqual([
      { name: 'RUN', words: 'a && b' },
      { name: 'USER', words: 'x' },
    ]);
  });
});

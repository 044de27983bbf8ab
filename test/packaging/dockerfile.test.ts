/** The Dockerfile keeps the rules of its checkers, and is what it says: pinned, without network, for a user. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

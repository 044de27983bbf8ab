/** The order that `std::sort` leaves, by the compiler's own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stdSort } from '../../src/simulation/simulation-events.js';

const SORTER = `
#include <algorithm>
#include <iostream>
#include <vector>
struct one { int key, place; };
int main() {
  int n;
  while (std::cin >> n) {
    std::vector<one> list(n);
    for (int i = 0; i < n; i++) { std::cin >> list[i].key; list[i].place = i; }
    std::sort(list.begin(), list.end(), [](const one &a, const one &b) { return a.key < b.key; });
    for (const one &x : list) std::cout << x.place << ' ';
    std::cout << '\\n';
  }
}
`;

const compiler = ['g++', 'c++'].find((name) => spawnSync(name, ['--version']).status === 0);
if (compiler === undefined) console.log('no C++ compiler here: std::sort is not asked itself');

describe.skipIf(compiler === undefined)('what std::sort leaves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-sort-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is the same, of three kinds in lists of up to 400', () => {
    const source = join(folder, 'sort.cpp');
    const program = join(folder, 'sort');
    writeFileSync(source, SORTER);
    execFileSync(compiler ?? '', ['-O1', '-o', program, source], { timeout: 120_000 });
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const lists = Array.from({ length: 600 }, (_, i) =>
      Array.from({ length: 2 + (i % 400) }, () => random(1 + (i % 3))),
    );
    const query = lists.map((keys) => `${keys.length} ${keys.join(' ')}`).join('\n');
    const said = execFileSync(program, { input: query, encoding: 'utf8', timeout: 60_000 });
    const places = lists.map((keys) => {
      const list = keys.map((_, place) => place);
      stdSort(list, (place) => keys[place]);
      return list.join(' ');
    });
    expect(places).toEqual(
      said
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
    );
  });
});

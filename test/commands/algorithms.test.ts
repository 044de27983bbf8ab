/** `--algorithms FILE`: algorithms of one's own by name, wherever algorithms are chosen; errors with their lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch, writerIn } from '../cli/scratch.js';

const EXAMPLE = 'docs/examples/two-level.js';
const ASKED = `--algorithms ${EXAMPLE} --collective allreduce=two-level`;
const PRICED = '-L 1us -o 100ns -G 0';

const folder = scratch();
const write = writerIn(folder);

describe('an algorithm of one’s own', () => {
  it('is the messages that it says: hand-summed on 16 ranks', async () => {
    // To the first of a group, to rank 0, and back over both: 4 messages of o + L + o each, one behind the other, of
    // ranks that do several things at once where none of them waits for another.
    const goal = await runCli(`schedgen --pattern allreduce --ranks 16 --bytes 8 ${ASKED}`);
    expect(goal.stdout.match(/send/g)).toHaveLength(30);
    const { result } = await askJson(`tolerance - ${PRICED} --pct 1`, { input: goal.stdout });
    expect(result.lambda.L).toBe(4);
    expect(result.runtime_ns).toBe(4 * 1000 + 8 * 100);
  });

  it('is on its page as it is run', () => {
    expect(readFileSync('docs/own-algorithms.md', 'utf8')).toContain(readFileSync(EXAMPLE, 'utf8'));
  });

  it('is in the list, and is compared, tuned and mapped by its name', async () => {
    const { stdout } = await runCli(`schedgen --list --algorithms ${EXAMPLE}`);
    expect(stdout).toMatch(/^ *allreduce .*, two-level$/m);
    expect((await runCli('schedgen --list')).stdout).not.toMatch(/two-level/);
    const own = `--algorithms ${EXAMPLE}`;
    const compared = await askJson(
      `compare traces/cg-4 ${own} --collective allreduce=ring,two-level --jobs 2 --engine sweep`,
    );
    const names: readonly { name: string; runtime_ns: number }[] = compared.result.variants;
    expect(names.map(({ name }) => name)).toEqual(['allreduce=ring', 'allreduce=two-level']);
    const alone = await askJson(`tolerance traces/cg-4 ${ASKED} --cpu ordered --nic ordered`);
    expect(names[1].runtime_ns).toBeCloseTo(alone.result.runtime_ns, 3);
    const map = await askJson(
      `compare --map --collective allreduce --ranks 8 --bytes 8B..64B ${own} -o 500ns`,
    );
    expect(JSON.stringify(map.result)).toMatch(/two-level/);
    const tuned = await askJson(`tune --pattern allreduce --ranks 8 --bytes 8 ${own}`);
    expect(JSON.stringify(tuned.result)).toMatch(/two-level/);
  });

  it('is unknown to the next command', async () => {
    await askJson(`tolerance traces/cg-4 ${ASKED}`);
    const line = 'tolerance traces/cg-4 --collective allreduce=two-level';
    await expectRefusal(line, 2, "unknown algorithm 'two-level' of allreduce");
  });

  it('is asked in threads of its own, with the same answers', async () => {
    const line = `compare traces/cg-4 ${ASKED},ring,linear --json --engine sweep`;
    const [here, there] = [await runCli(`${line} --jobs 1`), await runCli(`${line} --jobs 2`)];
    expect(there).toEqual(here);
    expect(here.code).toBe(0);
  });

  it('is of a study, by its question or its choice; cells are asked anew when the file changes', async () => {
    const own = write('mine.mjs', readFileSync(EXAMPLE, 'utf8'));
    const study = write(
      'mine.yaml',
      `inputs: ['${join(process.cwd(), 'traces/ring-4')}']
collectives: [default, {name: two-level, flags: --algorithms mine.mjs --collective allreduce=two-level}]
questions: [tolerance --pct 1]
`,
    );
    const query = await askJson(`study ${study} -j 1`);
    expect(query.result).toMatchObject({ cells: 2, asked: 2, failed: 0 });
    expect((await askJson(`study ${study} -j 1`)).result).toMatchObject({ asked: 0, done: 2 });
    write('mine.mjs', `${readFileSync(own, 'utf8')}\n// changed\n`);
    expect((await askJson(`study ${study} -j 1`)).result).toMatchObject({ asked: 1, done: 2 });
    const question = write(
      'question.yaml',
      `inputs: ['${join(process.cwd(), 'traces/ring-4')}']
collectives: [allreduce=two-level]
questions: [tolerance --pct 1 --algorithms mine.mjs]
`,
    );
    expect((await askJson(`study ${question} -j 1`)).result).toMatchObject({ asked: 1, failed: 0 });
  });

  it('is brought by CommonJS as well, and by a list that is the default export', async () => {
    const emit =
      'emit: ({ rank, size, bytes }, out) => { for (let i = 1; i < size; i++) { out.send(bytes, (rank + i) % size); out.recv(bytes, (rank + size - i) % size); } }';
    const files = [
      write('common.cjs', `module.exports = { allgather: { name: 'all', ${emit} } };\n`),
      write('first.mjs', `export default { MPI_Allgather: [{ name: 'all', ${emit} }] };\n`),
      write('named.mjs', `export const all = { name: 'all', ${emit} };\nexport const allgather = [all];\n`),
    ];
    for (const file of files) {
      const line = `schedgen --pattern allgather --ranks 3 --algorithms ${file} --collective allgather=all`;
      const { code, stdout } = await runCli(line);
      expect([code, stdout.match(/send/g)?.length]).toEqual([0, 6]);
    }
  });
});

describe('a file that is wrong', () => {
  const line = (file: string, ranks = 8): string =>
    `schedgen --pattern allreduce --ranks ${ranks} --bytes 8 --algorithms ${file} --collective allreduce=mine`;

  it('is refused as it is named where there is none', async () => {
    await expectRefusal(line('none.js'), 3, 'none.js: no such file');
    await expectRefusal(line('docs'), 3, 'docs: this is not a file');
  });

  it.each([
    ['syntax.mjs', 'export const a = 1;\nexport const b = ;\n', /syntax\.mjs:2:18: Unexpected token ';'/],
    ['syntax.cjs', 'const a = 1;\nmodule.exports = { a: ;\n', /syntax\.cjs:2:23: Unexpected token ';'/],
    ['throws.mjs', 'const a = 1;\nthrow new TypeError("oops");\n', /throws\.mjs:2:7: oops/],
    [
      'package.mjs',
      "import { Register } from 'llamp-nowhere';\n",
      /package\.mjs: Cannot find package 'llamp-nowhere' .*\. Correct its name or path, or install it next to the file; use "import type"/,
    ],
    [
      'empty.mjs',
      'export const a = 1;\n',
      /empty\.mjs: the module exports no algorithm\. Export lists by collective/,
    ],
    [
      'unknown.mjs',
      'export const allreduze = [{ name: "mine", emit() {} }];\n',
      /the module exports algorithms as 'allreduze', which is no collective. Did you mean allreduce\?/,
    ],
    [
      'taken.mjs',
      'export const allreduce = [{ name: "ring", emit() {} }];\n',
      /taken\.mjs: allreduce already has an algorithm 'ring'. Choose another name/,
    ],
    [
      'nameless.mjs',
      'export const allreduce = [{ emit() {} }];\n',
      /nameless\.mjs: algorithm 1 of allreduce has no name/,
    ],
    [
      'uses.mjs',
      'export const allreduce = [{ name: "mine", uses: ["segments"], emit() {} }];\n',
      /'uses' of allreduce=mine is no list of options/,
    ],
    [
      'emit.mjs',
      'export const allreduce = [{ name: "mine", emit: 1 }];\n',
      /'emit' of allreduce=mine is not a function/,
    ],
  ])('is refused with its place: %s', async (name, text, words) => {
    await expectRefusal(line(write(name, text)), 3, words);
  });

  it('is refused where its data do not arrive, with the line of the last receive', async () => {
    const text = `export const allreduce = [{ name: 'mine', emit: ({ rank, size, bytes }, out) => {
  for (let d = 1; d < size; d *= 2) {
    const sent = out.send(bytes, rank ^ d);
    out.recv(bytes, rank ^ d);
  }
} }];
`;
    const file = write('lost.mjs', text);
    await expectRefusal(
      line(file, 4),
      3,
      /lost\.mjs:4:9: allreduce=mine of 4 ranks, 8 B: rank 0 ends without the contribution of rank 3\. Call out.requires/,
    );
    await expectRefusal(
      line(file, 6),
      3,
      /lost\.mjs:3:22: allreduce=mine of 6 ranks, 8 B, on rank 2: it sends to rank 6, which does not exist/,
    );
    expect((await runCli(line(file, 2))).code).toBe(0);
  });

  it('is refused where it throws at a size, in threads too', async () => {
    const text = `export const allreduce = [{ name: 'mine', emit: ({ rank, size, bytes }, out) => {
  if (size === 4) size.nothing.at(0);
} }];
`;
    const file = write('size.mjs', text);
    const words =
      /size\.mjs:2:32: allreduce=mine of 4 ranks, \d+ B, on rank 0: Cannot read properties of undefined/;
    await expectRefusal(`tolerance traces/cg-4 --algorithms ${file} --collective allreduce=mine`, 3, words);
    const compared = `compare traces/cg-4 --algorithms ${file} --collective allreduce=ring,linear,mine --jobs 2`;
    await expectRefusal(compared, 3, words);
  });

  it('is refused in TypeScript where Node does not read it', async () => {
    const file = write(
      'typed.ts',
      'export const allreduce: object[] = [{ name: "mine", emit({ rank, size }: { rank: number; size: number }) {} }];\n',
    );
    const features: Readonly<Record<string, unknown>> = { ...process.features };
    if (features.typescript) expect((await runCli(line(file, 1))).code).toBe(0);
    else
      await expectRefusal(line(file), 3, /typed\.ts: Node [\d.]+ cannot read TypeScript\. Use Node 22\.18/);
  });
});

/**
 * Algorithms whose ranks send or receive several messages at once cost too little on a machine with free CPUs and NICs. No
 * command recommends them there: it says so, or takes the machine on which `compare` judges them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const SOLVER = 'traces/runs/solver-4';
const ORDERED = ['--cpu', 'ordered', '--nic', 'ordered'];
const folder = scratch();

interface Answer {
  readonly result: unknown;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

const codes = ({ warnings }: Answer): string[] => warnings.map(({ code }) => code);
const tolerance = (...flags: string[]): Promise<Answer> => askJson(['tolerance', SOLVER, ...flags]);

/** T of solver-4 with an algorithm of Allreduce, ns: as `compare` computes it by default. */
async function compared(algorithm: string): Promise<number> {
  const { result } = await askJson(['compare', SOLVER, '--collective', `allreduce=${algorithm}`]);
  return result.variants[0].runtime_ns;
}

describe('one answer', () => {
  it.each(['tolerance', 'sensitivity', 'path', 'tolerance --uncertainty --samples 20'])(
    'of %s warns of algorithms that were chosen and cost too little',
    async (command) => {
      const [name, ...flags] = command.split(' ');
      const query = [name, SOLVER, ...flags, '--collective', 'allreduce=linear'];
      const [warning, ...others] = (await askJson(query)).warnings.filter(
        ({ code }: { code: string }) => code === 'independent-sends',
      );
      expect(others).toEqual([]);
      expect(warning.message).toBe(
        "allreduce=linear sends or receives several messages of a rank at once, which cost nothing extra because the machine's cpu or nic is 'free'; a real network spaces them. Set cpu and nic to 'ordered' to compare algorithms",
      );
    },
  );

  it('does not warn of other algorithms, of rules for all, or on a machine that spaces messages', async () => {
    const quiet = [
      ['--collective', 'allreduce=ring'],
      ['--collective', 'auto'],
      [],
      ['--collective', 'allreduce=linear', ...ORDERED],
    ];
    for (const flags of quiet) expect(codes(await tolerance(...flags))).not.toContain('independent-sends');
  });
});

describe('two answers', () => {
  it('of what-if about an algorithm are those of compare', async () => {
    const { result } = await askJson(['what-if', SOLVER, '--algorithm', 'allreduce@dot=linear']);
    const [now, changed] = result.rows;
    expect(now.runtime_ns).toBeCloseTo(await compared('default'), 6);
    expect(changed.runtime_ns).toBeCloseTo(await compared('linear'), 6);
    expect(changed.runtime_ns).toBeGreaterThan(now.runtime_ns);
  });

  it('of diff about an algorithm are those of compare', async () => {
    const { result } = await askJson(['diff', SOLVER, '--b', '--collective allreduce=linear']);
    expect(result.b.runtime_ns).toBeCloseTo(await compared('linear'), 6);
    const free = await askJson([
      ...['diff', SOLVER, '--b', '--collective allreduce=linear'],
      ...['--cpu', 'free', '--nic', 'free'],
    ]);
    expect(free.result.b.runtime_ns).toBeLessThan(result.b.runtime_ns);
    expect(codes(free)).toContain('independent-sends');
  });
});

describe('the page of a study', () => {
  async function page(question: string): Promise<string> {
    const file = join(folder, 'study.yaml');
    const collectives = ['recursive-doubling', 'ring', 'linear'].map((one) => `"allreduce=${one}"`);
    writeFileSync(
      file,
      `inputs: [${join(process.cwd(), SOLVER)}]\ncollectives: [${collectives}]\nquestions: ["${question}"]\n`,
    );
    const out = join(folder, 'study.html');
    for (const line of [
      ['study', file, '--quiet'],
      ['study', 'report', file, '--output', out, '--quiet'],
    ])
      expect((await runCli(line)).code).toBe(0);
    return readFileSync(out, 'utf8');
  }

  it('does not compare them, and says how to', async () => {
    const free = await page('tolerance --pct 1');
    expect(free).toContain('Not compared: 1 cell with algorithms that the machine cannot price.');
    expect(free).toContain('Best by T in 1 comparison: allreduce=recursive-doubling in 1.');
    const spaced = await page(`tolerance --pct 1 ${ORDERED.join(' ')}`);
    expect(spaced).not.toContain('Not compared');
    expect(spaced).toContain('Best by T in 1 comparison: allreduce=recursive-doubling in 1.');
  });
});

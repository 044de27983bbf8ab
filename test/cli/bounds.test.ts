/** What `bounds` prints of a case that is solved by hand in its page, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { inFull } from '../part.js';
import { askJson, runCli } from './run.js';

describe('bounds', () => {
  it('solves both models as flags of the engine say', async () => {
    const by = async (...flags: string[]) => {
      const { plain, lower } = (await askJson(['bounds', 'traces/runs/solver-4', ...flags])).result;
      return { plain, lower };
    };
    const highs = await by('--engine', 'highs');
    const sweep = await by('--engine', 'sweep');
    expect([highs.plain.engine, highs.lower.engine]).toEqual(['highs', 'highs']);
    expect([sweep.plain.engine, sweep.lower.engine]).toEqual(['sweep', 'sweep']);
    expect(sweep.lower.runtime_ns).toBeCloseTo(highs.lower.runtime_ns, 3);
    // The lower bound has rows of its own: a limit between the two leaves it alone to the sweep.
    const rows = highs.plain.certificate.rows;
    expect(highs.lower.certificate.rows).toBeGreaterThan(rows);
    const limited = await by('--engine', `auto:${rows}`);
    expect([limited.plain.engine, limited.lower.engine]).toEqual(['highs', 'sweep']);
  });

  it('--all has the runtimes of other commands beside the bounds', async () => {
    const program = 'traces/runs/solver-4';
    const { ordered, serial, replay } = (await askJson(['bounds', program, '--all'])).result;
    for (const [sharing, found] of Object.entries({ ordered, serial })) {
      const { runtime_ns, lambda } = (
        await askJson(['sensitivity', program, '--cpu', sharing, '--nic', sharing, '--engine', 'sweep'])
      ).result;
      expect(found).toEqual({ runtime_ns, lambda_L: lambda.L });
    }
    expect(replay.runtime_ns).toBe((await askJson(['replay', program])).result.runtime_ns);
    expect((await askJson(['bounds', program])).result).toMatchObject({
      ordered: null,
      serial: null,
      replay: null,
    });
  });

  it('refuses links where there are none', async () => {
    const query = ['bounds', 'traces/ring-4', '--link-bandwidth', '1Gbit/s'];
    const { code, stderr } = await runCli(query);
    expect(code).not.toBe(0);
    expect(stderr).toContain('--link-bandwidth has no meaning');
  });
});

describe('compare --contention bounds', () => {
  const COMPARE = ['compare', 'traces/runs/solver-4', '-G', '1Gbit/s', '-o', '500ns', '--quiet'];
  const TREE = ['--topology', 'fat-tree:k=4'];

  inFull('says the lower bound where it said T', async () => {
    const [plain, bounded] = await Promise.all(
      [[], ['--contention', 'bounds']].map(async (more) => {
        return await askJson([...COMPARE, ...TREE, ...more]);
      }),
    );
    const { lower, plain: free } = (
      await askJson(['bounds', 'traces/runs/solver-4', ...COMPARE.slice(2), ...TREE])
    ).result;
    expect(plain.result.variants[0].runtime_ns).toBe(free.runtime_ns);
    expect(bounded.result.variants[0].runtime_ns).toBe(lower.runtime_ns);
    expect(bounded.warnings).toContainEqual(expect.objectContaining({ code: 'lower-bounds' }));
  });

  it('refuses tables, and flags of links without it', async () => {
    const table = await runCli([...COMPARE, '--topology', 'published-fat-tree', '--contention', 'bounds']);
    expect(table.stderr).toContain('fixed table of wires');
    const unused = await runCli([...COMPARE, ...TREE, '--routing', 'ecmp']);
    expect(unused.stderr).toContain('Add --contention bounds');
  });

  it('takes the bandwidth of wires that only some of the topologies have', async () => {
    const both = [
      ...COMPARE,
      ...TREE,
      '--topology',
      'dragonfly:g=4,a=2,p=2',
      '--contention',
      'bounds',
      '--json',
    ];
    const query = async (bandwidth: string) => runCli([...both, '--link-bandwidth', bandwidth]);
    const runtimes = ({ stdout }: { stdout: string }): number[] =>
      JSON.parse(stdout).result.variants.map((one: { runtime_ns: number }) => one.runtime_ns);
    const usual = runtimes(await runCli(both));
    const [tree, dragonfly] = runtimes(await query('intra=0.1Gbit/s'));
    expect(tree).toBe(usual[0]);
    expect(dragonfly).toBeGreaterThan(usual[1]);
    const { code, stdout } = await query('intr=0.1Gbit/s');
    expect(code).toBe(2);
    expect(stdout).toMatch(/names the unknown class 'intr'.*intra/s);
  });
});

/** Schedules made for simulators on the command line: refused with the flag that lets them pass, and let pass with it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRefusal, runCli } from '../cli/run.js';
import { sharedPath } from '../shared.js';

/** A receive that is too small, a send nobody receives, one without a partner, and a receive without a message. */
const TEXT = `num_ranks 2

rank 0 {
l1: send 500b to 1
l2: send 9b to 1 tag 5
l3: send 0b to 9999999
l3 requires l2
}

rank 1 {
l1: recv 4b from 0
l2: recv 1b from 0 tag 6
l2 requires l1
}
`;

const file = join(mkdtempSync(join(tmpdir(), 'llamp-simulators-')), 'made.goal');
writeFileSync(file, TEXT);
const LETS = ['--rules', 'sizes=send', '--rules', 'unmatched=ignore'];
const MACHINE = ['-L', '1us', '-o', '100ns', '-G', '1ns/B'];

describe('a schedule made for a simulator', () => {
  it('is refused with the flags that let it pass', async () => {
    const { code, stderr } = await runCli(['tolerance', file]);
    expect(code).toBe(4);
    expect(stderr).toContain(
      'is smaller than rank 0, l1: send 500b to 1 tag 0 (line 4). Receive at least 500b, or use --rules sizes=send to take the size of the send\n',
    );
    await expectRefusal(
      ['tolerance', file, '--rules', 'sizes=send'],
      4,
      '3 unmatched operations (1 × send 0→1 tag 5, 1 × send 0→9999999 tag 0, 1 × recv 0→1 tag 6). Use --rules unmatched=ignore to continue without partners\n',
    );
  });

  it('is refused by check in the same words', async () => {
    const { code, stdout } = await runCli(['check', file, '--json']);
    expect(code).toBe(4);
    const [problem] = JSON.parse(stdout).result.problems;
    expect(Object.keys(problem)).toEqual(['what', 'mend']);
    const mend = 'receive at least 500b, or use --rules sizes=send to take the size of the send';
    expect(problem.mend).toBe(mend);
    expect((await runCli(['check', file])).stdout).toContain(
      `${problem.what}. ${mend.replace('receive', 'Receive')}\n`,
    );
  });

  it('is priced with what was let pass told', async () => {
    const { code, stdout } = await runCli(['sensitivity', file, ...LETS, ...MACHINE, '--json']);
    expect(code).toBe(0);
    const { result, warnings } = JSON.parse(stdout);
    expect(result.runtime_ns).toBe(100 + 1_000 + 499 + 100);
    expect(warnings.map(({ code: name, count }: { code: string; count: number }) => [name, count])).toEqual([
      ['sizes', 1],
      ['unmatched', 3],
    ]);
  });

  it.each([
    ['check'],
    ['path'],
    ['critical-latencies'],
    ['curve', '--at', '1us,2us'],
    ['export', '--format', 'lp'],
    ['sensitivity', '--engine', 'highs', '--pairwise'],
    ['sensitivity', '--cpu', 'ordered', '--nic', 'ordered'],
    ['sensitivity', '--cpu', 'serial', '--nic', 'serial'],
    ['placement', '--topology', 'fat-tree'],
    ['compare', '--topology', 'fat-tree', '--topology', 'dragonfly'],
    ['compare', '-m', 'cscs-testbed,piz-daint'],
  ])('is taken by %s %s %s', async (...argv) => {
    const { code, stderr } = await runCli([...argv, ...LETS, file]);
    expect(stderr).toContain('1 receive is smaller than its message');
    expect(stderr).toContain('2 sends without a receive');
    expect(code).toBe(0);
  });

  const sample = sharedPath('data/formats/goal-bin/f973a97383-alltoall_16_131072_1.bin');
  it.skipIf(sample === undefined)('of HTSIM draws the sizes of both ends apart', async () => {
    await expectRefusal(['tolerance', sample ?? ''], 4, '--rules sizes=send');
    const { code, stdout } = await runCli(['tolerance', sample ?? '', '--rules', 'sizes=send', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).warnings).toMatchObject([{ code: 'sizes', count: 122 }]);
  });
});

/** `tune --emit` from the command line: files, their heads, and what is refused. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFull } from '../part.js';
import { rankText } from '../sources/liballprof/traces.js';
import { expectRefusal, runCli } from './run.js';
import { scratch } from './scratch.js';

const BARRIER = ['tune', '--pattern', 'barrier', '--ranks', '4', '-o', '1us', '-L', '1us', '-j', '1'];

describe('tune --emit', () => {
  const folder = scratch();

  it('writes a file for each library, whose head says what it rests on', async () => {
    const [rules, variables] = [join(folder, 'rules.conf'), join(folder, 'variables.sh')];
    const emit = ['--emit', `openmpi=${rules}`, '--emit', `mpich=${variables}`, '--date', '2026-03-31'];
    const { code, stdout } = await runCli([...BARRIER, ...emit]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${rules}, for Open MPI:`);
    const text = readFileSync(rules, 'utf8');
    expect(text).toMatch(/^# llamp-ts \S+, 2026-03-31: rules of coll\/tuned/);
    expect(text).toContain('# program: pattern barrier ranks=4, 4 ranks\n');
    expect(text).toContain('"latency_ns":1000');
    // Four ranks take a linear barrier, 8 us; recursive doubling two exchanges of L + 2 o.
    expect(text).toMatch(/# predicted: T \S+ us by Open MPI's own decision, 6 us by this file/);
    expect(text).toContain('\n0 3 0 0  # recursive_doubling\n');
    expect(readFileSync(variables, 'utf8')).not.toMatch(/^[^#]/m);
  });

  it('writes JSON for Open MPI 6, and what it rests on beside it', async () => {
    const file = join(folder, 'rules.json');
    const { code } = await runCli([...BARRIER, '--emit', `openmpi6=${file}`, '--date', '2026-03-31']);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      rule_file_version: 3,
      module: 'tuned',
      collectives: { barrier: [{ comm_size_min: 4, comm_size_max: 4, rules: [{ alg: 3 }] }] },
    });
    const told = readFileSync(`${file}.txt`, 'utf8');
    expect(told).toMatch(/^# about \S+rules\.json\n# llamp-ts \S+, 2026-03-31: rules of coll\/tuned, JSON/);
    expect(told).toContain('# program: pattern barrier ranks=4, 4 ranks\n');
    expect(told).toContain('# barrier, 1 call by 4 ranks: recursive_doubling');
  });

  inFull('writes no rule for calls that rules do not bind', async () => {
    const traces = join(folder, 'nonblocking');
    mkdirSync(traces);
    const lines = ['MPI_Ibarrier:110:W:64:111', 'MPI_Wait:112:64:0:120', 'MPI_Reduce:130:1:2:64:D:3:0:W:140'];
    for (const rank of [0, 1, 2, 3])
      writeFileSync(join(traces, `trace-${rank}.txt`), rankText(lines, rank, 4));
    const [rules, variables] = [join(folder, 'bound.conf'), join(folder, 'bound.sh')];
    const { code, stdout } = await runCli([
      ...['tune', traces, '-o', '1us', '-L', '100us', '-j', '1', '--json'],
      ...['--emit', `openmpi=${rules}`, '--emit', `mpich=${variables}`, '--date', '2026-03-31'],
    ]);
    expect(code).toBe(0);
    const left = 'no rule for barrier, because 1 call is nonblocking, persistent or MPI_Alltoallw, which';
    expect(readFileSync(rules, 'utf8')).toContain(left);
    // Barrier is collective 6 of the rules: libnbc of Open MPI 4.1.4 sends the same messages with such a rule and without.
    expect(readFileSync(rules, 'utf8')).not.toMatch(/^6 /m);
    expect(readFileSync(variables, 'utf8')).not.toContain('MPIR_CVAR_BARRIER');
    const { emitted } = JSON.parse(stdout).result;
    for (const { not_bound, rules: written } of emitted) {
      expect(not_bound).toEqual({ barrier: 1 });
      expect(written).not.toContainEqual(expect.objectContaining({ collective: 'barrier' }));
    }
  });

  it('writes no rule for less than the least gain', async () => {
    const file = join(folder, 'strict.conf');
    const { stdout } = await runCli([...BARRIER, '--emit', `openmpi=${file}`, '--min-gain', '90']);
    expect(stdout).toContain('; the file changes nothing\n');
    expect(stdout).toMatch(/no rule for barrier, whose gain of \S+ % is below 90 %/);
    expect(readFileSync(file, 'utf8')).toMatch(/\n0 {2}# collectives\n$/);
  });

  it('writes nothing that the model cannot price', async () => {
    const file = join(folder, 'unpriced.conf');
    await expectRefusal(
      [...BARRIER, ...['--cpu', 'free', '--nic', 'free', '--emit', `openmpi=${file}`]],
      2,
      '--emit needs a machine on which the model can price the algorithms (barrier=linear',
    );
    expect(existsSync(file)).toBe(false);
  });

  it('overwrites nothing that is read', async () => {
    const machine = join(folder, 'machine.yaml');
    writeFileSync(machine, 'L: 1us\n');
    await expectRefusal(
      [...BARRIER, '--machine', machine, '--emit', `mpich=${machine}`],
      2,
      'would overwrite an input',
    );
    expect(readFileSync(machine, 'utf8')).toBe('L: 1us\n');
  });

  it.each([
    [['--emit', 'rules.conf'], /cannot be read/],
    [['--emit', 'openmpi='], /cannot be read/],
    [['--emit', 'lam=rules.conf'], /openmpi=FILE or openmpi6=FILE or mpich=FILE/],
    [['--emit', 'openmpi=a', '--emit', 'mpich=a'], /names one file twice/],
    [['--emit', 'openmpi6=a', '--emit', 'mpich=a.txt'], /names one file twice/],
    [['--emit', 'openmpi=a', '--min-gain', '1,2'], /is not a percentage below 100/],
    [['--emit', 'openmpi=a', '--min-gain', 'x'], /--min-gain 'x' is not a percentage/],
    [['--emit', 'openmpi=a', '--date', 'today'], /is not a date/],
  ])('refuses %j', async (words, message) => {
    await expectRefusal([...BARRIER, ...words], 2, message);
  });
});

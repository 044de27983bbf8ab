/** Every command about several programs, beside the same command about each of them. */
import { expect, it } from 'vitest';
import { runCli } from './run.js';

const CG = 'traces/cg-4';
const SWEEP = 'traces/sweep-4';

const json = async (...argv: string[]) => {
  const told = await runCli([...argv, '--json']);
  return { code: told.code, body: JSON.parse(told.stdout) };
};

it.each([
  ['tolerance', ['--pct', '1,5']],
  ['sensitivity', []],
  ['critical-latencies', ['--latency-range', '+0..+60us']],
  ['curve', ['--at', '3us,9us']],
  ['path', ['--longest', '3']],
  ['check', []],
  ['compare', ['--collective', 'allreduce=recursive-doubling,ring', '--pct', '1']],
  ['placement', ['--platform', 'epyc-orfeo', '--evaluations', '20']],
  ['compare --topology torus:dims=2x2,fat-tree:k=4', []],
])(
  '%s says of each of several programs what it says of it alone, in JSON and CSV',
  async (command, flags) => {
    const words = command.split(' ');
    const { code, body } = await json(...words, CG, SWEEP, ...flags);
    expect(code).toBe(0);
    expect(body.schema).toBe(`llamp-ts/${command.replace(/ --(\w+) .*/, '-$1')}/2`);
    expect(body.input).toEqual({ programs: ['cg-4', 'sweep-4'] });
    const rows: string[] = [];
    for (const [i, program] of [CG, SWEEP].entries()) {
      const { body: alone } = await json(...words, program, ...flags);
      const { name, input, machine, result, warnings } = body.result.programs[i];
      expect({ input, result, warnings, machine: machine ?? body.machine }).toEqual({
        input: alone.input,
        result: alone.result,
        warnings: alone.warnings,
        machine: alone.machine,
      });
      const { stdout } = await runCli([...words, program, ...flags, '--csv']);
      const [header, ...own] = stdout.trimEnd().split('\n');
      if (i === 0) rows.push(`program,${header}`);
      rows.push(...own.map((row) => `${name},${row}`));
    }
    const { stdout } = await runCli([...words, CG, SWEEP, ...flags, '--csv']);
    expect(stdout.trimEnd().split('\n')).toEqual(rows);
  },
);

/** Marks of a program on the command line: as ends of a region, and as parts. */
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { inFull } from '../part.js';

const MARKED = 'traces/runs/marked-4';
const ONE = ['--engine', 'sweep'];

interface Told {
  readonly input: {
    readonly messages: number;
    readonly region: { readonly begin_ns: number; readonly end_ns: number };
  };
  readonly result: { readonly runtime_ns: number };
}

async function query(input: string, region: string, ...flags: string[]): Promise<Told> {
  return askJson(['sensitivity', input, '--region', region, ...ONE, ...flags]);
}

async function refused(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(argv);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

describe('phases between bounds', () => {
  // calc to 1000, send to 1001, received at 1012 at L = 10 and o = 1, calc to 1112.
  const input = `num_ranks 2
rank 0 {
l1: calc 1000
l2: send 8b to 1
l2 requires l1
}
rank 1 {
l1: recv 8b from 0
l2: calc 100
l2 requires l1
}
`;
  const phases = (by: string, ...flags: string[]) =>
    runCli(['tolerance', '-', '--by', `part:${by}`, '-L', '10ns', '-o', '1ns', '-G', '0', ...flags], {
      input,
    });

  it('have no row for what holds nothing, and say so', async () => {
    const { code, stdout, stderr } = await phases('start,30%,60%,end', '--csv');
    expect([code, stderr]).toEqual([
      0,
      'warning: no row for 30%..60%, because no operation starts there. A computation belongs to the part in which it starts\n',
    ]);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    expect(rows.slice(1).map(([name]) => name)).toEqual(['start..30%', '60%..end']);
    const adds = rows[0].indexOf('added_runtime_ns');
    expect(rows.slice(1).reduce((sum, row) => sum + Number(row[adds]), 0)).toBe(1112);
    const told = JSON.parse((await phases('start,30%,60%,end', '--json')).stdout);
    expect(told.warnings).toMatchObject([{ code: 'empty-parts', count: 1 }]);
  });

  it('are refused where none holds anything', async () => {
    const { code, stderr } = await phases('30%,40%,60%');
    expect(code).toBe(4);
    expect(stderr).toContain('no operation of the program is within 30%..40% or 40%..60%');
  });
});

describe('--region', () => {
  it('names MPI_Pcontrol by number or level, and a region by its ends', async () => {
    const level = await query(MARKED, 'pcontrol:1..pcontrol:0#1');
    const number = await query(MARKED, 'mpi_pcontrol..MPI_Pcontrol#2');
    expect({ ...level.input.region, asked: '' }).toEqual({ ...number.input.region, asked: '' });
    const alone = await query(MARKED, 'region:solve');
    const ends = await query(MARKED, 'region:solve#1..region:solve');
    expect({ ...alone.input.region, asked: '' }).toEqual({ ...ends.input.region, asked: '' });
    // Five rounds of a Sendrecv and a recursive doubling of four ranks.
    expect(alone.input.messages).toBe(5 * 4 * (1 + 2));
  });

  inFull('says what there is where a mark is not there', async () => {
    const of = (region: string, input = MARKED): Promise<string> =>
      refused('sensitivity', input, '--region', region);
    expect(await of('region:nrom')).toContain('Did you mean norm? Use one of exchange, norm, setup, solve');
    expect(await of('region:norm#6')).toContain('The last that every rank has is region:norm#5');
    expect(await of('pcontrol:3..end')).toContain('It has pcontrol:0, pcontrol:1');
    expect(await of('region:a', 'traces/cg-4')).toContain('the input has no program regions');
    expect(await of('pcontrol..end', 'traces/cg-4')).toContain('the input has no MPI_Pcontrol');
    expect(await of('region:', MARKED)).toContain("'region:' is no place in a program");
  });
});

describe('phases', () => {
  it('says what there is where a region is not there', async () => {
    expect(await refused('tolerance', MARKED, '--by', 'part:region:solver')).toContain('Did you mean solve?');
    expect(await refused('tolerance', MARKED, '--by', 'part:region:solve#1')).toContain('names no parts');
    expect(await refused('tolerance', 'traces/cg-4', '--by', 'part:region')).toContain(
      'has no program regions',
    );
    expect(await refused('tolerance', 'traces/cg-4', '--by', 'part:pcontrol')).toContain(
      'has no MPI_Pcontrol',
    );
  });

  it.each([
    ['foo bar', "--by 'foo bar' is no place in a program"],
    ['150%', "--by '150%' is no share of the runtime"],
    ['5', "--by '5' has no unit"],
  ])('are not named --region where the bound %s cannot be read', async (bound, words) => {
    await expectRefusal(['tolerance', MARKED, '--by', `part:start,${bound},end`], 2, words);
  });
});

/** Marks of a program on the command line: as ends of a region, and as parts. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { cases, inFull } from '../part.js';

const MARKED = 'traces/runs/marked-4';
const ARCHIVE = 'traces/otf2/solver-4';
const ONE = ['--engine', 'sweep'];

interface Told {
  readonly input: {
    readonly messages: number;
    readonly region: { readonly begin_ns: number; readonly end_ns: number };
  };
  readonly result: { readonly runtime_ns: number };
}

async function asked(input: string, region: string, ...flags: string[]): Promise<Told> {
  const argv = ['sensitivity', input, '--region', region, '--json', ...ONE, ...flags];
  const { code, stdout, stderr } = await runCli(argv);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Told;
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
      'warning: nothing starts within 30%..60%: it has no row; a computation belongs to the part in which it starts\n',
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
    expect(stderr).toContain('nothing of the program lies within 30%..40% or 40%..60%');
  });
});

describe('--region', () => {
  it.each(
    cases(
      [
        [MARKED, 'region:solve'],
        [MARKED, 'region:norm#3'],
        [MARKED, 'MPI_Pcontrol#1..MPI_Pcontrol#2'],
        [MARKED, 'region:setup..region:exchange#2'],
        [MARKED, 'first-message..region:solve'],
        [ARCHIVE, 'region:dot#2'],
        [ARCHIVE, 'region:halo#1..MPI_Allreduce#4'],
      ],
      (_, row) => row % 3 === 0,
    ),
  )('of %s, %s lasts from where it begins to where it ends', async (input, region) => {
    const machines = [[], ['-S', '0'], ['-L', '50us', '-o', '0']];
    for (const machine of machines) {
      const told = await asked(input, region, ...machine);
      const { begin_ns: begin, end_ns: end } = told.input.region;
      expect(told.result.runtime_ns).toBeCloseTo(end - begin, 3);
    }
  });

  it('names MPI_Pcontrol by number or level, and a region by its ends', async () => {
    const level = await asked(MARKED, 'pcontrol:1..pcontrol:0#1');
    const number = await asked(MARKED, 'mpi_pcontrol..MPI_Pcontrol#2');
    expect({ ...level.input.region, asked: '' }).toEqual({ ...number.input.region, asked: '' });
    const alone = await asked(MARKED, 'region:solve');
    const ends = await asked(MARKED, 'region:solve#1..region:solve');
    expect({ ...alone.input.region, asked: '' }).toEqual({ ...ends.input.region, asked: '' });
    // Five rounds of a Sendrecv and a recursive doubling of four ranks.
    expect(alone.input.messages).toBe(5 * 4 * (1 + 2));
  });

  inFull('says what there is where a mark is not there', async () => {
    const of = (region: string, input = MARKED): Promise<string> =>
      refused('sensitivity', input, '--region', region);
    expect(await of('region:nrom')).toContain('did you mean norm? There are exchange, norm, setup, solve');
    expect(await of('region:norm#6')).toContain('the last of every rank is region:norm#5');
    expect(await of('pcontrol:3..end')).toContain('there are pcontrol:0, pcontrol:1');
    expect(await of('region:a', 'traces/cg-4')).toContain('the input tells of no regions of the program');
    expect(await of('pcontrol..end', 'traces/cg-4')).toContain('the input tells of no MPI_Pcontrol');
    expect(await of('region:', MARKED)).toContain("'region:' is no place in a program");
  });
});

describe('phases', () => {
  const rows = async (input: string, by: string): Promise<string[]> => {
    const { code, stdout, stderr } = await runCli(['tolerance', input, '--by', `part:${by}`, '--csv']);
    expect(code, stderr).toBe(0);
    const [, ...lines] = stdout.trim().split('\n');
    return lines.map((line) => line.split(',')[0]);
  };

  it('has a row for each time that a region is entered', async () => {
    expect(await rows(MARKED, 'region:norm')).toEqual(['norm#1', 'norm#2', 'norm#3', 'norm#4', 'norm#5']);
    expect(await rows(ARCHIVE, 'region:halo')).toHaveLength(5);
    expect((await rows(ARCHIVE, 'region')).slice(0, 3)).toEqual(['main#1', 'dot#1', 'halo#1']);
  });

  it('goes from one MPI_Pcontrol to the next, and takes marks as bounds', async () => {
    expect(await rows(MARKED, 'pcontrol')).toHaveLength(3);
    expect(await rows(MARKED, 'start,region:solve,region:norm#3,end')).toEqual([
      'start..region:solve',
      'region:solve..region:norm#3',
      'region:norm#3..end',
    ]);
  });

  it('says in JSON by what its parts are', async () => {
    for (const [by, told] of [
      ['region', 'region'],
      ['region:norm', 'region'],
      ['pcontrol', 'pcontrol'],
    ]) {
      const { stdout } = await runCli(['tolerance', MARKED, '--by', `part:${by}`, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ result: { by: told } });
    }
  });

  it('says what there is where a region is not there', async () => {
    expect(await refused('tolerance', MARKED, '--by', 'part:region:solver')).toContain('did you mean solve?');
    expect(await refused('tolerance', MARKED, '--by', 'part:region:solve#1')).toContain('names no parts');
    expect(await refused('tolerance', 'traces/cg-4', '--by', 'part:region')).toContain('tells of no regions');
    expect(await refused('tolerance', 'traces/cg-4', '--by', 'part:pcontrol')).toContain(
      'tells of no MPI_Pcontrol',
    );
  });
});

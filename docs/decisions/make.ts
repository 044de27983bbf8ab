/**
 * The regret table of `docs/decisions/README.md`: how much slower the algorithm that `compare` puts first was measured
 * than the best measured one.
 *
 *   node scripts/run-ts.js docs/decisions/make.ts FOLDER
 *
 * FOLDER has the measurements of two EPYC nodes as they were published, `bcast_core.csv` … `reduce_node.csv`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Model } from '../../src/analysis/model.js';
import { machineFor } from '../../src/cli/workers/evaluator.js';
import type { Sharing } from '../../src/machine/machine.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';
import { formatSize } from '../../src/units.js';

/** Algorithms measured, with Open MPI's number: its forced chain has four chains, its binary tree is `ompi-binary`. */
const MEASURED = {
  bcast: { linear: 1, 'chain:fanout=4': 2, 'ompi-binary': 5, binomial: 6 },
  reduce: { linear: 1, 'chain:fanout=4': 2, 'ompi-binary': 4, binomial: 5 },
} as const;
const MAPPINGS = ['core', 'socket', 'node'] as const;
const SIZES = [1, 65_536, 1_048_576];
const RANKS = [16, 64, 128, 252];
/** Up to this regret a pick is as good as the best. */
const isNear = ({ regret }: Cell): boolean => regret < 1.1;
/** Rows whose regrets are all below this one are left out of the table. */
const LARGE = 1.25;
/** Fewer algorithms measured are no choice. */
const LEAST = 3;

type Collective = keyof typeof MEASURED;

export interface Cell {
  readonly collective: Collective;
  readonly mapBy: string;
  readonly bytes: number;
  readonly ranks: number;
  /** What is put first, and what was measured best. */
  readonly pick: string;
  readonly best: string;
  /** Measured completion of the pick over the best. */
  readonly regret: number;
  /** The mean over all algorithms: the regret to expect of a choice by chance. */
  readonly chance: number;
}

/** Columns of a row: algorithm, cores, iterations, size, latency, min, max. */
function readRows(folder: string, collective: Collective, mapBy: string): number[][] {
  const [, ...lines] = readFileSync(join(folder, `${collective}_${mapBy}.csv`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => line.split(',').map(Number));
}

/** Completion by algorithm, µs: the slowest rank, the least of what was measured within max(4, P/16) ranks. */
function measured(rows: readonly number[][], collective: Collective, bytes: number, ranks: number) {
  const found = new Map<string, number>();
  for (const [name, number] of Object.entries(MEASURED[collective])) {
    const near = rows.filter(
      (row) => row[0] === number && row[3] === bytes && Math.abs(row[1] - ranks) <= Math.max(4, ranks / 16),
    );
    if (near.length > 0) found.set(name, Math.min(...near.map((row) => row[6])));
  }
  return found;
}

async function predicted(
  collective: Collective,
  name: string,
  cell: { bytes: number; ranks: number; mapBy: string },
  sharing: Sharing,
): Promise<number> {
  const { bytes, ranks, mapBy } = cell;
  const { machine } = await machineFor({ platform: 'epyc-orfeo', 'map-by': mapBy, sharing }, { ranks });
  const schedule = makePattern(`${collective}=${name}`, { ranks, bytes });
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  return (await model.engine.evaluate(model.lines(model.latency), 0)).runtime;
}

/** All cells that were measured, as `compare` decides them. */
export async function regretCells(folder: string, sharing: Sharing = 'ordered'): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const collective of ['bcast', 'reduce'] as const) {
    for (const mapBy of MAPPINGS) {
      const rows = readRows(folder, collective, mapBy);
      for (const bytes of SIZES) {
        for (const ranks of RANKS) {
          const seen = measured(rows, collective, bytes, ranks);
          if (seen.size < LEAST) continue;
          let [pick, least] = ['', Number.POSITIVE_INFINITY];
          for (const name of seen.keys()) {
            const time = await predicted(collective, name, { bytes, ranks, mapBy }, sharing);
            if (time < least) [pick, least] = [name, time];
          }
          const [best, fastest] = [...seen].reduce((a, b) => (b[1] < a[1] ? b : a));
          const regret = (seen.get(pick) ?? Number.NaN) / fastest;
          const chance = [...seen.values()].reduce((sum, time) => sum + time, 0) / seen.size / fastest;
          cells.push({ collective, mapBy, bytes, ranks, pick, best, regret, chance });
        }
      }
    }
  }
  return cells;
}

export function summary(cells: readonly Cell[]): string {
  const mean = cells.reduce((sum, cell) => sum + cell.regret, 0) / cells.length;
  const worst = Math.max(...cells.map((cell) => cell.regret));
  const near = cells.filter(isNear).length;
  return `mean ${mean.toFixed(2)}, worst ${worst.toFixed(1)}, below 1.1 in ${near} of ${cells.length} cases`;
}

/**
 * A row per collective, mapping and size, a column per number of ranks: the pick, and its regret and the best where it is not near.
 */
export function table(cells: readonly Cell[]): string {
  const lines = [
    `| collective | \`--map-by\` | bytes | ${RANKS.map((ranks) => `${ranks} ranks`).join(' | ')} |`,
    `|---|---|---:|${RANKS.map(() => '---|').join('')}`,
  ];
  for (const collective of ['bcast', 'reduce']) {
    for (const mapBy of MAPPINGS) {
      for (const bytes of SIZES) {
        const inRow = cells.filter(
          (one) => one.collective === collective && one.mapBy === mapBy && one.bytes === bytes,
        );
        if (inRow.every(({ regret }) => regret < LARGE)) continue;
        const row = RANKS.map((ranks) => {
          const cell = inRow.find((one) => one.ranks === ranks);
          if (cell === undefined) return '';
          return isNear(cell) ? cell.pick : `${cell.pick} ${cell.regret.toFixed(2)} (${cell.best})`;
        });
        lines.push(`| ${collective} | ${mapBy} | ${formatSize(bytes)} | ${row.join(' | ')} |`);
      }
    }
  }
  return lines.join('\n');
}

const MARK = /(<!-- regret -->\n)[\s\S]*?(\n<!-- end -->)/;

/** The page with its table and sums made anew. */
export async function pageWith(page: string, folder: string): Promise<string> {
  const cells = await regretCells(folder);
  const plain = await regretCells(folder, 'free');
  const chance = cells.reduce((sum, cell) => sum + cell.chance, 0) / cells.length;
  const sums = `- in program order (\`--cpu ordered --nic ordered\`, the default): ${summary(cells)}\n- in the plain model (\`--cpu free --nic free\`): ${summary(plain)}\n- with a random choice: mean ${chance.toFixed(2)}`;
  return page.replace(MARK, (_, start: string, end: string) => `${start}${sums}\n\n${table(cells)}${end}`);
}

const [, script, folder] = process.argv;
if (folder !== undefined && script?.includes('.run-')) {
  const file = new URL('README.md', import.meta.url);
  writeFileSync(file, await pageWith(readFileSync(file, 'utf8'), folder));
}

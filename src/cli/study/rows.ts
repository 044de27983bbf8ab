/** The table of an answer as rows of values by their columns, and what its ranks occupy of a topology. */
import { z } from 'zod';
import type { Occupancy } from '../../platform/allocation.js';
import type { CsvTable } from '../output/csv.js';
import type { CellValue } from './result.js';

export interface NamedRows {
  readonly columns: string[];
  readonly rows: Record<string, CellValue>[];
}

/** Nothing where a command has no table. */
export function namedRows({ header, rows }: CsvTable = { header: [], rows: [] }): NamedRows {
  return {
    columns: [...header],
    rows: rows.map((row) =>
      Object.fromEntries(header.map((name, i): [string, CellValue] => [name, row[i] ?? null])),
    ),
  };
}

/** As `--json` says it of an answer on a topology. */
const onTopology = z.object({
  input: z.object({ ranks: z.number() }),
  machine: z.object({
    topology: z.object({
      allocation: z.string(),
      occupied: z.object({
        nodes: z.number(),
        switches: z.number(),
        switches_built: z.nullable(z.number()),
        wires_unused: z.array(z.string()),
      }),
    }),
  }),
});

/** What the ranks of an answer occupy, and by which allocation; null where it is about no topology. */
export function occupiedBy(
  answer: unknown,
): { readonly allocation: string; readonly occupancy: Occupancy } | null {
  const read = onTopology.safeParse(answer);
  if (!read.success) return null;
  const { allocation, occupied } = read.data.machine.topology;
  const { nodes, switches, switches_built: switchesBuilt, wires_unused: wiresUnused } = occupied;
  return {
    allocation,
    occupancy: { ranks: read.data.input.ranks, nodes, switches, switchesBuilt, wiresUnused },
  };
}

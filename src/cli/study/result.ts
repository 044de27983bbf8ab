/** The result of a cell: what its file in the folder of the study holds. */
import { z } from 'zod';
import { schemaHead } from '../output/schema.js';
import type { CellNames } from './study.js';

/** What a row of a command's CSV has under a name; null where it has nothing. */
export type CellValue = string | number | null;

const value = z.union([z.string(), z.number(), z.null()]);

const schema = z.object({
  schema: z.literal(schemaHead('study-cell').schema),
  version: z.string(),
  /** SHA-256 of all that the answer depends on. */
  key: z.string(),
  cell: z.record(z.string(), z.string()),
  /** The command line, as it would be typed in the folder of the study. */
  command: z.array(z.string()),
  /** Exit code of the command. */
  exit: z.int(),
  /** What the command prints with `--json`; null where it failed. */
  answer: z.unknown(),
  /** Header of the command's CSV. */
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), value)),
  error: z.nullable(z.object({ family: z.string(), message: z.string() })),
  /** Wall time of the asking, and that part of it in which the input was read; 0 where another cell had read it. */
  seconds: z.number(),
  read_seconds: z.number(),
});

export type CellResult = z.output<typeof schema>;

/** What asking a cell comes to. */
export type CellOutcome = Pick<
  CellResult,
  'exit' | 'answer' | 'columns' | 'rows' | 'error' | 'seconds' | 'read_seconds'
>;

/** What is kept of a cell. */
export const resultOf = (
  { key, names, command }: { key: string; names: CellNames; command: readonly string[] },
  outcome: CellOutcome,
): CellResult => ({
  ...schemaHead('study-cell'),
  key,
  cell: { ...names },
  command: [...command],
  ...outcome,
});

/** Null for what is no result, such as a part of one. */
export function parseResult(text: string): CellResult | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

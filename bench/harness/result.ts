/** What a benchmark run found, as its JSON has it. */
import { z } from 'zod';

/** Of how many rounds, too. */
const spread = z.object({ median: z.number(), low: z.number(), high: z.number(), rounds: z.number() });
const times = z.object({ min: z.number(), median: z.number() });

const result = z.object({
  version: z.literal(1),
  machine: z.object({ cpus: z.number(), model: z.string(), node: z.string(), platform: z.string() }),
  /** The words that chose cases and rounds. */
  asked: z.string(),
  cases: z.array(
    z.object({
      name: z.string(),
      rounds: z.number(),
      wall_ms: times,
      cpu_ms: times.nullable(),
      peak_bytes: z.number().nullable(),
    }),
  ),
  /** Of the rounds, each over the other of the same round: their median, least and greatest. */
  ratios: z.array(z.object({ of: z.string(), over: z.string(), wall: spread, cpu: spread.nullable() })),
  /** Slope of log CPU time beyond that of a start over log operations, round by round. */
  growth: z.array(
    z.object({
      name: z.string(),
      points: z.array(z.object({ operations: z.number(), cpu_ms: z.number() })),
      slope: spread.nullable(),
    }),
  ),
  skipped: z.array(z.string()),
});

export type Spread = z.infer<typeof spread>;
export type Result = z.infer<typeof result>;

/** Throws where `text` is not what a run wrote. */
export function parseResult(text: string): Result {
  return result.parse(JSON.parse(text));
}

/** The collectives of traces, written as the injector of the tracer reads them. */
import { UsageError } from '../../errors.js';
import { collectivePlan } from '../../inject/plan.js';
import { writePlan } from '../../inject/write.js';
import { TraceProgram } from '../../sources/mpi/program.js';
import { choicesOf } from '../input/choices.js';
import { loadProgram } from '../input/load.js';
import { writeFileWhole } from '../output/files.js';
import { ProgressBar } from '../output/progress.js';

/** Throws UsageError where `traces` are none, and InputError where they do not tell of all collectives. */
export async function writePlanOf(
  traces: string,
  collective: readonly string[],
  quiet: boolean,
  path: string,
): Promise<void> {
  const choices = choicesOf(collective);
  const progress = new ProgressBar(quiet);
  try {
    const { program } = await loadProgram([traces], { digest: false }, progress);
    if (!(program instanceof TraceProgram))
      throw new UsageError(`--trace ${traces} names no traces`, 'trace the program by llamp-ts trace run');
    const { set, options } = program.data;
    await writeFileWhole(path, encoded(writePlan(collectivePlan(set, options, choices))));
  } finally {
    progress.stop();
  }
}

function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const line of lines) yield encoder.encode(line);
}

/** Plans of programs that were traced. */
import { writeFileSync } from 'node:fs';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { llampTraceFormat } from '../../src/sources/formats.js';
import { collectivePlan, writePlan } from '../../src/sources/mpi/injection-plan.js';
import { TraceProgram } from '../../src/sources/mpi/trace-program.js';
import { binaryFile } from './mpi.js';

/** Writes the plan of the traces in `folder` to `path`; `choices` as `--collective` has them. */
export async function planOf(
  folder: string,
  ranks: number,
  choices: readonly string[],
  path: string,
): Promise<void> {
  const files = Array.from({ length: ranks }, (_, rank) => ({
    source: `rank ${rank}`,
    rank,
    chunks: (async function* () {
      yield binaryFile(folder, rank);
    })(),
  }));
  const program = await llampTraceFormat.read(files, { source: folder });
  if (!(program instanceof TraceProgram)) throw new Error('no traces');
  const { set, options } = program.data;
  const specs = choices.map((text) => parseCollectiveSpec(text));
  writeFileSync(path, [...writePlan(collectivePlan(set, options, specs))].join(''));
}

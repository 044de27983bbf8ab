/** Programs from their data, wherever it was carried to: another thread, a page. No reader of any format is needed. */
import type { TraceData } from './mpi/trace-program.js';
import type { PatternData } from './patterns/pattern-program.js';
import { type FixedData, FixedProgram, lenientProgram, type Program, type ProgramData } from './program.js';

/** Data of every kind of program. */
export type AnyData = FixedData | PatternData | TraceData;

/** The program that gave `data`. */
export async function programOf(data: ProgramData): Promise<Program> {
  return lenientProgram(await restored(data as AnyData), data.lenient);
}

async function restored(data: AnyData): Promise<Program> {
  if ('schedule' in data) return new FixedProgram(data);
  if ('pattern' in data) {
    const { PatternProgram } = await import('./patterns/pattern-program.js');
    return new PatternProgram(data);
  }
  const { TraceProgram } = await import('./mpi/trace-program.js');
  return new TraceProgram(data);
}

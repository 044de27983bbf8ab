/** Programs of traces, made again of their data: what every format of traces does with them. */
import type { Program } from '../program.js';
import type { TraceData } from './trace-program.js';

export async function restoreTraces(data: TraceData): Promise<Program> {
  const { TraceProgram } = await import('./trace-program.js');
  return new TraceProgram(data);
}

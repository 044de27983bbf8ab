/** The header of formats that tell of neither library nor requests. */
import type { TraceHeader } from './trace.js';

/** `procNull`: what stands for MPI_PROC_NULL; `date`: ms since 1970, NaN where it is not told. */
export const plainHeader = (procNull: number, date = Number.NaN): TraceHeader => ({
  noted: false,
  library: '',
  requestPitch: undefined,
  procNull,
  rank: undefined,
  ranks: undefined,
  date,
  dateLine: 0,
});

/** The thread of a page that carries its program. */

import { unpackedValue } from '../../src/live/packed-values.js';
import type { ProgramData } from '../../src/sources/program.js';
import { programOf } from '../../src/sources/restored-program.js';
import { serve } from './serve.js';

serve(async ({ viewed, data }) => {
  if (data === null) throw new Error('the page carries no program');
  return { ...viewed, program: await programOf(unpackedValue(data) as ProgramData) };
});

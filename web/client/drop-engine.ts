/** The thread of the page without a program: it reads dropped files. */
import { load } from './load.js';
import { serve } from './serve.js';

serve(async ({ viewed }, files) => {
  const { program, source, warnings } = await load(files);
  return { ...viewed, program, title: viewed.title || source, source, warnings };
});

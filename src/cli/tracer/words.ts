/** Where the words of a program that we run go. */
import { toStderr, toStdout } from '../output/streams.js';
import type { RunOptions } from './process.js';

const said = (bytes: Uint8Array): void => toStderr(new TextDecoder().decode(bytes));

/** Where they went before; with JSON, standard output is the answer's. */
export const wordsOut = (json: boolean): Required<Pick<RunOptions, 'out' | 'err'>> => ({
  out: json ? said : toStdout,
  err: said,
});

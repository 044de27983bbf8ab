/** Runs before each file of tests, which begins in the project's folder: a test that ran out of time may have left another. */
import { fileURLToPath } from 'node:url';
import './typed-arrays.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The script of a page that carries its program. */
import { openCarried } from './live.js';

openCarried();

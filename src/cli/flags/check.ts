/** Flags of `check`, which solves nothing. */
import { commonFlags } from './common.js';

const { engine, 'highs-limit': limit, cold, ...shared } = commonFlags;

export const checkFlags = shared;

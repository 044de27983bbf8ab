/** Flags of synthetic programs, each with the words of its help. */
import { Flags } from '@oclif/core';
import { MAX_SEED } from './common.js';

const helpGroup = 'PATTERN';

export const patternFlags = {
  pattern: Flags.string({
    helpGroup,
    helpValue: 'NAME',
    description: 'a synthetic program instead of INPUT: halo2d, sweep …, or a collective (--list shows all)',
  }),
  ranks: Flags.integer({ helpGroup, helpValue: '64', min: 1, description: 'number of ranks' }),
  bytes: Flags.string({
    helpGroup,
    helpValue: '1MiB',
    description: 'bytes of a message, or of the unit of a collective [default: 8B]',
  }),
  iterations: Flags.integer({ helpGroup, helpValue: '10', min: 1, description: 'repetitions [default: 1]' }),
  compute: Flags.string({
    helpGroup,
    helpValue: '100us',
    description: 'computation of each rank before each step [default: 0]',
  }),
  seed: Flags.integer({
    helpGroup,
    helpValue: '1',
    min: 0,
    max: MAX_SEED,
    description: 'of random patterns [default: 1]',
  }),
  root: Flags.integer({
    helpGroup,
    helpValue: '0',
    min: 0,
    description: 'root of a collective [default: 0]',
  }),
  dims: Flags.string({
    helpGroup,
    helpValue: '4x4',
    description: 'ranks along each axis of a grid [default: as near to a cube as it goes]',
  }),
};

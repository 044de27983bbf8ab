/** Flags that the commands of `collective` share. */
import { Flags } from '@oclif/core';
import { SEGMENT_PRICINGS } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { MODELS } from '../collective/models.js';
import { SHIPPED } from '../collective/platform.js';
import { outputFlags } from './common.js';

export const collectivePlatformFlag = Flags.string({
  helpGroup: 'PLATFORM',
  helpValue: 'NAME|FILE',
  description: `platform with its fits (${SHIPPED}) or a platform file, which knows LogGP parameters alone [default: ${SHIPPED}]`,
});

export const groundFlags = {
  platform: collectivePlatformFlag,
  p2p: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'fit to this table of messages (CSV: mapby,size,latency) in place of shipped fits',
  }),
  nbft: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'flat trees of broadcasts (CSV: mapby,p,size,latency,min,max)',
  }),
  'nbft-reduce': Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'flat trees of reduces',
  }),
};

export const segmentCostFlag = Flags.string({
  helpValue: SEGMENT_PRICINGS.join('|'),
  description:
    'price of a segment in p2p: T(m/n), the paper, or T(m)/n, the code published with it (share-of-whole)',
});

export const modelFlag = Flags.string({
  helpValue: MODELS.join(','),
  description: `models, one or several: ${MODELS.join(', ')}`,
});

export const plotFlag = Flags.string({
  helpGroup: 'OUTPUT',
  helpValue: 'FILE.svg',
  description: 'draw the answer too, as .svg, or as .png where @resvg/resvg-js is installed',
});

export const answerFlags = outputFlags;

/** The ending that decides what a picture is; known before anything is computed. */
export function checkPlotName(file: string | undefined): void {
  if (file === undefined || /\.(svg|png)$/i.test(file)) return;
  throw new UsageError(`--plot '${file}' is neither .svg nor .png`, 'give the picture one of these endings');
}

/** Flags that the commands of `collective` share. */
import { Flags } from '@oclif/core';
import { LATENCY_MODELS, SEGMENT_PRICINGS, SHIPPED_PLATFORM } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';

const SHIPPED = SHIPPED_PLATFORM.name;

export const collectivePlatformFlag = Flags.string({
  helpGroup: 'PLATFORM',
  helpValue: 'NAME|FILE',
  description: `platform with its fits (${SHIPPED}) or a platform file, which knows LogGP parameters alone [default: ${SHIPPED}]`,
});

/** A platform, or tables that it is fitted to. */
export const fittedPlatformFlags = {
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
  helpValue: LATENCY_MODELS.join(','),
  description: `models, one or several: ${LATENCY_MODELS.join(', ')}`,
});

export const picturesFlag = Flags.string({
  helpGroup: 'OUTPUT',
  helpValue: 'FILE.svg',
  parse: async (file) => plotName(file),
  description: 'draw the answer too, as .svg, or as .png where @resvg/resvg-js is installed',
});

/** The ending that decides what a picture is; known before anything is computed. */
function plotName(file: string): string {
  if (/\.(svg|png)$/i.test(file)) return file;
  throw new UsageError(`--plot '${file}' is neither .svg nor .png`, 'give the picture one of these endings');
}

/** Nothing but flags is expected; `mend` says which of them takes what was given. */
export function refuseArguments(argv: readonly unknown[], mend: string): void {
  if (argv.length > 0) throw new UsageError(`'${String(argv[0])}' is not expected`, mend);
}

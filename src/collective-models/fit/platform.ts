/** A measured platform: its shape and what the fits say of it. All models but the regression read this. */
import type { Warning } from '../../errors.js';
import { CHANNELS, type ClusterShape } from '../shape.js';
import type { ModelledCollective } from '../types.js';
import { fitHockney, type Hockney, type HockneyOptions } from './hockney.js';
import { type LogGPParameters, logGPFromP2p, senderOverhead } from './loggp.js';
import type { NbftRow, P2pRow } from './measurements.js';
import { fitNbft, type NbftChannel } from './nbft.js';

/** Arrays by channel are in the order of `CHANNELS`. */
export interface CollectivePlatform {
  readonly name: string;
  /** Where the figures come from, for people. */
  readonly source: string;
  readonly shape: ClusterShape;
  /** [channels] */
  readonly hockney: readonly Hockney[];
  /** Per collective [channels] */
  readonly nbft: Readonly<Record<ModelledCollective, readonly NbftChannel[]>>;
  /** [channels] */
  readonly loggp: readonly LogGPParameters[];
}

/** Messages on every channel, and flat trees of both collectives. */
export interface PlatformMeasurements {
  readonly p2p: readonly P2pRow[];
  readonly nbft: Readonly<Record<ModelledCollective, readonly NbftRow[]>>;
}

/** What the measurements do not say of a platform, and how lines are fitted. */
export interface PlatformFitOptions extends HockneyOptions {
  readonly name: string;
  readonly source: string;
  readonly shape: ClusterShape;
  /** Process counts below which a flat tree keeps its measured values (default 4, as published). */
  readonly valuesBelow?: number;
}

/**
 * Everything that the point-to-point measurements say of a platform; with default options the
 * parameters of the published model. Throws InputError when a channel was not measured.
 */
export function fitPlatform(
  measured: PlatformMeasurements,
  options: PlatformFitOptions,
): { readonly platform: CollectivePlatform; readonly warnings: readonly Warning[] } {
  const { name, source, shape, valuesBelow, ...hockney } = options;
  const loggp = logGPFromP2p(measured.p2p, CHANNELS, senderOverhead(measured.nbft.bcast, CHANNELS[0]));
  return {
    platform: {
      name,
      source,
      shape,
      hockney: fitHockney(measured.p2p, CHANNELS, hockney),
      nbft: {
        bcast: fitNbft(measured.nbft.bcast, CHANNELS, valuesBelow),
        reduce: fitNbft(measured.nbft.reduce, CHANNELS, valuesBelow),
      },
      loggp: loggp.channels,
    },
    warnings: loggp.warnings,
  };
}

import { readFileSync } from 'node:fs';
import {
  parseCollectiveTable,
  parseNbftTable,
  parseP2pTable,
} from '../../src/collective-models/fit/measurement-files.js';
import { fitPlatform } from '../../src/collective-models/fit/platform-fit.js';
import {
  type CollectiveRow,
  MAPPINGS,
  MODELLED_COLLECTIVES,
} from '../../src/collective-models/latency-model.js';
import { sharedPath } from '../shared.js';

/** Two nodes of two AMD EPYC 7H12. */
export const EPYC_SHAPE = { nodes: 2, socketsPerNode: 2, coresPerSocket: 64, coresPerCache: 4 };

export const epycFolder = sharedPath('data/epyc');

export function epycText(name: string): string {
  return readFileSync(`${epycFolder}/${name}`, 'utf8');
}

export function epycMeasurements() {
  return {
    p2p: parseP2pTable(epycText('p2p.csv')),
    nbft: {
      bcast: parseNbftTable(epycText('nbft.csv')),
      reduce: parseNbftTable(epycText('nbft_reduce.csv')),
    },
  };
}

export function epycPlatform() {
  return fitPlatform(epycMeasurements(), { name: 'epyc-orfeo', source: 'test', shape: EPYC_SHAPE });
}

export function epycCollectives(): readonly CollectiveRow[] {
  return MODELLED_COLLECTIVES.flatMap((collective) =>
    MAPPINGS.flatMap((mapping) =>
      parseCollectiveTable(epycText(`${collective}_${mapping}.csv`), { collective, mapping }),
    ),
  );
}

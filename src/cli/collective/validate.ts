/** What `collective validate` is asked, and of which folder. */
import {
  LATENCY_MODELS,
  MAPPINGS,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  SEGMENT_PRICINGS,
  type Validation,
  type ValidationSettings,
  validateMeasured,
} from '../../collective-models/index.js';
import { InputError, UsageError } from '../../errors.js';
import type { ValidateFlags } from '../flags/collective-validate.js';
import { counts, names, oneName, sizes } from '../flags/lists.js';
import { namingFlags } from './naming-flags.js';
import { readModelledPlatform } from './platform.js';
import { platformOfFolder, readCollectiveFolder } from './tables.js';

/** Scores the models on the folder. Throws UsageError and InputError. */
export function validateFolder(flags: ValidateFlags): Validation {
  const settings = settingsOf(flags);
  const base = readModelledPlatform({ platform: flags.platform });
  const platform = platformOfFolder(flags.data, base);
  const measured = readCollectiveFolder(flags.data);
  const validation = namingFlags(() => validateMeasured(measured, platform, settings));
  if (validation.rows.length > 0) return validation;
  throw new InputError({
    place: { source: flags.data },
    what: 'no measurement of what was asked for',
    mend: 'ask for other sizes, algorithms or mappings, or --bytes all',
  });
}

function settingsOf(flags: ValidateFlags): ValidationSettings {
  const collectives = names(flags.collective, MODELLED_COLLECTIVES, '--collective');
  const algorithms = names(flags.algorithm, MODELLED_ALGORITHMS, '--algorithm');
  const mappings = names(flags['map-by'], MAPPINGS, '--map-by');
  return {
    models: names(flags.model ?? 'p2p,regression,schedule', LATENCY_MODELS, '--model'),
    bytes: flags.bytes === 'all' ? 'all' : sizes(flags.bytes, '--bytes'),
    rows: oneName(flags.rows, ['published', 'all'], '--rows'),
    segments: flags.segments === 'published' ? 'published' : oneCount(flags.segments),
    // The published scores were made with the published code's price.
    pricing: oneName(flags['segment-cost'] ?? 'share-of-whole', SEGMENT_PRICINGS, '--segment-cost'),
    keep: ({ collective, algorithm, mapping }) =>
      collectives.includes(collective) && algorithms.includes(algorithm) && mappings.includes(mapping),
  };
}

function oneCount(text: string): number {
  const [first, ...more] = counts(text, '--segments', 1);
  if (more.length === 0) return first;
  throw new UsageError(`--segments '${text}' is more than one number`, "write one such as 4, or 'published'");
}

/** What `collective fit` makes of files: the parameters, and the platform file where one is asked for. */
import {
  allChannels,
  type ClusterShape,
  fitMeasurements,
  type HockneyOptions,
  type MeasurementsFit,
  type MeasurementsFitOptions,
  SHIPPED_PLATFORM,
  writePlatform,
} from '../../collective-models/index.js';
import { UsageError, type Warning } from '../../errors.js';
import { parseTime } from '../../units/units.js';
import { type FitFlags, FORMATS } from '../flags/collective-fit.js';
import { oneName, sizes } from '../flags/lists.js';
import { type FileMeasurements, readMeasurements } from './measurements.js';
import { namingFlags } from './naming-flags.js';

export interface FittedFiles {
  readonly found: FileMeasurements;
  readonly fit: MeasurementsFit;
  /** Name of the platform. */
  readonly name: string;
  /** Text of the platform file, where --output names one. */
  readonly platformFile: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Reads and fits. Throws UsageError and InputError. */
export function fitFiles(files: readonly string[], flags: FitFlags): FittedFiles {
  if (files.length === 0) {
    throw new UsageError('no file to fit', 'name files of benchmark output, or a folder');
  }
  const found = readMeasurements(files, {
    from: oneName(flags.from, FORMATS, '--from'),
    netgaugeLatency: oneName(
      flags['netgauge-latency'],
      ['printed', 'without-overhead'],
      '--netgauge-latency',
    ),
  });
  const shape = flags.shape === undefined ? SHIPPED_PLATFORM.shape : parseShape(flags.shape);
  const fit = fitMeasurements(found, shape, optionsOf(flags));
  const warnings = fit.warnings.map(namingFlag);
  const base = { found, fit, name: flags.name };
  if (flags.output === undefined) return { ...base, platformFile: undefined, warnings };
  const channels = namingFlags(() => allChannels(fit.loggp));
  const source = flags.source ?? `collective fit of ${found.files.join(', ')}`;
  return {
    ...base,
    platformFile: writePlatform({ name: flags.name, source, shape, channels: channels.channels }),
    warnings: [...warnings, ...channels.warnings, ...(flags.shape === undefined ? [SHAPE_ASSUMED] : [])],
  };
}

function optionsOf(flags: FitFlags): MeasurementsFitOptions {
  const error = oneName(flags.error, ['ordinary', 'relative'], '--error');
  return {
    breakBytes: parseBreak(flags.break),
    error: error === 'relative' ? 'relative' : 'absolute',
    ...(flags.overhead === undefined
      ? {}
      : { overheadUs: parseTime(flags.overhead, { name: '--overhead' }) / 1e3 }),
  };
}

/** What flags can do about it, which the fit does not know. */
const MENDS: Readonly<Record<string, string>> = {
  'no-overhead': ', or --overhead',
  'small-messages': ' (--error relative)',
};

const namingFlag = (warning: Warning): Warning => ({
  ...warning,
  message: `${warning.message}${MENDS[warning.code] ?? ''}`,
});

const SHAPE_ASSUMED: Warning = {
  code: 'shape-assumed',
  message: 'the platform file has the shape of epyc-orfeo, 2x2x64x4: give --shape for another machine',
};

function parseBreak(text: string): NonNullable<HockneyOptions['breakBytes']> {
  if (text === 'none' || text === 'best') return text;
  const [bytes, ...more] = sizes(text, '--break');
  if (more.length === 0) return bytes;
  throw new UsageError(`--break '${text}' is more than one size`, 'write one such as 128KiB, none or best');
}

function parseShape(text: string): ClusterShape {
  const match = /^(\d+)[x×](\d+)[x×](\d+)[x×](\d+)$/.exec(text.trim());
  const [nodes, socketsPerNode, coresPerSocket, coresPerCache] = match?.slice(1).map(Number) ?? [0, 0, 0, 0];
  const sound = nodes > 0 && socketsPerNode > 0 && coresPerCache > 0 && coresPerSocket > 0;
  if (sound && coresPerSocket % coresPerCache === 0) {
    return { nodes, socketsPerNode, coresPerSocket, coresPerCache };
  }
  throw new UsageError(
    `--shape '${text}' is no shape`,
    'write nodes x sockets a node x cores a socket x cores a cache, which divide those of a socket: 2x2x64x4',
  );
}

/** Platforms that come with the package. */
import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { type ReadPlatform, readPlatform } from '../platform-file.js';
import { epycOrfeo } from './epyc-orfeo.js';

/** Text of each shipped platform file, by name. */
export const PLATFORM_PRESETS: Readonly<Record<string, string>> = { 'epyc-orfeo': epycOrfeo };

export function isPlatformPreset(name: string): boolean {
  return Object.hasOwn(PLATFORM_PRESETS, name);
}

/** A shipped platform. Throws UsageError for a name that is not shipped. */
export function platformPreset(name: string): ReadPlatform {
  if (!isPlatformPreset(name)) {
    throw new UsageError(
      `unknown platform '${name}'`,
      `${namesInstead(name, Object.keys(PLATFORM_PRESETS))}; a file is named by its path`,
    );
  }
  return readPlatform(PLATFORM_PRESETS[name], name);
}

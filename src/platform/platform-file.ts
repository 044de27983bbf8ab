/**
 * Platform files: YAML or JSON text to a Platform.
 * Not read: shapes that differ from unit to unit, and channels that depend on more than the level.
 */
import { z } from 'zod';
import { InputError, many, type Problem, type Warning } from '../errors.js';
import { MAX_QUANTITY } from '../units.js';
import { type CheckedDocument, readYaml, strictKeys } from '../yaml-document.js';
import {
  type Channel,
  coreCount,
  type Level,
  latencyFromEndToEnd,
  nodeCount,
  type Platform,
  refusedName,
} from './platform.js';

/** Past this a platform is taken for a slip of the keyboard. */
const MAX_CORES = 2 ** 26;

const time = z.number().nonnegative().max(MAX_QUANTITY);

const schema = strictKeys({
  name: z.string().min(1),
  source: z.string().default(''),
  overhead_ns: time.optional(),
  channels: z.record(
    z.string(),
    strictKeys({
      latency_ns: time.optional(),
      end_to_end_ns: time.optional(),
      gap_ns_per_byte: time,
      copied_above_bytes: z.union([z.int().nonnegative(), z.literal('none')]).optional(),
    }),
  ),
  levels: z
    .array(strictKeys({ name: z.string().min(1), count: z.int().positive(), channel: z.string() }))
    .min(1),
  hosts: z.array(z.string().min(1)).optional(),
});

type PlatformText = z.output<typeof schema>;

/** A platform as its file gives it, with what had to be changed. */
export interface ReadPlatform {
  readonly platform: Platform;
  readonly warnings: readonly Warning[];
}

/**
 * Reads a platform from YAML or JSON text. `source` names the text in errors.
 * Throws InputError with key, line and column: bad YAML, unknown or missing keys, an unknown channel name,
 * a channel without a latency or with a parameter's name, levels of the same name, a wrong number of hosts.
 */
export function readPlatform(text: string, source: string): ReadPlatform {
  const document = readYaml(text, source, schema);
  const { value } = document;
  const problems: Problem[] = [];
  const warnings: Warning[] = [];
  const channels = channelsOf(document, problems, warnings);
  const levels = levelsOf(document, channels, problems);
  if (problems.length > 0) throw new InputError(problems);
  const platform: Platform = {
    name: value.name,
    source: value.source.trim(),
    ...(value.overhead_ns === undefined ? {} : { overheadNs: value.overhead_ns }),
    channels,
    levels,
    ...(value.hosts === undefined ? {} : { hosts: value.hosts }),
  };
  checkSize(document, platform);
  return { platform, warnings };
}

function channelsOf(
  document: CheckedDocument<PlatformText>,
  problems: Problem[],
  warnings: Warning[],
): Channel[] {
  const { value, placeOf } = document;
  const used = new Set(value.levels.map((level) => level.channel));
  return Object.entries(value.channels).map(([name, channel]) => {
    const { latency_ns: latency, end_to_end_ns: endToEndNs, gap_ns_per_byte: gapNsPerByte } = channel;
    const { copied_above_bytes: above } = channel;
    const copied =
      above === undefined ? {} : { copiedAboveBytes: above === 'none' ? Number.POSITIVE_INFINITY : above };
    const place = placeOf(['channels', name]);
    const refused = refusedName('channel', name);
    if (refused !== null) problems.push({ place, ...refused });
    if (!used.has(name)) {
      warnings.push({ code: 'unused-channel', message: `no level uses channel ${name}` });
    }
    if (latency !== undefined && endToEndNs === undefined)
      return { name, latencyNs: latency, gapNsPerByte, ...copied };
    if (latency !== undefined || endToEndNs === undefined) {
      problems.push({
        place,
        what: `channel '${name}' has ${latency === undefined ? 'no latency' : 'two latencies'}`,
        mend: 'give either latency_ns (L) or end_to_end_ns (2·o + L)',
      });
      return { name, latencyNs: 0, gapNsPerByte };
    }
    if (value.overhead_ns === undefined) {
      problems.push({
        place,
        what: `channel '${name}' has end_to_end_ns but the platform has no overhead_ns`,
        mend: 'add overhead_ns, the o in end_to_end = 2·o + L',
      });
      return { name, latencyNs: 0, gapNsPerByte, endToEndNs };
    }
    const latencyNs = latencyFromEndToEnd(name, endToEndNs, value.overhead_ns, warnings);
    return { name, latencyNs, gapNsPerByte, endToEndNs, ...copied };
  });
}

function levelsOf(
  document: CheckedDocument<PlatformText>,
  channels: readonly Channel[],
  problems: Problem[],
): Level[] {
  const { value, placeOf } = document;
  const names = channels.map((channel) => channel.name);
  const seen = new Set<string>();
  return value.levels.map(({ name, count, channel }, i) => {
    if (seen.has(name)) {
      problems.push({
        place: placeOf(['levels', i, 'name']),
        what: `two levels are named '${name}'`,
        mend: 'give each level its own name',
      });
    }
    seen.add(name);
    const index = names.indexOf(channel);
    if (index < 0) {
      problems.push({
        place: placeOf(['levels', i, 'channel']),
        what: `unknown channel '${channel}' in 'levels[${i}].channel'`,
        mend: names.length === 0 ? 'define it in channels' : `use one of ${names.join(', ')}`,
      });
    }
    return { name, count, channel: Math.max(0, index) };
  });
}

function checkSize(document: CheckedDocument<PlatformText>, platform: Platform): void {
  if (coreCount(platform) > MAX_CORES) {
    throw new InputError({
      place: document.placeOf(['levels']),
      what: `the levels give ${coreCount(platform)} cores, more than ${MAX_CORES}`,
      mend: 'check the counts; each is per unit of the level above',
    });
  }
  if (platform.hosts === undefined) return;
  const nodes = nodeCount(platform);
  const { hosts } = platform;
  const seen = new Set<string>();
  const twice = hosts.find((host) => seen.size === seen.add(host).size);
  if (twice === undefined && hosts.length === nodes) return;
  throw new InputError({
    place: document.placeOf(['hosts']),
    what:
      twice === undefined
        ? `hosts lists ${many(hosts.length, 'name')}, but the number of nodes is ${nodes}`
        : `hosts lists '${twice}' more than once`,
    mend: 'list each node once, or leave hosts out',
  });
}

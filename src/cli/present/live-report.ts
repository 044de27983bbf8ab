/** The report that computes by itself: what its page carries of the command line and the program. */
import { gzipSync } from 'node:zlib';
import type { Model } from '../../analysis/model.js';
import { PAGE_FIELDS } from '../../live/fields.js';
import { type LiveScripts, livePage } from '../../live/live-page.js';
import { packed } from '../../live/packed-values.js';
import { settingsOf } from '../../live/settings.js';
import { type CarriedPage, frameKey, type Viewed } from '../../live/workbench.js';
import { MACHINE_PRESETS } from '../../machine/machine.js';
import { PLATFORM_PRESETS } from '../../platform/platform-presets.js';
import { parseTopologySpec } from '../../platform/topologies.js';
import { topologyParts } from '../../platform/topology.js';
import type { NamedText } from '../../report/measured-table.js';
import type { ReportData } from '../../report/page/report-data.js';
import { baseName, type SiteNames, type SiteTable } from '../../schedule/program-calls.js';
import type { Program } from '../../sources/program.js';
import { regionQuery } from '../flags/region-flags.js';
import { noiseOf } from '../input/noise-input.js';
import { givenBy, machineFileOf } from '../pipeline/machine-of-flags.js';
import { allocationQuery, loadPlatform, loadTopology, rankfileOf } from '../pipeline/site-of-flags.js';
import { readTextFile } from '../process/files.js';
import { packageText, packageVersion } from '../process/package-files.js';
import type { ReportFlags } from './report-data.js';

/** What a report found of a program. */
interface Reported {
  readonly program: Program;
  readonly model: Model;
  /** The whole program's call sites, and the names of their addresses. */
  readonly sites: SiteTable | null;
  readonly names: SiteNames;
  /** With its first critical path. */
  readonly data: ReportData;
}

/** The page; it has no paths, hosts and dates. Throws UsageError and InputError. */
export async function liveReport(found: Reported, flags: ReportFlags): Promise<string> {
  const noise = noiseFiles(found, flags);
  const brief = withoutFolders(flags, [found.data.input.source, ...noise.map(({ name }) => name)]);
  const data = withoutPaths(brief(found.data));
  const viewed = await viewedOf({ ...found, data }, flags, brief, noise);
  const sizeOf = (bytes: Uint8Array): number => gzipSync(bytes, { level: 1 }).length;
  const page: CarriedPage = { viewed, data: packed(found.program.data, sizeOf, withoutPlaces()) };
  const scripts: LiveScripts = JSON.parse(packageText('dist/live-page.json'));
  const base64 = gzipSync(packed(page, sizeOf), { level: 9 }).toString('base64');
  return livePage(viewed, { data, packed: base64 }, scripts);
}

/** Replaces the paths on the command line by the names of their files, in values of JSON. `more`: further paths. */
function withoutFolders(flags: ReportFlags, more: readonly string[]): <Value>(value: Value) => Value {
  const { machine = '', platform = '', measured = '', topology = '' } = flags;
  const file = topology.replace(/^graph:/, '');
  const paths = [machine, platform, measured, file, rankfileOf(flags) ?? '', ...more];
  const folders = paths.map((path) => path.replace(/\/+$/, '')).filter((path) => baseName(path) !== path);
  return (value) =>
    JSON.parse(folders.reduce((text, path) => text.replaceAll(path, baseName(path)), JSON.stringify(value)));
}

/** The files of the critical paths without their folders. */
function withoutPaths({ timeline, ...data }: ReportData): ReportData {
  const stops = timeline.stops.map((stop) => {
    const { calls } = stop.path;
    if (calls === undefined) return stop;
    return { ...stop, path: { ...stop.path, calls: { ...calls, sources: calls.sources.map(baseName) } } };
  });
  return { ...data, timeline: { ...timeline, stops } };
}

/**
 * Changes values of a program by their key: paths become names of files, hosts numbers, dates none. Clocks of hosts count from
 * the first time among them.
 */
function withoutPlaces(): (key: string, value: unknown) => unknown {
  const hosts: string[] = [''];
  const folders = new Set<string>();
  let first: number | undefined;
  const nameOf = (path: string): string => {
    const name = baseName(path);
    if (name !== path) folders.add(path.slice(0, path.length - name.length));
    return name;
  };
  const text = (key: string, value: string): string => {
    if (/^(source|object|file)$/.test(key)) return nameOf(value);
    if (key === 'message') return [...folders].reduce((said, folder) => said.replaceAll(folder, ''), value);
    if (key !== 'host') return key === 'run' ? '' : value;
    if (!hosts.includes(value)) hosts.push(value);
    return value === '' ? '' : String(hosts.indexOf(value));
  };
  const number = (key: string, value: number): number => {
    if (key === 'started') first ??= value;
    return key === 'date' ? Number.NaN : key === 'started' ? value - (first ?? 0) : value;
  };
  return (key, value) => {
    if (typeof value === 'string') return text(key, value);
    if (typeof value === 'number') return number(key, value);
    const list = (key === 'files' || key === 'names') && Array.isArray(value) ? value : null;
    return list?.map((one: unknown) => (typeof one === 'string' ? baseName(one) : one)) ?? value;
  };
}

/** Files that the flags of noise name, with their texts. */
function noiseFiles({ model: { machine, schedule } }: Reported, flags: ReportFlags): NamedText[] {
  const found: NamedText[] = [];
  noiseOf(flags, machine.network, schedule.ranks, (name) => {
    const text = readTextFile(name);
    found.push({ name, text });
    return text;
  });
  return found;
}

async function viewedOf(
  found: Reported,
  flags: ReportFlags,
  brief: <Value>(value: Value) => Value,
  noise: readonly NamedText[],
): Promise<Viewed> {
  const { data, names, sites } = found;
  const { machine } = flags;
  const file =
    machine === undefined || Object.hasOwn(MACHINE_PRESETS, machine) ? null : await machineFileOf(machine);
  const { platform, topology, measured } = flags;
  const rankfile = rankfileOf(flags);
  const shipped = Object.keys(PLATFORM_PRESETS);
  const platforms = [...new Set([...(platform === undefined ? [] : [platform]), ...shipped])];
  const fielded: readonly string[] = PAGE_FIELDS.map(({ key }) => key);
  const values = givenBy(flags);
  const given = Object.entries(values).filter(([key]) => !fielded.includes(key));
  const typed = PAGE_FIELDS.map(({ key, field }) => [field, values[key]]);
  const mapped = rankfile === undefined ? {} : { 'map-by': undefined };
  const spec = topology === undefined ? null : parseTopologySpec(topology);
  const frames = sites?.list.flatMap(({ frames: list }) => list) ?? [];
  const named = new Map(
    frames.map((frame) => [
      frameKey({ ...frame, object: baseName(frame.object) }),
      names(frame).map((place) => ({ ...place, file: baseName(place.file) })),
    ]),
  );
  return {
    title: data.title,
    source: data.input.source,
    sha256: data.input.sha256 ?? '',
    version: packageVersion(),
    settings: {
      ...brief(settingsOf({ ...flags, ...Object.fromEntries(typed), ...mapped })),
      collectives: flags.collective ?? [],
    },
    region: regionQuery(flags),
    measured: measured === undefined ? null : { name: baseName(measured), text: readTextFile(measured) },
    noiseFiles: brief(noise),
    names: [...named],
    warnings: data.warnings,
    given: Object.fromEntries(given),
    named: machine !== undefined,
    machine: file === null ? null : { ...file, name: baseName(file.name) },
    platforms: Object.fromEntries(platforms.map((name) => [baseName(name), loadPlatform(name)])),
    topology:
      spec?.kind === 'graph'
        ? brief({ spec: spec.text, parts: topologyParts(loadTopology(spec.text)) })
        : null,
    rankfile:
      rankfile === undefined || platform === undefined
        ? null
        : { name: baseName(rankfile), text: readTextFile(rankfile), platform: baseName(platform) },
    wireClasses: flags['wire-classes'] === true,
    allocation: allocationQuery(flags.allocation),
  };
}

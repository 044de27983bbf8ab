/** `placement`: finds a core or node for each rank. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { Model, orderKept } from '../analysis/model.js';
import {
  type NamedMapping,
  type PlacedProgram,
  type PlacementResult,
  placement,
} from '../analysis/rank-placement.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags, MAX_SEED } from '../cli/flags/common-flags.js';
import { regionQuery } from '../cli/flags/region-flags.js';
import { type Answer, type Answered, plotFlag } from '../cli/output/answer.js';
import {
  type Column,
  type CsvTable,
  csvTable,
  jsonRow,
  jsonRows,
  percentText,
  type TableRows,
  table,
  tableRows,
} from '../cli/output/table.js';
import {
  envelopeOf,
  type LoadedModel,
  modelOptions,
  scheduleFrom,
  surroundings,
  within,
  withProgress,
} from '../cli/pipeline/pipeline.js';
import {
  contentionFlag,
  linkFlags,
  linksOfPlaces,
  PLACED_BY_BOUNDS,
  sharesLinks,
} from '../cli/pipeline/site-of-flags.js';
import { inputText, machineText } from '../cli/present/solution-text.js';
import { readTextFile, writeFileWhole } from '../cli/process/files.js';
import { hostMemory } from '../cli/process/memory.js';
import type { ProgressBar } from '../cli/process/progress.js';
import { joinWarnings, UsageError } from '../errors.js';
import type { Places } from '../platform/mapping.js';
import { readRankfile } from '../platform/rankfile.js';
import {
  dealtOver,
  placesOf,
  RANKFILE_FORMATS,
  rankfileText,
  type Site,
  settledSite,
  standardMappings,
} from '../platform/site.js';
import { randomBelow, shuffled } from '../sources/patterns/random.js';
import { formatTime } from '../units.js';

const { 'map-by': mapBy, ...shared } = commonFlags;

const placementFlags = {
  ...shared,
  start: Flags.string({
    default: 'block',
    helpValue: 'block|round-robin|random:SEED|rankfile:FILE',
    summary: 'mapping to start from',
    description: 'mapping to start from, and to compare with',
  }),
  ...linkFlags,
  contention: contentionFlag(),
  evaluations: Flags.integer({
    min: 1,
    description: 'limit on the number of mappings to evaluate [default: 4000, with --contention bounds 400]',
  }),
  restarts: Flags.integer({
    default: 8,
    min: 0,
    description: 'restart the search from disturbed mappings, until this many in a row bring no gain',
  }),
  seed: Flags.integer({ default: 1, min: 0, max: MAX_SEED, description: 'seed of --restarts' }),
  plot: plotFlag(),
  save: Flags.string({ helpValue: 'FILE', description: 'also write the best mapping as a rankfile' }),
  format: Flags.option({
    options: RANKFILE_FORMATS,
    dependsOn: ['save'],
    description: 'format of the rankfile [default: openmpi]',
  })(),
};

type PlacementFlags = InferredFlags<typeof placementFlags>;

interface Beginning {
  readonly places: Places;
  readonly start: NamedMapping;
  readonly others: readonly NamedMapping[];
}

/** Mapping of `--start`. */
type Start =
  | { readonly kind: 'block' | 'round-robin' }
  | { readonly kind: 'random'; readonly seed: number }
  | { readonly kind: 'rankfile'; readonly file: string };

/** `block`, `round-robin`, `random:SEED` or `rankfile:FILE`. Throws UsageError. */
function parseStart(text: string): Start {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1);
  if ((kind === 'block' || kind === 'round-robin') && colon < 0) return { kind };
  if (kind === 'rankfile' && rest !== '') return { kind, file: rest };
  if (kind === 'random' && (colon < 0 || /^\d+$/.test(rest))) return { kind, seed: Number(rest || '1') };
  throw new UsageError(
    `--start '${text}' is unknown`,
    'use block, round-robin, random:SEED or rankfile:FILE',
  );
}

/**
 * Places and mappings of `ranks` ranks. Block and round robin are as `mpirun --map-by`, over the places of a rankfile if one
 * is given.
 */
function beginning(site: Site, start: Start, ranks: number, gapNsPerByte: number): Beginning {
  const standard = standardMappings(site, ranks);
  const mapping = begun(site, start, standard.block, standard.roundRobin);
  const places = placesOf(site, Int32Array.from([...standard.block, ...standard.roundRobin]), gapNsPerByte);
  const { block, roundRobin } = start.kind === 'rankfile' ? dealtOver(mapping, places) : standard;
  const all: NamedMapping[] = [
    { name: 'block', mapping: block },
    { name: 'round robin', mapping: roundRobin },
  ];
  const name = start.kind === 'random' ? `random:${start.seed}` : start.kind.replace('-', ' ');
  return { places, start: { name, mapping }, others: all.filter((one) => one.name !== name) };
}

function begun(site: Site, start: Start, block: Int32Array, roundRobin: Int32Array): Int32Array {
  switch (start.kind) {
    case 'block':
      return block;
    case 'round-robin':
      return roundRobin;
    case 'random':
      return shuffled(block.length, randomBelow(start.seed)).map((i) => block[i]);
    case 'rankfile': {
      if (site.kind !== 'platform') {
        throw new UsageError('--start rankfile needs a platform', 'add --platform');
      }
      return readRankfile(readTextFile(start.file), start.file, site.platform, block.length);
    }
  }
}

/** `loaded`: the program in its start mapping. */
function placementView(loaded: LoadedModel, result: PlacementResult): Answer {
  const { model } = loaded;
  return {
    json: () => envelopeOf(loaded, placementJson(result), model, orderKept(model)),
    csv: () => placementCsv(result),
    text: () => `${inputText(loaded)}\n${placementText(result)}`,
    shared: () => ({
      head: machineText(loaded.resolved),
      ...placementRows(result),
      more: searchText(result),
    }),
  };
}

function placementJson(result: PlacementResult): Record<string, unknown> {
  return {
    engine: result.engine,
    start: result.start.name,
    mappings: jsonRows(placedColumns(result), result.rows),
    best: jsonRow(placedColumns(result), result.best),
    found_from: result.from,
    steps: result.steps,
    swap_optimal: result.swapOptimal,
    evaluations: result.evaluations,
  };
}

/** One line per rank: its place in every mapping. */
function placementCsv(result: PlacementResult): CsvTable {
  const { rows, best } = result;
  const header = ['rank', ...rows.map((row) => row.name.replaceAll(' ', '_'))];
  return csvTable(
    header,
    [...best.mapping.keys()].map((rank) => [rank, ...rows.map((row) => row.mapping[rank])]),
  );
}

function placementText(result: PlacementResult): string {
  const { heads, rows } = placementRows(result);
  return `${table(heads, rows)}${searchText(result)}`;
}

const placementRows = (result: PlacementResult): TableRows => tableRows(placedColumns(result), result.rows);

function placedColumns({ best }: PlacementResult): readonly Column<PlacedProgram>[] {
  const classes = Object.keys(best.lambdaByClass);
  const shared = best.upper !== null;
  return [
    { key: 'name', title: 'mapping', align: 'left', rowKey: true, of: ({ name }) => name },
    { key: 'runtime_ns', title: shared ? 'T at least' : 'T', of: ({ runtime }) => runtime },
    {
      ...(shared && { title: 'T at most' }),
      text: ({ upper }) => (upper === null ? '' : formatTime(upper)),
      json: ({ upper }) => (upper === null ? null : { upper: { runtime_ns: upper } }),
    },
    { key: 'lambda_L', title: 'λ_L', of: ({ lambda }) => lambda },
    ...(classes.length > 1 ? classes : []).map((name) => ({
      title: `λ of ${name}`,
      text: ({ lambdaByClass }: PlacedProgram) => String(lambdaByClass[name]),
    })),
    { json: ({ lambdaByClass }) => ({ lambda_by_class: lambdaByClass }) },
    { key: 'gain', title: 'gain', of: ({ gain }) => gain, format: percentText },
    { json: ({ mapping }) => ({ places: [...mapping] }) },
  ];
}

function searchText(result: PlacementResult): string {
  const found =
    result.steps === 0 ? `ours is '${result.from}' unchanged` : `ours was found from '${result.from}'`;
  const faster = result.best.upper === null ? 'makes it faster' : 'lowers its lower bound';
  const proof = result.swapOptimal
    ? `no swap of two ranks ${faster}`
    : 'the search ended before all swaps were tried (raise --evaluations)';
  return `  ${found}, in ${result.evaluations} evaluations; ${proof}\n`;
}

interface Placed {
  readonly loaded: LoadedModel;
  readonly site: Site;
  readonly result: PlacementResult;
}

/** Writes the rankfile of --save. Throws LlampErrors. */
async function placementAnswer(inputs: readonly unknown[], flags: PlacementFlags): Promise<Answered> {
  const start = parseStart(flags.start);
  if (flags.save === '-') {
    throw new UsageError('--save cannot write to standard output, which has the answer', 'name a file');
  }
  const { loaded, site, result } = await placed(inputs, start, flags);
  await writeRankfile(site, result, flags);
  return {
    answer: placementView(loaded, result),
    picture: ({ placementPlot }) => placementPlot(result.rows),
  };
}

/** Overrides the machine file: with contention of links, CPUs are shared in any order. */
const FREE = { cpu: 'free', nic: 'free' } as const;

async function placed(inputs: readonly unknown[], start: Start, flags: PlacementFlags): Promise<Placed> {
  const shares = sharesLinks(flags);
  const around = await surroundings(shares ? { ...flags, ...FREE } : flags);
  if (around.site === null) {
    throw new UsageError(
      'placement needs a platform or topology',
      'add --platform NAME|FILE or --topology SPEC',
    );
  }
  const region = regionQuery(flags);
  const site = settledSite(around.site, around.machine);
  const links = shares ? { links: linksOfPlaces(flags, site, around.machine.values.G) } : {};
  return withProgress(flags.quiet, async (progress) => {
    const read = await scheduleFrom(inputs, flags, progress);
    const begun = beginning(site, start, read.schedule.ranks, around.machine.values.G);
    const resolved = around.machineFor(read.schedule);
    const { schedule, ...part } = within(read, region, resolved.machine);
    const model = await Model.of(schedule, resolved.machine, { engine: 'sweep', memory: hostMemory });
    const result = await placement(model.graph, resolved.machine, begun.places, begun.start, {
      others: begun.others,
      ...links,
      ...searchOptions(flags, progress),
    });
    const warnings = joinWarnings(part, resolved, shares && PLACED_BY_BOUNDS);
    const loaded = { model, resolved, info: part.info, warnings };
    return { loaded, site, result };
  });
}

const searchOptions = (flags: PlacementFlags, progress: ProgressBar) => ({
  restarts: flags.restarts,
  ...(flags.evaluations === undefined ? {} : { evaluations: flags.evaluations }),
  seed: flags.seed,
  model: modelOptions(flags),
  onProgress: (done: number, most: number): void => progress.update('placing', done, most),
});

async function writeRankfile(site: Site, { best }: PlacementResult, flags: PlacementFlags): Promise<void> {
  const { save: file, format = 'openmpi' } = flags;
  if (file === undefined) return;
  await writeFileWhole(file, rankfileText(site, best.mapping, format));
}

export default class PlacementCommand extends LlampCommand {
  static override summary = 'Find the best place for each rank by swaps that are evaluated exactly.';
  static override description =
    'Compares block, round robin, a mapping by volume and ours, which is never slower than the others.';
  static override examples = [
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --ranks-per-node 32',
    '<%= config.bin %> placement trace.goal --platform cluster.yaml --save ranks.txt --format slurm',
    '<%= config.bin %> placement trace.goal --topology dragonfly:g=8,a=4,p=8 --start random:7',
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --plot placement.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = placementFlags;
  static override mostUsed: readonly (keyof typeof placementFlags)[] = [
    'platform',
    'topology',
    'ranks-per-node',
    'start',
    'save',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PlacementCommand);
    const inputs = flags.save === undefined ? argv : await this.onlyOne(argv, '--save');
    await this.askAll('placement', inputs, flags, { ask: (program) => placementAnswer(program, flags) });
  }
}

import { Flags } from '@oclif/core';
import { Model } from '../analysis/model.js';
import { orderKept } from '../analysis/orders.js';
import { placement } from '../analysis/placement.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { loadSchedule } from '../cli/input/load.js';
import { machineOf } from '../cli/machine/machine.js';
import { beginning, parseStart } from '../cli/machine/placement.js';
import { readSite } from '../cli/machine/site-flags.js';
import { describeMachine } from '../cli/machine/text.js';
import { writeFileWhole } from '../cli/output/files.js';
import { plot, plotFlag } from '../cli/output/plot.js';
import { ProgressBar } from '../cli/output/progress.js';
import { envelopeOf, type LoadedModel, modelOptions } from '../cli/pipeline/pipeline.js';
import { inputText } from '../cli/present/input.js';
import { placementCsv, placementJson, placementText } from '../cli/present/placement.js';
import { UsageError } from '../errors.js';
import { machineOn, settledSite } from '../platform/site.js';
import { RANKFILE_FORMATS, rankfileText } from '../platform/site-mappings.js';

const { 'map-by': mapBy, rankfile, ...shared } = commonFlags;

export default class PlacementCommand extends LlampCommand {
  static override summary =
    'Where each rank should run: swaps guided by pairwise sensitivities, each evaluated exactly.';
  static override description =
    'Compares block, round robin, a mapping by volume and ours; ours is never slower than any of them.';
  static override examples = [
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --ranks-per-node 32',
    '<%= config.bin %> placement trace.goal --platform cluster.yaml --rankfile-out ranks.txt --rankfile-format slurm',
    '<%= config.bin %> placement trace.goal --topology dragonfly:g=8,a=4,p=8 --start random:7',
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --plot placement.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...shared,
    start: Flags.string({
      default: 'block',
      helpValue: 'block|round-robin|random:SEED|rankfile:FILE',
      description: 'the mapping to begin from and to measure gains against',
    }),
    evaluations: Flags.integer({ default: 4000, min: 1, description: 'mappings to evaluate at most' }),
    restarts: Flags.integer({
      default: 8,
      min: 0,
      description: 'searches from disturbed mappings, until so many in a row bring nothing',
    }),
    seed: Flags.integer({ default: 1, min: 0, description: 'seed of the disturbances' }),
    plot: plotFlag(),
    'rankfile-out': Flags.string({ helpValue: 'FILE', description: 'write the best mapping as a rankfile' }),
    'rankfile-format': Flags.option({
      options: RANKFILE_FORMATS,
      default: 'openmpi' as const,
      description: 'style of the rankfile',
    })(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PlacementCommand);
    const start = parseStart(flags.start);
    if (flags['rankfile-out'] === '-') {
      throw new UsageError('--rankfile-out - would mix the rankfile with the answer', 'name a file');
    }
    const given = readSite(flags);
    if (given === null) {
      throw new UsageError('placement needs places', 'add --platform NAME|FILE or --topology SPEC');
    }
    const base = await machineOf(flags);
    const progress = new ProgressBar(flags.quiet);
    try {
      const loaded = await loadSchedule(argv.map(String), { ...flags, digest: flags.json }, progress);
      const { schedule } = loaded;
      const site = settledSite(given, base);
      const begun = beginning(site, start, schedule.ranks, base.values.G);
      const resolved = machineOn(given, base, schedule.ranks);
      if (flags['print-machine']) this.tell(describeMachine(resolved));
      const model = await Model.of(schedule, resolved.machine, { engine: 'sweep' });
      const result = await placement(model.graph, resolved.machine, begun.places, begun.start, {
        others: begun.others,
        restarts: flags.restarts,
        evaluations: flags.evaluations,
        seed: flags.seed,
        model: modelOptions(flags),
        onProgress: (done, most) => progress.update('placing', done, most),
      });
      progress.stop();
      const warnings = [...loaded.warnings, ...resolved.warnings];
      const whole: LoadedModel = { model, resolved, info: loaded.info, warnings };
      const file = flags['rankfile-out'];
      if (file !== undefined) {
        const text = rankfileText(site, result.best.mapping, flags['rankfile-format']);
        await writeFileWhole(file, [new TextEncoder().encode(text)]);
      }
      await plot(flags.plot, ({ placementPlot }) => placementPlot(result.rows));
      await this.answer('placement', flags, {
        json: () => envelopeOf(whole, placementJson(result), [...model.warnings, ...orderKept(model)]),
        csv: () => placementCsv(result),
        text: () => `${inputText(whole)}\n${placementText(result)}`,
      });
    } finally {
      progress.stop();
    }
  }
}

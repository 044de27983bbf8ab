import { Flags } from '@oclif/core';
import { compareTopologies, type TopologyVariant } from '../../analysis/topology-compare.js';
import { inputArgs, LlampCommand } from '../../cli/base-command.js';
import { commonFlags } from '../../cli/flags/common.js';
import { parsePercents, parseRange } from '../../cli/flags/parameters.js';
import { loadSchedule } from '../../cli/input/load.js';
import { machineOf } from '../../cli/machine/machine.js';
import { readSite } from '../../cli/machine/site-flags.js';
import { describeMachine } from '../../cli/machine/text.js';
import { inputJson, machineJson } from '../../cli/output/json.js';
import { plot, plotFlag } from '../../cli/output/plot.js';
import { ProgressBar } from '../../cli/output/progress.js';
import { modelOptions } from '../../cli/pipeline/pipeline.js';
import { count } from '../../cli/present/input.js';
import {
  oneSwitchWarning,
  topologiesCsv,
  topologiesJson,
  topologiesText,
} from '../../cli/present/topology.js';
import { UsageError } from '../../errors.js';
import { machineOn, type SitedMachine } from '../../platform/site.js';

const { platform, 'map-by': mapBy, rankfile, latency, ...shared } = commonFlags;

export default class TopologyCompareCommand extends LlampCommand {
  static override summary = 'One program on several topologies: T, λ and tolerance per wire, side by side.';
  static override examples = [
    '<%= config.bin %> topology compare trace.goal --topology fat-tree:k=16 --topology dragonfly:g=8,a=4,p=8 --latency-range 274ns..424ns',
    '<%= config.bin %> topology compare trace.goal --topology published-fat-tree --topology published-dragonfly:g=8,a=4,p=8 --json',
    '<%= config.bin %> topology compare trace.goal --topology fat-tree:k=16 --topology dragonfly:g=8,a=4,p=8 --latency-range 274ns..424ns --plot topologies.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...shared,
    topology: Flags.string({
      multiple: true,
      required: true,
      helpValue: 'SPEC',
      description: 'topology to compare, such as fat-tree:k=16; give several',
    }),
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: "interval of a wire's latency for the curves, such as 274ns..424ns or +0..+150ns",
    }),
    pct: Flags.string({ default: '1', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    plot: plotFlag('latency-range'),
    'wire-classes': Flags.boolean({
      default: true,
      allowNo: true,
      helpGroup: 'PLACE',
      description: 'λ and tolerance of each class of wires',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TopologyCompareCommand);
    const percents = parsePercents(flags.pct);
    const base = await machineOf({ ...flags, topology: undefined });
    const sites = flags.topology.map((topology) => ({
      spec: topology,
      site: readSite({ ...flags, topology }),
    }));
    const progress = new ProgressBar(flags.quiet);
    try {
      const loaded = await loadSchedule(argv.map(String), { ...flags, digest: flags.json }, progress);
      const machines = sites.map(({ spec, site }): [string, SitedMachine] => {
        if (site === null) throw new UsageError(`topology '${spec}' is empty`);
        const resolved = machineOn(site, base, loaded.schedule.ranks);
        if (flags['print-machine']) this.tell(describeMachine(resolved));
        return [resolved.mapped?.name ?? spec, resolved];
      });
      const variants: TopologyVariant[] = machines.map(([name, { machine }]) => ({ name, machine }));
      const range = flags['latency-range'];
      const found = await compareTopologies(loaded.schedule, variants, {
        percents,
        ...(range === undefined
          ? {}
          : { range: (axis) => parseRange(axis, range, '--latency-range', flags.unit) }),
        model: modelOptions(flags),
        onProgress: (done) => progress.update('comparing', done, variants.length),
      });
      progress.stop();
      const compared = found.map((one, i) => ({ ...one, switches: machines[i][1].mapped?.switches ?? 0 }));
      const lines = compared.flatMap(({ name, curve }) => (curve === null ? [] : [{ name, curve }]));
      await plot(flags.plot, ({ topologyPlot }) => topologyPlot(lines));
      const [first] = compared;
      const warnings = [
        ...loaded.warnings,
        ...machines.flatMap(([, machine]) => machine.warnings),
        ...compared.flatMap((one) => one.result.warnings),
        ...oneSwitchWarning(compared),
      ];
      const distinct = [...new Map(warnings.map((one) => [one.message, one])).values()];
      await this.answer('topology-compare', flags, {
        json: () => ({
          input: inputJson(loaded.info, first.model.graph),
          // Every variant has wires of its own: the machine gives all but the latency.
          machine: { ...machineJson(base), latency_ns: null },
          result: topologiesJson(compared),
          warnings: distinct,
        }),
        csv: () => topologiesCsv(compared),
        text: () =>
          `${loaded.info.source}: ${count(loaded.schedule.operations, 'operation')}, ${count(first.model.graph.messages, 'message')}, ${count(loaded.schedule.ranks, 'rank')}\n` +
          `engine ${first.model.engine.name}\n\n${topologiesText(compared)}`,
      });
    } finally {
      progress.stop();
    }
  }
}

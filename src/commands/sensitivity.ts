import { Flags } from '@oclif/core';
import { type Breakdown, breakdown, GROUPINGS, type Grouping } from '../analysis/breakdown.js';
import type { Model } from '../analysis/model.js';
import { type Pairwise, pairwise } from '../analysis/pairwise.js';
import { type Sensitivity, sensitivity } from '../analysis/sensitivity.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { csv } from '../cli/output/csv.js';
import { finite } from '../cli/output/json.js';
import { type Plots, plot, plotFlag } from '../cli/output/plot.js';
import { envelopeOf, loadModel } from '../cli/pipeline/pipeline.js';
import { breakdownCsv, breakdownJson, breakdownText } from '../cli/present/breakdown.js';
import { inputText } from '../cli/present/input.js';
import { pairwiseCsv, pairwiseJson, pairwiseText } from '../cli/present/pairwise.js';
import { sensitivityJson, sensitivityText } from '../cli/present/solution.js';
import { UsageError } from '../errors.js';
import { axisByName } from '../timing/axis.js';

export default class SensitivityCommand extends LlampCommand {
  static override summary = 'Runtime, its derivatives by L, G and o, and where they hold.';
  static override examples = [
    '<%= config.bin %> sensitivity trace.goal',
    '<%= config.bin %> sensitivity trace.goal --parameter G --json',
    '<%= config.bin %> sensitivity trace.goal --pairwise --csv',
    '<%= config.bin %> sensitivity trace.goal --pairwise --plot pairs.svg',
    '<%= config.bin %> sensitivity trace.goal --by message-size',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'a parameter to look at beside L',
    }),
    pairwise: Flags.boolean({
      exclusive: ['by'],
      description:
        'λ of every pair of ranks; with --csv the matrix of λ_L, or with --parameter G that of λ_G',
    }),
    plot: plotFlag('pairwise'),
    by: Flags.option({
      options: GROUPINGS,
      description: 'split λ_L and the latency of the critical path by these groups of messages',
    })(),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SensitivityCommand);
    const loaded = await loadModel(argv, flags);
    const result = await sensitivity(loaded.model, axisByName(loaded.model.machine, flags.parameter));
    const { model, resolved } = loaded;
    const parts: Parts = {
      pairs: flags.pairwise ? await pairwise(model) : null,
      groups: flags.by === undefined ? null : groupsOf(model, flags.by, resolved.mapped?.nodeName),
    };
    const { pairs } = parts;
    if (pairs !== null) await plot(flags.plot, (plots) => picture(plots, pairs, flags.parameter));
    await this.answer('sensitivity', flags, {
      json: () => envelopeOf(loaded, { ...sensitivityJson(result), ...partsJson(parts) }, result.warnings),
      csv: () => partsCsv(parts, flags.parameter) ?? sensitivityCsv(result),
      text: () => `${inputText(loaded)}\n${sensitivityText(result)}${partsText(parts)}`,
    });
  }
}

/** λ_L of every pair as a heat map, or with --parameter G λ_G; a pair counts both ways. */
function picture({ pairwisePlot }: Plots, { ranks, pairs }: Pairwise, parameter: string): string {
  const both = pairs.flatMap(({ low, high, lambdaL, lambdaG }) => {
    const value = parameter === 'G' ? lambdaG : lambdaL;
    const there = { source: low, destination: high, value };
    return low === high ? [there] : [there, { source: high, destination: low, value }];
  });
  return pairwisePlot(ranks, both, { quantity: parameter === 'G' ? 'λ_G (bytes)' : 'λ_L (messages)' });
}

/** What was asked for beyond the sums. */
interface Parts {
  readonly pairs: Pairwise | null;
  readonly groups: Breakdown | null;
}

function partsJson({ pairs, groups }: Parts): Record<string, unknown> {
  return {
    ...(pairs === null ? {} : { pairwise: pairwiseJson(pairs) }),
    ...(groups === null ? {} : { breakdown: breakdownJson(groups) }),
  };
}

/** Throws UsageError where nothing says on which node a rank is. */
function groupsOf(model: Model, by: Grouping, nodeName?: (rank: number) => string): Breakdown {
  if (by === 'node' && nodeName === undefined)
    throw new UsageError(
      'grouping by node needs to know where the ranks sit',
      'add --platform or --topology',
    );
  return breakdown(model, by, nodeName);
}

function partsCsv({ pairs, groups }: Parts, parameter: string): string | null {
  if (pairs !== null) return pairwiseCsv(pairs, parameter === 'G' ? 'G' : 'L');
  return groups === null ? null : breakdownCsv(groups);
}

function partsText({ pairs, groups }: Parts): string {
  if (pairs !== null) return `\n${pairwiseText(pairs)}`;
  return groups === null ? '' : `\n${breakdownText(groups)}`;
}

function sensitivityCsv(result: Sensitivity): string {
  const { lambda, range } = result;
  const header = ['runtime_ns', 'lambda_L', 'lambda_G', 'lambda_o', 'rho_L', 'range_low_ns', 'range_high_ns'];
  return csv(header, [
    [result.runtime, lambda.L, lambda.G, lambda.o, result.rho, range.low, finite(range.high)],
  ]);
}

import { Flags } from '@oclif/core';
import { curveAt } from '../analysis/curve.js';
import { exactCurve } from '../analysis/exact-curve.js';
import { criticalValues } from '../analysis/piecewise.js';
import { envelopeOf, inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags.js';
import { parseList, parseRange } from '../cli/parameters.js';
import { criticalJson, pointJson, pointsCsv, pointsOf, pointsText } from '../cli/present/curve.js';
import { inputText } from '../cli/present/input.js';
import { UsageError } from '../errors.js';
import { axisByName } from '../timing/axis.js';

export default class CurveCommand extends LlampCommand {
  static override summary = 'Runtime, λ and ρ over the latency: at given points, or exactly over a range.';
  static override examples = [
    '<%= config.bin %> curve trace.goal --at 0,1us,3us',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --csv',
  ];
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    at: Flags.string({ helpValue: '0,1us,3us', description: 'values of the parameter' }),
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: 'interval of the parameter, such as 3us..103us or +0..+100us',
    }),
    parameter: Flags.string({
      default: 'L',
      helpValue: 'L|G|o|CLASS',
      description: 'the parameter that varies',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CurveCommand);
    const { at, 'latency-range': range } = flags;
    if (at === undefined && range === undefined)
      throw new UsageError('no points given', 'use --at 0,1us,3us or --latency-range 3us..103us');
    const loaded = await this.loadModel(argv, flags);
    const { model } = loaded;
    const axis = axisByName(model.machine, flags.parameter);
    const curve =
      range === undefined
        ? null
        : await exactCurve(model, ...parseRange(axis, range, '--latency-range', flags.unit), { axis });
    const wanted = at === undefined ? [] : parseList(axis, at, '--at', flags.unit);
    const points = [...(await curveAt(model, wanted, axis)), ...(curve === null ? [] : pointsOf(curve))];
    const critical = curve === null ? null : criticalValues(curve);
    await this.answer('curve', flags, {
      json: () =>
        envelopeOf(
          loaded,
          {
            engine: model.engine.name,
            parameter: axis.name,
            points: points.map((point) => pointJson(axis, point)),
            ...(critical === null
              ? {}
              : { critical_latencies: critical.map((value) => criticalJson(axis, value)) }),
          },
          model.warnings,
        ),
      csv: () => pointsCsv(axis, points),
      text: () => `${inputText(loaded)}\n${pointsText(axis, points)}`,
    });
  }
}

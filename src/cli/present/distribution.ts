/** The runtime's distribution as JSON, CSV and text. */
import type { RuntimeDistribution } from '../../analysis/distribution-runtime.js';
import { formatTime } from '../../units/units.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite, formerly } from '../output/json.js';
import { facts, table } from '../output/table.js';
import { formatOn, unitSuffix } from './solution.js';

/** `spelled`: the distribution as the user wrote it. */
export function distributionJson(result: RuntimeDistribution, spelled: string): Record<string, unknown> {
  const { axis, parameter } = result;
  const unit = unitSuffix(axis);
  return {
    parameter: axis.name,
    distribution: spelled,
    [`mean_${unit}`]: parameter.mean,
    [`sd_${unit}`]: parameter.sd,
    base_runtime_ns: result.baseRuntime,
    runtime_mean_ns: result.mean,
    runtime_sd_ns: result.sd,
    quantiles: result.quantiles.map(({ p, x, runtime }) => ({
      p,
      [`${axis.name}_${unit}`]: x,
      runtime_ns: runtime,
      ...formerly({ T_ns: runtime }),
    })),
    exceedance: result.exceedances.map(({ percent, value, probability }) => ({
      pct: percent,
      [`${axis.name}_${unit}`]: finite(value),
      probability,
    })),
  };
}

/** One figure a line: mean, sd, quantiles and exceedance, with the value of the parameter that belongs to it. */
export function distributionCsv(result: RuntimeDistribution): CsvTable {
  const { axis, parameter } = result;
  const header = ['statistic', 'level', `${axis.name}_${unitSuffix(axis)}`, 'T_ns', 'probability'];
  return csvTable(header, [
    ['mean', null, parameter.mean, result.mean, null],
    ['sd', null, parameter.sd, result.sd, null],
    ...result.quantiles.map(({ p, x, runtime }) => ['quantile', p, x, runtime, null]),
    ...result.exceedances.map(({ percent, value, probability }) => [
      'exceedance_pct',
      percent,
      finite(value),
      result.baseRuntime * (1 + percent / 100),
      probability,
    ]),
  ]);
}

export function distributionText(result: RuntimeDistribution, spelled: string): string {
  const { axis, parameter } = result;
  const head = facts([
    [`${axis.name} is distributed as`, spelled],
    [`mean ± sd of ${axis.name}`, `${formatOn(axis, parameter.mean)} ± ${formatOn(axis, parameter.sd)}`],
    ['mean ± sd of T', `${formatTime(result.mean)} ± ${formatTime(result.sd)}`],
  ]);
  const quantiles = table(
    [{ title: 'quantile' }, { title: axis.name }, { title: 'T' }],
    result.quantiles.map(({ p, x, runtime }) => [
      `${Number((100 * p).toPrecision(6))} %`,
      formatOn(axis, x),
      formatTime(runtime),
    ]),
  );
  const exceedances = table(
    [{ title: 'slower by more than' }, { title: `where ${axis.name} exceeds` }, { title: 'probability' }],
    result.exceedances.map(({ percent, value, probability }) => [
      `${percent} %`,
      formatOn(axis, value),
      String(Number(probability.toPrecision(4))),
    ]),
  );
  return [head, quantiles, ...(result.exceedances.length > 0 ? [exceedances] : [])].join('\n');
}

/** Formulas of models, shown beside their predictions, as JSON and text. */
import type { ModelFormula } from '../../collective-models/index.js';
import { cellTitle } from '../collective/cell-title.js';
import { latency } from './collective.js';

export function formulasJson(formulas: readonly ModelFormula[]) {
  return formulas.map(({ model, query, formula, valueUs }) => ({
    model,
    collective: query.collective,
    algorithm: query.algorithm,
    map_by: query.mapping,
    ranks: query.ranks,
    bytes: query.bytes,
    segments: query.segments,
    formula,
    value_us: valueUs,
  }));
}

/** Longer formulas, of many different stages, are cut for people. */
const MOST_CHARACTERS = 600;

export function formulasText(formulas: readonly ModelFormula[]): string {
  return formulas
    .map(({ model, query, formula, valueUs }) => {
      const shown =
        formula.length > MOST_CHARACTERS
          ? `${formula.slice(0, MOST_CHARACTERS)} … (${formula.length} characters; --json has them all)`
          : formula;
      return `\n${model}, ${cellTitle(query)}, P = ${query.ranks}\n  T = ${shown}\n    = ${latency(valueUs)}\n`;
    })
    .join('');
}

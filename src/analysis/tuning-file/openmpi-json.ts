/**
 * Rules for coll/tuned in the JSON format of Open MPI 6, which has no comments. Its reader takes the first rule that
 * matches, of communicators and then of sizes, both ends included, and decides by itself where none does; one name that it
 * does not know makes it ignore the whole file.
 * Source: `tuned_dynamic_file_schema.json` of Open MPI's documentation, and its reader, `coll_tuned_dynamic_file.c`.
 */
import type { CollectiveName } from '../../collectives/names.js';
import { comparedRange, type OpenMpiRule } from './openmpi-file.js';

/** Version of the format. */
const VERSION = 3;

/**
 * Collectives that schema and reader call by one name. The others that coll/tuned rules are left out: the schema does not
 * know allgatherv, and says reducescatter and reducescatterblock where the reader wants reduce_scatter and
 * reduce_scatter_block.
 */
const NAMED: readonly CollectiveName[] = [
  'allgather',
  'allreduce',
  'alltoall',
  'alltoallv',
  'barrier',
  'bcast',
  'exscan',
  'gather',
  'reduce',
  'scan',
  'scatter',
];

/** Whether a file in JSON can say anything of a collective. */
export const isNamedInJson = (collective: CollectiveName): boolean => NAMED.includes(collective);

/** The file; one without rules leaves everything to Open MPI. Throws a RangeError for collectives that it cannot name. */
export function openMpiJsonFile(rules: readonly OpenMpiRule[]): string {
  const names = [...new Set(rules.map(({ collective }) => collective))].sort();
  const collectives = Object.fromEntries(names.map((name) => [name, communicators(name, rules)]));
  return `${JSON.stringify({ rule_file_version: VERSION, module: 'tuned', collectives }, null, 2)}\n`;
}

function communicators(name: CollectiveName, rules: readonly OpenMpiRule[]): unknown[] {
  if (!isNamedInJson(name)) throw new RangeError(`rules in JSON do not know ${name}`);
  const own = rules.filter(({ collective }) => collective === name);
  const sizes = [...new Set(own.map(({ ranks }) => ranks))].sort((a, b) => a - b);
  return sizes.map((ranks) => ({
    comm_size_min: ranks,
    comm_size_max: ranks,
    rules: own
      .filter((rule) => rule.ranks === ranks)
      .sort((a, b) => a.least - b.least)
      .map(sizeRule),
  }));
}

/** Algorithms by their numbers: names of some differ between versions. */
function sizeRule(rule: OpenMpiRule): Record<string, number> {
  const { from, end } = comparedRange(rule);
  const { number, faninout, segment } = rule.form;
  return {
    ...(end === null ? {} : { msg_size_min: from, msg_size_max: end - 1 }),
    alg: number,
    ...(faninout === 0 ? {} : { faninout }),
    ...(segment === 0 ? {} : { seg_size: segment }),
  };
}

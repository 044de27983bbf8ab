/** All kinds of input. */
import type { Kind } from './input.js';
import { binary, ownTrace } from './kind-binary.js';
import { ofBounds } from './kind-bounds.js';
import { cli } from './kind-cli.js';
import { baseline, study, typed } from './kind-documents.js';
import { quantities, topology } from './kind-flags.js';
import { formats } from './kind-formats.js';
import { goal } from './kind-goal.js';
import { packed } from './kind-packed.js';
import { trace } from './kind-trace.js';
import { tracer } from './kind-tracer.js';
import { machine, platform } from './kind-yaml.js';
import type { Random } from './random.js';

export const KINDS: readonly Kind[] = [
  goal,
  trace,
  packed,
  machine,
  platform,
  quantities,
  topology,
  formats,
  binary,
  ownTrace,
  ofBounds,
  baseline,
  study,
  typed,
  cli,
];
const ALL = [...KINDS, tracer];

/** Those of these names; where none is named, all but the one that needs an MPI. */
export function kindsOf(names: readonly string[]): readonly Kind[] {
  const unknown = names.find((name) => !ALL.some((kind) => kind.name === name));
  if (unknown !== undefined)
    throw new Error(`no kind ${unknown}: there are ${ALL.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? KINDS : ALL.filter(({ name }) => names.includes(name));
}

/** One of `kinds`, as often as their weights say. */
export function pickKind(kinds: readonly Kind[], random: Random): Kind {
  const all = kinds.reduce((sum, kind) => sum + kind.weight, 0);
  let left = (random.below(2 ** 30) / 2 ** 30) * all;
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return kinds[0];
}

/** All kinds of input. */
import type { Kind } from './input.js';
import { binary, ownTrace } from './kind-binary.js';
import { ofBounds } from './kind-bounds.js';
import { cli } from './kind-cli.js';
import { baseline, request, study } from './kind-documents.js';
import { quantities, topology } from './kind-flags.js';
import { formats } from './kind-formats.js';
import { goal } from './kind-goal.js';
import { packed } from './kind-packed.js';
import { trace } from './kind-trace.js';
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
  request,
  cli,
];

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

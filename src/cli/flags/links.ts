/** Flags that say what links carry, and which ways messages take over them. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { ROUTINGS, type Routing } from '../../platform/topology-links.js';
import { type NsPerByte, parseGapPerByte } from '../../units/units.js';

const helpGroup = 'LINKS';

export const linkFlags = {
  'link-bandwidth': Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: '[CLASS=]200Gbit/s',
    description:
      'what each link carries, all of them or those of a class of wires (card on a platform) [default: G of the network]',
  }),
  routing: Flags.string({
    helpGroup,
    options: [...ROUTINGS],
    description:
      'ways over a topology: single, one by destination, or ecmp, equal parts over all minimal ones [default: single]',
  }),
};

/** Whether links are shared in what a comparison calls T. */
export const contentionFlag = Flags.option({
  helpGroup,
  options: ['none', 'bounds'] as const,
  default: 'none' as const,
  description: 'bounds: T is the least that CPUs and links, which do one thing at a time, allow in any order',
});

/** The flags, as oclif parses them, with those of units. */
export type LinkFlags = Readonly<Partial<InferredFlags<typeof linkFlags>> & { unit?: string | undefined }>;

/** Whether a flag asks for links. */
export const asksForLinks = (flags: LinkFlags): boolean =>
  flags['link-bandwidth'] !== undefined || flags.routing !== undefined;

/** Whether T is to be a lower bound. Throws UsageError for flags of links without it. */
export function sharesLinks(flags: LinkFlags & { readonly contention: string }): boolean {
  const shares = flags.contention === 'bounds';
  if (!shares && asksForLinks(flags))
    throw new UsageError(
      '--link-bandwidth and --routing have no meaning where links are not shared',
      'add --contention bounds',
    );
  return shares;
}

/** The routing that flags ask for; oclif has checked its name. */
export const routingAsked = ({ routing }: LinkFlags): Routing =>
  ROUTINGS.find((one) => one === routing) ?? 'single';

/**
 * [classes] what a byte holds a link of each class, ns/B; `usual` where no flag says. A value of a class goes before one for
 * all, and the last of several of the same before those in front of it. `nameable`: classes that flags may name, where more
 * is compared than this one. Throws UsageError.
 */
export function linkGaps(
  flags: LinkFlags,
  classes: readonly string[],
  usual: NsPerByte,
  nameable = classes,
): NsPerByte[] {
  const own = new Map<string, NsPerByte>();
  let all = usual;
  for (const text of flags['link-bandwidth'] ?? []) {
    const split = text.indexOf('=');
    const gap = gapOf(text.slice(split + 1), flags.unit);
    if (split < 0) all = gap;
    else own.set(known(text.slice(0, split).trim(), nameable), gap);
  }
  return classes.map((name) => own.get(name) ?? all);
}

const gapOf = (text: string, unit: string | undefined): NsPerByte =>
  parseGapPerByte(text.trim(), { name: '--link-bandwidth', ...(unit === undefined ? {} : { unit }) });

function known(name: string, classes: readonly string[]): string {
  if (classes.includes(name)) return name;
  throw new UsageError(
    `--link-bandwidth: there are no links of class '${name}'`,
    namesInstead(name, classes),
  );
}

/** Which collectives of a tuning are worth a rule: what each gains beside all others. */

/** What was kept, and what each collective gains. */
export interface Worth<Name> {
  readonly kept: readonly Name[];
  /** Share of the runtime that a collective saves beside those that are kept; of those left out, when they were. */
  readonly gains: ReadonlyMap<Name, number>;
}

/**
 * Leaves out the collective that gains least, one after the other, until each that is left gains at least `least` (a share
 * of the runtime). `runtimes`: of the program with some collectives tuned and all others untouched, ns.
 */
export async function worthwhile<Name>(
  names: readonly Name[],
  least: number,
  runtimes: (tuned: readonly (readonly Name[])[]) => Promise<readonly number[]>,
): Promise<Worth<Name>> {
  const gains = new Map<Name, number>();
  let kept = names;
  while (kept.length > 0) {
    const [all, ...without] = await runtimes([
      kept,
      ...kept.map((name) => kept.filter((one) => one !== name)),
    ]);
    kept.forEach((name, i) => {
      gains.set(name, without[i] > 0 ? 1 - all / without[i] : 0);
    });
    const worst = kept.reduce((a, b) => ((gains.get(b) ?? 0) < (gains.get(a) ?? 0) ? b : a));
    const gain = gains.get(worst) ?? 0;
    if (gain >= least && gain > 0) break;
    kept = kept.filter((name) => name !== worst);
  }
  return { kept, gains };
}

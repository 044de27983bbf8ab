/** Waits that do not fit the requests that are open, over all ranks: SimGrid's replay passes over both without a word. */
import { formatPlace, type Place, type Warning } from '../../errors.js';

/** Lines of all files that say the same: how many, and the first. */
class Lines {
  count = 0;
  first = '';

  add(place: Place): void {
    if (this.count++ === 0) this.first = formatPlace(place);
  }
}

export class WaitWarnings {
  /** Waits for requests that are not open. */
  readonly forNothing = new Lines();
  /** Waits for all of fewer requests than are open. */
  readonly forSome = new Lines();

  list(): Warning[] {
    const warnings: Warning[] = [];
    const { forNothing, forSome } = this;
    if (forNothing.count > 0)
      warnings.push({
        code: 'smpi-waits',
        count: forNothing.count,
        message:
          `waits for no request that is open: ${forNothing.count}, which complete nothing; first at ${forNothing.first}: is a ` +
          'line missing? SMPI writes persistent requests without their messages',
      });
    if (forSome.count > 0)
      warnings.push({
        code: 'smpi-waitall',
        count: forSome.count,
        message:
          `waitalls of fewer requests than are open: ${forSome.count}, and the trace does not tell of which: each is taken to ` +
          `complete all, as in SimGrid's replay; first at ${forSome.first}`,
      });
    return warnings;
  }
}

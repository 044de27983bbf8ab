/** The axis of latency, as parts of the page name it. */
import type { LatencyShown } from '../../report/html/machine-latency.js';
import type { Axis } from '../../timing/axis.js';

export const latencyShown = ({ name, relative, base, wires }: Axis): LatencyShown => ({
  axis: name,
  relative,
  base,
  wires: wires === true,
});

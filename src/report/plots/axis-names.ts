/** What a parameter is called in a picture. */
import type { Axis } from '../../timing/axis.js';

/** What x is beside the base. */
export function addedName(axis: Axis): string {
  if (axis.latency !== null) return axis.wires === true ? 'added latency per wire' : 'added latency';
  return axis.overhead ? 'added overhead' : 'added gap per byte';
}

/** What λ counts on this axis. */
export function counted(axis: Axis): string {
  if (axis.latency !== null) return axis.wires === true ? 'wires' : 'latencies';
  return axis.overhead ? 'overheads' : 'bytes';
}

/** Its full name. */
export function axisName(axis: Axis): string {
  if (axis.relative) return axis.wires === true ? addedName(axis) : `${addedName(axis)}, to every class`;
  if (axis.latency !== null) return axis.wires === true ? 'latency of a wire' : `latency ${axis.name}`;
  return axis.overhead ? `overhead ${axis.name}` : `gap per byte ${axis.name}`;
}

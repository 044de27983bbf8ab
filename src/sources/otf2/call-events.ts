/** The events in a call while rows are made of them: each is taken out once. */
import { EVENT, type OtfEvent } from './events.js';
import type { OtfCall } from './tracker.js';

/** Events that no row has told yet: the first `count` of them. The others stay, for calls to come. */
export type Rest = Pick<OtfCall, 'events' | 'count'>;

/** Removes the first event of a type. */
export function take(rest: Rest, type: number): OtfEvent | undefined {
  const { events, count } = rest;
  for (let i = 0; i < count; i++) {
    const event = events[i];
    if (event.type !== type) continue;
    for (let k = i + 1; k < count; k++) events[k - 1] = events[k];
    events[--rest.count] = event;
    return event;
  }
  return undefined;
}

/** Leaves those that `wanted` says, in their order. */
export function keep(rest: Rest, wanted: (event: OtfEvent) => boolean): void {
  const { events, count } = rest;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const event = events[i];
    if (!wanted(event)) continue;
    events[i] = events[kept];
    events[kept++] = event;
  }
  rest.count = kept;
}

/** Making communicators, windows and files is collective too, and none of it is modelled. */
export const dropCollectives = (rest: Rest): void =>
  keep(rest, ({ type }) => type !== EVENT.collectiveEnd && type !== EVENT.collectiveRequest);

/** Whether a nonblocking receive is complete in it. */
export const hasReceive = ({ events, count }: Rest): boolean =>
  events.slice(0, count).some(({ type }) => type === EVENT.irecv);

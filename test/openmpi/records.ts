/**
 * Records of Open MPI as text, a line a call: `allreduce 6 5 0 7680|0>1:3840 1>0:3840,3840`: collective, number of
 * the algorithm (0: Open MPI's decision), ranks, root, bytes; then bytes of each message by pair of ranks.
 */
import { parseCollectiveName } from '../../src/collectives/registry.js';
import type { Run } from './calls.js';
import type { Call, Traffic } from './openmpi.js';

export interface CallRecord {
  readonly number: number;
  readonly call: Call;
  readonly traffic: Traffic;
}

/** What a run recorded, call by call. */
export function recordsOf({ numbers, calls }: Run, traffics: readonly Traffic[]): CallRecord[] {
  const byName = new Map(numbers);
  return calls.map((call, i) => ({
    number: byName.get(call.collective) ?? 0,
    call,
    traffic: traffics[i],
  }));
}

export function writeRecords(records: readonly CallRecord[]): string {
  const lines = records.map(({ number, call, traffic }) => {
    const pairs = [...traffic].map(([pair, sizes]) => `${pair}:${sizes.join(',')}`);
    const { collective, size, root, bytes } = call;
    return `${collective} ${number} ${size} ${root} ${bytes}|${pairs.join(' ')}\n`;
  });
  return lines.join('');
}

export function readRecords(text: string): CallRecord[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [head, body] = line.split('|');
      const [name, number, size, root, bytes] = head.split(' ');
      const pairs = body === '' ? [] : body.split(' ');
      const traffic = pairs.map((pair): [string, number[]] => {
        const [ends, sizes] = pair.split(':');
        return [ends, sizes.split(',').map(Number)];
      });
      const call = {
        collective: parseCollectiveName(name),
        size: Number(size),
        root: Number(root),
        bytes: Number(bytes),
      };
      return { number: Number(number), call, traffic: new Map(traffic) };
    });
}

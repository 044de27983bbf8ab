import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { isRendezvous, logGPS } from '../../src/machine/machine.js';
import { routeLatencyNs, withLatencies } from '../../src/machine/parameters.js';

describe('logGPS', () => {
  it('is a machine of one latency and one gap, every message eager', () => {
    const machine = logGPS({ L: 3_000, o: 5_000, G: 0.018 });
    expect(machine.network.latencies).toEqual([{ name: 'L', latencyNs: 3_000 }]);
    expect(machine.network.gaps).toEqual([{ name: 'G', gapNsPerByte: 0.018 }]);
    expect(machine.network.routeOf(0, 7)).toBe(0);
    expect(machine).toMatchObject({
      overhead: 5_000,
      overheadBySize: null,
      gap: 0,
      rendezvous: Number.POSITIVE_INFINITY,
      protocol: 'rdma-read',
      async: 0,
      cpu: 'free',
      nic: 'free',
    });
  });

  it('sends messages above S, not of S, by rendezvous', () => {
    const machine = logGPS({ L: 1, o: 1, G: 1, S: 256, protocol: 'sync' });
    expect(machine.protocol).toBe('sync');
    expect([isRendezvous(machine, 256), isRendezvous(machine, 257)]).toEqual([false, true]);
    expect(isRendezvous(logGPS({ L: 1, o: 1, G: 1 }), 2 ** 53)).toBe(false);
  });
});

describe('a network', () => {
  const { network } = logGPS({ L: 3_000, o: 0, G: 0 });

  it('sums a route over its classes', () => {
    const classes = {
      ...network,
      latencies: [
        { name: 'core', latencyNs: 20 },
        { name: 'node', latencyNs: 700 },
      ],
      routes: [{ name: 'a', counts: [2, 1], constantNs: 5, gap: 0 }],
    };
    expect(routeLatencyNs(classes, 0)).toBe(745);
    expect(routeLatencyNs(withLatencies(classes, new Map([['core', 100]])), 0)).toBe(905);
  });

  it('refuses a class that it does not have', () => {
    expect(() => withLatencies(network, new Map([['cache', 1]]))).toThrow(InputError);
    expect(() => withLatencies(network, new Map([['cache', 1]]))).toThrow(
      "unknown latency class 'cache': the network has L",
    );
  });
});

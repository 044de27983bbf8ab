/** Machine files: LogGPS parameters as YAML, with units. */
import { z } from 'zod';
import { InputError, LlampError } from '../errors.js';
import { parseGapPerByte, parseSize, parseTime } from '../units/units.js';
import { readYaml, strictKeys } from '../yaml-document.js';
import { type OverheadPoint, type RendezvousProtocol, SHARINGS, type Sharing } from './machine.js';
import { parseRendezvous } from './rendezvous.js';

const quantity = z.union([z.string(), z.number()]).transform(String);

const schema = strictKeys({
  name: z.string().optional(),
  source: z.string().optional(),
  latency: quantity,
  overhead: quantity.optional(),
  overhead_by_size: z
    .array(strictKeys({ bytes: quantity, overhead: quantity }))
    .min(1)
    .optional(),
  gap_per_byte: quantity,
  gap: quantity.optional(),
  rendezvous: quantity.optional(),
  rendezvous_protocol: z.enum(['rdma-read', 'sync']).optional(),
  async: quantity.optional(),
  cpu: z.enum(SHARINGS).optional(),
  nic: z.enum(SHARINGS).optional(),
});

/** A machine as a file gives it; what it leaves out is undefined. */
export interface MachineFile {
  readonly name: string | undefined;
  readonly source: string | undefined;
  readonly L: number;
  readonly G: number;
  readonly o: number | undefined;
  readonly overheadBySize: readonly OverheadPoint[] | undefined;
  readonly g: number | undefined;
  readonly S: number | undefined;
  readonly protocol: RendezvousProtocol | undefined;
  readonly async: number | undefined;
  readonly cpu: Sharing | undefined;
  readonly nic: Sharing | undefined;
}

/** Reads a machine file. Throws InputError that names the key, its line and how to mend it. */
export function readMachineFile(text: string, source: string): MachineFile {
  const { value, placeOf } = readYaml(text, source, schema);
  const at = <T>(path: readonly PropertyKey[], read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof LlampError)) throw error;
      throw new InputError({ ...error.problems[0], place: placeOf(path) });
    }
  };
  const time = (key: 'latency' | 'overhead' | 'gap' | 'async'): number | undefined => {
    const text = value[key];
    return text === undefined ? undefined : at([key], () => parseTime(text, { name: key }));
  };
  const { rendezvous, overhead_by_size: table, rendezvous_protocol: protocol } = value;
  if (value.overhead === undefined && table === undefined) {
    throw new InputError({
      place: { source },
      what: "key 'overhead' is missing",
      mend: 'give overhead or overhead_by_size',
    });
  }
  const points = table?.map((point, i) => ({
    bytes: at(['overhead_by_size', i, 'bytes'], () => parseSize(point.bytes, { name: 'bytes' })),
    ns: at(['overhead_by_size', i, 'overhead'], () => parseTime(point.overhead, { name: 'overhead' })),
  }));
  points?.forEach(({ bytes }, i) => {
    if (points.findIndex((one) => one.bytes === bytes) === i) return;
    throw new InputError({
      place: placeOf(['overhead_by_size', i, 'bytes']),
      what: `a second overhead for ${bytes} B`,
      mend: 'keep one of the two',
    });
  });
  return {
    name: value.name,
    source: value.source,
    L: time('latency') ?? 0,
    G: at(['gap_per_byte'], () => parseGapPerByte(value.gap_per_byte, { name: 'gap_per_byte' })),
    o: time('overhead'),
    overheadBySize: points?.sort((a, b) => a.bytes - b.bytes),
    g: time('gap'),
    S: rendezvous === undefined ? undefined : at(['rendezvous'], () => parseRendezvous(rendezvous)),
    protocol,
    async: time('async'),
    cpu: value.cpu,
    nic: value.nic,
  };
}

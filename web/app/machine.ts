/** The machine that the form describes. */
import { UsageError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { MACHINE_PRESETS } from '../../src/machine/presets.js';
import type { MachineValue } from '../../src/report/html/data.js';
import { machineValues } from '../../src/report/html/machine-values.js';
import { parseGapPerByte, parseSize, parseTime } from '../../src/units/units.js';
import type { MachineTask } from './protocol.js';

export interface DescribedMachine {
  readonly machine: Machine;
  readonly values: readonly MachineValue[];
}

/** An empty field leaves the preset's value. Throws UsageError. */
export function machineOf(task: MachineTask): DescribedMachine {
  const preset = MACHINE_PRESETS[task.preset];
  if (preset === undefined) throw new UsageError(`unknown machine '${task.preset}'`);
  const given = (text: string): boolean => text.trim() !== '';
  const { latency, overhead, gapPerByte, rendezvous } = task;
  const machine = logGPS({
    L: given(latency) ? parseTime(latency, { name: 'latency L' }) : preset.L,
    o: given(overhead) ? parseTime(overhead, { name: 'overhead o' }) : preset.o,
    G: given(gapPerByte) ? parseGapPerByte(gapPerByte, { name: 'gap per byte G' }) : preset.G,
    S: given(rendezvous) ? threshold(rendezvous) : preset.S,
  });
  const typed: Readonly<Record<string, string>> = {
    'latency L': latency,
    'overhead o': overhead,
    'gap per byte G': gapPerByte,
    'rendezvous threshold S': rendezvous,
  };
  const values = machineValues(machine, `${task.preset}: ${preset.source}`).map((row) =>
    given(typed[row.name] ?? '') ? { ...row, source: 'typed in' } : row,
  );
  return { machine, values };
}

const threshold = (text: string): number =>
  text.trim() === 'none' ? Number.POSITIVE_INFINITY : parseSize(text, { name: 'rendezvous threshold S' });

/** The machine that a command's flags describe: a preset or a file that they name, and values that go before it. */
import { PARAMETER_ROWS, type ParameterKey, parameterRow } from '../../machine/parameters.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../machine/presets.js';
import { type MachineRequest, type ResolvedMachine, resolveMachine } from '../../machine/resolve.js';
import { namesInstead } from '../../nearest.js';
import type { MachineFlags } from '../flags/machine.js';
import { readTextFile } from '../output/files.js';

/** Reads presets, files and values. Throws UsageError and InputError. */
export async function machineOf(flags: MachineFlags): Promise<ResolvedMachine> {
  const { machine: name = DEFAULT_MACHINE, unit, sharing } = flags;
  const base = Object.hasOwn(MACHINE_PRESETS, name) ? name : await readFile(name);
  return resolveMachine({ base, given: givenBy(flags), unit, sharing, called });
}

function called(key: ParameterKey): string {
  const { flag } = parameterRow(key);
  return flag === undefined ? key : `--${flag.name}`;
}

/** Texts of the parameters that flags give. */
function givenBy(flags: MachineFlags): NonNullable<MachineRequest['given']> {
  const texts = new Map<string, unknown>(Object.entries(flags));
  return Object.fromEntries(
    PARAMETER_ROWS.flatMap(({ key, flag }) => {
      const text = flag === undefined ? undefined : texts.get(flag.name);
      return typeof text === 'string' ? [[key, text]] : [];
    }),
  );
}

async function readFile(name: string): Promise<MachineRequest['base']> {
  // YAML and its checks are loaded for those who bring a file: they take longer to load than most answers.
  const { readMachineFile } = await import('../../machine/machine-file.js');
  const mend = namesInstead(name, Object.keys(MACHINE_PRESETS));
  const text = readTextFile(name, { what: 'neither a machine nor a file', mend });
  return { name, file: readMachineFile(text, name) };
}

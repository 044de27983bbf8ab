/** The same answers by programs of others: T by txt2bin and LogGOPSim, of traces by Schedgen before these; a schedule by Schedgen. */
import { join } from 'node:path';
import type { Case, Plan } from './case.js';
import { areAllprofTraces, type Input, plainGoal, unpackedIn } from './inputs.js';
import { type PeerName, type Peers, peersNamed } from './peers.js';

/** Whole numbers, which is what LogGOPSim takes. */
const MACHINE = ['-L', '3000', '-o', '5000', '-g', '0', '-G', '1', '-S', '262144'];
/** Words of all programs, each after its number of words, run one after another. */
const ONE_AFTER_ANOTHER = `while [ "$#" -gt 0 ]; do n=$1; shift; "\${@:1:n}" 2> /dev/null || exit; shift "$n"; done`;

const nothing = (line: string): Plan => ({ cases: [], pairs: [], series: [], skipped: [line] });

function inTurn(name: string, commands: readonly (readonly string[])[]): Case {
  const words = commands.flatMap((command) => [String(command.length), ...command]);
  const argv = ['bash', '-c', ONE_AFTER_ANOTHER, 'bash', ...words];
  return { name, argv, severalProcesses: true, peer: true };
}

/** txt2bin and LogGOPSim, beside a tolerance and beside all critical latencies; of traces with Schedgen before them. */
export function chainPlan(folder: string, input: Input, peers: Peers): Plan {
  const isTraces = !input.path.includes('.goal') && areAllprofTraces(input);
  const chain = `txt2bin + LogGOPSim ${input.name}`;
  const name = isTraces ? `Schedgen + ${chain}` : chain;
  const names: readonly PeerName[] = ['txt2bin', 'loggopsim', ...(isTraces ? (['schedgen'] as const) : [])];
  const words = peersNamed(peers, names);
  if (typeof words === 'string') return nothing(`${name}: ${words}`);
  const scheduled = join(folder, `chain_${input.name.replaceAll(' ', '')}.goal`);
  const goal = isTraces ? scheduled : plainGoal(folder, input);
  if (goal === null) return nothing(`${name}: they do not read ${input.path}`);
  const binary = scheduled.replace('.goal', '.bin');
  const traces = (): string => unpackedIn(join(folder, `of_${input.name.replaceAll(' ', '')}`), input.path);
  const one = inTurn(name, [
    ...(isTraces ? [[...words[2], '-p', 'trace', '--traces', traces(), '-o', goal]] : []),
    [...words[0], '-i', goal, '-o', binary],
    [...words[1], '-f', binary, ...MACHINE, '--batchmode'],
  ]);
  const ours = ['tolerance', 'critical-latencies', 'replay'].map((command) => `${command} ${input.name}`);
  return { cases: [one], pairs: ours.map((of) => ({ of, over: name })), series: [], skipped: [] };
}

/** Schedgen on the traces of which `first` is that of rank 0, beside the case `ours`. */
export function schedgenPlan(first: string, ours: string, peers: Peers): Plan {
  const name = `Schedgen, beside ${ours}`;
  const words = peersNamed(peers, ['schedgen']);
  if (typeof words === 'string') return nothing(`${name}: ${words}`);
  const one = inTurn(name, [[...words[0], '-p', 'trace', '--traces', first, '-o', '/dev/null']]);
  return {
    cases: [one],
    pairs: [{ of: ours, over: name }],
    series: [],
    skipped: [],
  };
}

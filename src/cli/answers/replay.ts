/** A program played event by event, and what the model says of it. */
import { lowerModel } from '../../analysis/bounds/bounds.js';
import { Model } from '../../analysis/model.js';
import { sensitivity } from '../../analysis/sensitivity.js';
import { buildGraph } from '../../graph/execution-graph.js';
import type { Sharing } from '../../machine/choices.js';
import type { Machine } from '../../machine/machine.js';
import { SimulatedOccupancy } from '../../report/timeline/simulated.js';
import type { Schedule } from '../../schedule/schedule.js';
import { latencySlopes, type SimulationOptions, simulate, slopesWarning } from '../../simulation/simulate.js';
import { latencyAxis } from '../../timing/axis.js';
import { type ReplayFlags, replayAsked } from '../flags/replay.js';
import { hostMemory } from '../memory/guard.js';
import type { Answer, Picture } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { open, withProgress } from '../pipeline/pipeline.js';
import { type Beside, replayView } from '../present/replay.js';

/** Of the latency, and at least so many ns. */
const STEP = 0.01;
const LEAST_STEP = 1;

/** What the simulation does, whatever a machine file has. */
const SIMULATED = { cpu: 'serial', nic: 'serial', 'rendezvous-protocol': 'sync' } as const;

/** What of CPUs and NICs the model knows to share, in the order of the table. */
const SHARED: readonly Sharing[] = ['free', 'ordered', 'serial'];

/** The answer and its picture. */
export interface ReplayAnswer {
  readonly answer: Answer;
  readonly picture: Picture;
}

/** Throws all that LlampError is. */
export async function replayAnswer(inputs: readonly unknown[], flags: ReplayFlags): Promise<ReplayAnswer> {
  const { step, ...options } = replayAsked(flags);
  return withProgress(flags.quiet, async (progress) => {
    const opened = await open(inputs, { ...flags, ...SIMULATED }, progress);
    progress.begin('playing it event by event');
    const { machine } = opened.resolved;
    const { source } = opened.info;
    const { schedule, warnings } = partnered(opened.schedule, machine);
    const result = simulate(schedule, machine, options);
    const { runtime } = result;
    const slopes = latencySlopes(schedule, machine, { ...options, runtime, step: step ?? stepFor(machine) });
    const beside = flags.compare ? await modelled(schedule, machine) : [];
    const answer = replayView(
      {
        ...opened,
        schedule,
        warnings: [...opened.warnings, ...warnings, ...result.warnings, ...slopesWarning(slopes)],
      },
      { result, slopes, beside, options },
    );
    return { answer, picture: (plots) => drawn(plots, { schedule, machine, runtime, options, source }) };
  });
}

/** Lanes that a page has room for, and bins across it. */
const LANES = 56;
const BINS = 480;

/** Plays it once more, with someone who listens: what CPUs do is summed up in bins, of which the runtime must be known. */
function drawn({ occupancyPlot }: Plots, { schedule, machine, runtime, options, source }: Played): string {
  const lanes = Math.min(schedule.ranks, LANES);
  const heard = new SimulatedOccupancy(schedule, runtime, { lanes, bins: BINS });
  const { ends } = simulate(schedule, machine, { ...options, listener: heard.listener });
  return occupancyPlot(heard.of(ends), {
    title: `${source}: ranks over time, simulated`,
    ranks: schedule.ranks,
    runtime,
  });
}

/** What is played, and how. */
interface Played {
  readonly schedule: Schedule;
  readonly machine: Machine;
  readonly options: SimulationOptions;
  /** ns */
  readonly runtime: number;
  readonly source: string;
}

/** Who is let go without a partner is so before anything is played. */
function partnered(schedule: Schedule, machine: Machine) {
  return schedule.lenient?.unmatched === undefined && schedule.lenient?.sizes === undefined
    ? { schedule, warnings: [] }
    : buildGraph(schedule, machine);
}

const stepFor = (machine: Machine): number =>
  Math.max(LEAST_STEP, Math.round(STEP * Math.min(...machine.network.latencies.map((one) => one.latencyNs))));

/** T and λ_L of the model, by what is shared, then with lower bounds for it. */
async function modelled(schedule: Schedule, machine: Machine): Promise<Beside[]> {
  const found: Beside[] = [];
  const say = async (sharing: Beside['sharing'], model: Model): Promise<void> => {
    const { runtime, lambda } = await sensitivity(model, latencyAxis(model.machine));
    found.push({ sharing, runtime, lambda: lambda.L });
  };
  for (const sharing of SHARED)
    await say(
      sharing,
      await Model.of(
        schedule,
        { ...machine, cpu: sharing, nic: sharing },
        { engine: 'sweep', memory: hostMemory },
      ),
    );
  const free = { ...machine, cpu: 'free', nic: 'free' } as const;
  await say('bound', await lowerModel(buildGraph(schedule, free), free, null, { engine: 'sweep' }));
  return found;
}

/** Several programs together on each of several topologies. */
import { type MixedProgram, mixedSensitivity, mixedTolerance } from '../../analysis/mix.js';
import { type ComparedTopology, slowdownOf } from '../../analysis/topology-compare.js';
import type { Answer } from '../output/answer.js';
import { type MixedTopology, topologyMixView } from '../present/topology-mix.js';

/** What a program was on each topology, and how often it runs. */
interface Part {
  readonly weight: number;
  readonly kept: readonly ComparedTopology[];
}

export async function topologyMix(parts: readonly Part[]): Promise<Answer> {
  const list: MixedTopology[] = [];
  for (let i = 0; i < parts[0].kept.length; i++)
    list.push(await mixedOn(parts.map(({ weight, kept }) => ({ weight, on: kept[i] }))));
  return topologyMixView(list);
}

async function mixedOn(
  programs: readonly { readonly weight: number; readonly on: ComparedTopology }[],
): Promise<MixedTopology> {
  const [{ on: first }] = programs;
  const { axis } = first;
  const parts = programs.map(
    ({ weight, on: { model, axis: own, result } }): MixedProgram => ({ weight, model, axis: own, result }),
  );
  const sum = (of: (one: ComparedTopology) => number): number =>
    programs.reduce((total, { weight, on }) => total + weight * of(on), 0);
  const result = mixedSensitivity(parts);
  const percents = first.result.tolerance.map(({ percent }) => percent);
  const tolerance = await mixedTolerance(parts, percents);
  return {
    name: first.name,
    axis,
    result: {
      ...result,
      tolerance: tolerance.map((one) => ({ ...one, value: axis.base + one.delta })),
    },
    lambdaByClass: Object.fromEntries(
      Object.keys(first.lambdaByClass).map((wire) => [wire, sum((one) => one.lambdaByClass[wire])]),
    ),
    slower: first.slower.map(({ added }, i) => {
      const runtime = sum(({ slower }) => slower[i].runtime);
      return { added, runtime, slowdown: slowdownOf(runtime, result.runtime) };
    }),
  };
}

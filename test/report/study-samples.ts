/** Studies whose answers are made up, as their page shows them. */
import type { StudyPageData } from '../../src/report/page/study-views.js';

const choices = (count: number, name: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => name(i));

/** Every cell of `inputs` × 3 machines × 4 algorithms × 2 networks; algorithm i % 4 is best for input i, by a fifth. */
export function pageOf(inputs: number): StudyPageData {
  const cells: number[][] = [];
  const values: number[][] = [];
  for (let input = 0; input < inputs; input++)
    for (let machine = 0; machine < 3; machine++)
      for (let algorithm = 0; algorithm < 4; algorithm++)
        for (let network = 0; network < 2; network++) {
          cells.push([input, machine, algorithm, network, 0, 0]);
          values.push([algorithm === input % 4 ? 8e6 : 1e7, 1000 + 100 * algorithm]);
        }
  return {
    name: 'where',
    version: '1.2.3',
    names: {
      input: choices(inputs, (i) => `program-${i}`),
      machine: ['near', 'far', '<b>odd</b>'],
      collectives: [
        'allreduce=recursive-doubling',
        'allreduce=ring',
        'allreduce=rabenseifner',
        'allreduce=linear',
      ],
      network: ['fat-tree:k=16', 'torus'],
      mapping: ['default'],
      question: ['tolerance'],
    },
    compared: 'collectives',
    quantities: [
      { name: 'T', unit: 'ns', better: 'less' },
      { name: 'ΔL at 1 %', unit: 'ns', better: 'more' },
    ],
    cells,
    values,
    occupied: [
      {
        network: 'fat-tree:k=16',
        text: 'packed: 4 ranks on 1 of 320 switches, pod and core wires unused',
        inputs: ['program-0', '<i>1</i>'],
      },
    ],
    missing: 2,
    unpriced: { cells: 0, reasons: [] },
    failed: [{ exit: 3, message: 'a.goal: no such file', commands: ['tolerance a.goal', 'path a.goal'] }],
  };
}

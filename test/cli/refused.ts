/** Command lines with flags that have no meaning where they stand, and what is said of them. */

export const RUNS = 'traces/repeats/solver-4-1 traces/repeats/solver-4-2';

export const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['tune traces/cg-4 --min-gain 2', /--min-gain.*--emit/s],
  ['placement traces/ring-4 --platform epyc-orfeo --format slurm', /--format.*--save/s],
  ['tolerance traces/cg-4 --frontier-from lowest', /--frontier-from.*--frontier/s],
  ['curve traces/cg-4 --latency-range 0..9us --grid 3x3', /--grid.*--surface/s],
  ['compare --map --collective barrier --ranks 4 --bytes 8B', /--bytes has no meaning for a barrier/],
  ['compare --map --collective allreduce --ranks 4 --root 2', /--root has no meaning for allreduce/],
  ['check traces/cg-4 --engine sweep', /this command has no --engine .*\. Leave it out/],
  ['path traces/cg-4 --engine highs', /this command has no --engine/],
  ['path traces/cg-4 --engine auto:9', /this command has no --engine .*\. Leave it out/],
  ['critical-latencies traces/cg-4 --engine highs', /--engine has no meaning here.*--method ranging/],
  [
    'critical-latencies traces/cg-4 --method envelope --engine highs:cold',
    /--engine has no meaning here.*--method ranging/,
  ],
  ['curve traces/cg-4 --latency-range +0..+9us --engine highs', /--engine has no meaning here.*--at/],
  [
    'curve traces/cg-4 --surface L,G --latency-range 3us..9us,0..1ns/B --engine auto:9',
    /--engine has no meaning here.*--at/,
  ],
  [
    'tolerance traces/cg-4 --uncertainty --engine highs:cold',
    /--engine has no meaning here.*Leave it out, or name several runs/,
  ],
  ['tolerance traces/cg-4 --engine sweep:cold', /--engine 'sweep:cold' is unknown.*highs:cold/],
  ['tolerance traces/cg-4 --engine auto:many', /--engine 'auto:many' is unknown.*auto:ROWS/],
  ['curve traces/cg-4 --at 0 --pct 3', /--pct has no meaning .*--plot .*tolerance --pct/],
  ['curve traces/cg-4 --latency-range +0..+9us --pct 1,2,5', /--pct has no meaning/],
  [
    'curve traces/cg-4 --surface L,G --latency-range 3us..9us,0..1ns/B --parameter G',
    /--parameter has no meaning with --surface L,G/,
  ],
  [
    'validate traces/cg-4 --measured none.csv --repeat 3 --dilate 2',
    /--repeat, --dilate have no meaning without --run/,
  ],
  ...[
    ...[
      'tolerance --collective allreduce=ring',
      'sensitivity --rules published',
      'path --rules request-pitch=4',
    ],
    ...['check --skip-calls Comm_*', 'report --collective allreduce=ring', 'schedgen --skip-calls Comm_*'],
    'view --rules request-pitch=8',
  ].map((line): [string, RegExp] => [
    `${line} goal-samples/fig4.goal`,
    /has no meaning for a GOAL file, which contains messages instead of MPI calls\. Leave it out, or name the original traces/,
  ]),
  ['report goal-samples/fig4.goal --topology fat-tre:k=4', /unknown topology 'fat-tre'/],
  ['schedgen --pattern ring --ranks 4 --skip-calls Barrier', /--skip-calls Barrier .* a pattern/],
  ['scaling --pattern ring --ranks 2,4,8 --rules published', /--rules published .* a pattern/],
  [
    `tolerance ${RUNS} --uncertainty --samples 30 --seed 3`,
    /--samples and --seed can be used with one trace only.*Leave them out/,
  ],
  [
    `tolerance ${RUNS} --uncertainty --resolution 1us`,
    /--resolution can be used with one trace only.*Leave it out/,
  ],
  ['tolerance goal-samples/fig4-short.goal --rules tracer=80ns', /--rules tracer=80ns has no meaning/],
  ['tolerance traces/cg-4 --uncertainty --rules sizes=send', /no meaning with --uncertainty of one trace/],
  ['tolerance traces/cg-4 --rules request-pitch=4,request-pitch=8', /contradict each other/],
  ['tolerance traces/cg-4 --runtime soon', /--runtime 'soon'/],
  [
    'critical-latencies traces/cg-4 --method passes --step 3ns',
    /--step has no meaning without --method ranging/,
  ],
  ['sensitivity traces/cg-4 --by node', /--by node needs a placement of the ranks/],
  ['tolerance traces/cg-4 --by node', /--by node needs a placement of the ranks/],
];

/** Command lines with flags that have no meaning where they stand, and what is said of them. */

export const RUNS = 'traces/repeats/solver-4-1 traces/repeats/solver-4-2';

export const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['tune traces/cg-4 --min-gain 2', /--min-gain.*--emit/s],
  ['placement traces/ring-4 --platform epyc-orfeo --format slurm', /--format.*--save/s],
  ['tolerance traces/cg-4 --frontier-from lowest', /--frontier-from.*--frontier/s],
  ['curve traces/cg-4 --latency-range 0..9us --grid 3x3', /--grid.*--surface/s],
  ['crossovers --collective barrier --ranks 4 --bytes 8B', /--bytes: a barrier has no size/],
  ['crossovers --collective allreduce --ranks 4 --root 2', /--root: allreduce has no root/],
  ['check traces/cg-4 --engine sweep', /no flag --engine here: other commands have it: leave it out/],
  ['path traces/cg-4 --engine highs', /no flag --engine here/],
  ['path traces/cg-4 --cold --highs-limit 9', /no flag --cold, --highs-limit here/],
  ['critical-latencies traces/cg-4 --engine highs', /--engine: .*--method ranging/],
  ['critical-latencies traces/cg-4 --method envelope --cold', /--cold: .*--method ranging/],
  ['curve traces/cg-4 --latency-range +0..+9us --engine highs', /--engine: .*--at/],
  [
    'curve traces/cg-4 --surface L,G --latency-range 3us..9us,0..1ns/B --highs-limit 9',
    /--highs-limit: .*--at/,
  ],
  ['uncertainty traces/cg-4 --engine highs --cold', /--engine, --cold: .*several runs/],
  ['tolerance traces/cg-4 --engine sweep --cold', /--cold is of HiGHS/],
  ['tolerance traces/cg-4 --engine highs --highs-limit 9', /--highs-limit is of --engine auto/],
  ['curve traces/cg-4 --at 0 --pct 3', /--pct is of .*--plot .*tolerance --pct/],
  ['curve traces/cg-4 --latency-range +0..+9us --pct 1,2,5', /--pct is of/],
  [
    'curve traces/cg-4 --surface L,G --latency-range 3us..9us,0..1ns/B --parameter G',
    /--surface L,G names its parameters/,
  ],
  ['validate traces/cg-4 --measured none.csv --repeat 3 --dilate 2', /--repeat, --dilate are of --run/],
  ...[
    ...['tolerance --collective allreduce=ring', 'sensitivity --rules published', 'path --request-pitch 4'],
    ...['check --skip-calls Comm_*', 'report --collective allreduce=ring', 'schedgen --skip-calls Comm_*'],
    'view --request-pitch 8',
  ].map((line): [string, RegExp] => [
    `${line} goal-samples/fig4.goal`,
    /has no meaning for a GOAL file, whose collectives are messages already: leave it out, or name the traces/,
  ]),
  ['view goal-samples/fig4.goal --topology fat-tre:k=4', /unknown topology 'fat-tre'/],
  ['schedgen --pattern ring --ranks 4 --skip-calls Barrier', /--skip-calls Barrier .* a pattern/],
  ['scaling --pattern ring --ranks 2,4,8 --rules published', /--rules published .* a pattern/],
  [`uncertainty ${RUNS} --draws 30 --seed 3`, /--samples, --seed: of the time stamps of one trace/],
  [`uncertainty ${RUNS} --tracer-overhead 80ns`, /--tracer-overhead: of the time stamps/],
  ['uncertainty traces/cg-4 --sizes send', /nothing of it is let pass/],
  ['tolerance traces/cg-4 --runtime soon', /--runtime 'soon'/],
  [
    'critical-latencies traces/cg-4 --method passes --step 3ns',
    /--step has no meaning without --method ranging/,
  ],
  ['sensitivity traces/cg-4 --by node', /grouping by node needs to know where the ranks sit/],
  ['tolerance traces/cg-4 --by node', /grouping by node needs to know where the ranks sit/],
];

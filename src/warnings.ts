/**
 * The register of warnings, the source of docs/warnings.md. Each code has its meaning, what to do, and the page that explains
 * it. The message with the facts of one answer is where the warning is raised.
 */
export const WARNINGS = {
  'algorithm-changes':
    "A collective's algorithm differs among the numbers of ranks. Fix the algorithm with `--collective`. → scaling.md#what-a-law-does-not-know",
  'any-order':
    'The cost of receives that may complete in any order is a lower bound. Compare T with that of `replay`. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  arrivals:
    'MPI_Waitany and similar calls complete in the predicted order of arrival at the analysed latency. Analyse other latencies separately. → model.md#matching',
  'baseline-tolerance':
    'The tolerance in a baseline contradicts its T and λ. Save the baseline again, unless the order of messages depends on L. → diff.md#baselines',
  'beyond-measured-ranks':
    'A regression is extrapolated to other numbers of ranks. Do not base a decision on it alone. → collective-models/regression.md',
  'calls-not-understood':
    'Unknown MPI calls count as computation, and their messages are missing. Check their share of the runtime. → traces.md#coverage',
  'channel-latency-below-zero':
    "An empty message takes less time than two overheads, so the channel's latency is 0. Check end_to_end_ns and o. → platforms.md#a-platform-file",
  'channel-not-measured':
    'A channel was not measured and has the parameters of another. Measure it if ranks use it. → collective-models/commands.md#fit',
  'choice-without-calls':
    'No call matches a `--collective`. Check its sizes, and whether an earlier `--collective` applies first. → collectives/README.md#defaults',
  'collective-defaults':
    "Collectives follow MPICH's rules, not those of Open MPI. Set other algorithms with `--collective`. → collectives/README.md#defaults",
  'collectives-unattended':
    'The model lets nonblocking collectives progress during computation. Expect a larger T if the MPI library has no progress thread. → traces.md#the-rules',
  'collectives-without-data':
    'Collectives without data send no messages. No action is needed. → traces.md#the-rules',
  'communicator-guess':
    'A handle may mean several communicators, so the order of their creation decides. Trace with `trace run`. → traces.md#communicators',
  'completion-order':
    'The trace does not show which requests completed, so one order is assumed. Trace with `trace run`. → traces.md#which-request-was-it',
  'computing-regions':
    'Regions without MPI calls are omitted. Select one with `--by part:region:NAME`. → parts.md',
  'distribution-cut':
    "A distribution is cut off at the parameter's lowest value. Reduce its spread if much is cut off. → distributions.md",
  'dumpi-unrecorded':
    'DUMPI does not record calls of MPI 2.2 and later, whose messages are missing. Trace with `trace run`. → dumpi.md#what-the-traces-do-not-contain',
  'empty-parts': 'No operation starts within a part, so it has no row. Check its bounds. → parts.md',
  'engine-fallback':
    'An engine reached a limit, so another computed the same numbers. Use `--engine sweep`. → engines.md#memory',
  extrapolated:
    'The schedule has more ranks than the trace. Check the listed assumptions. → schedgen.md#more-ranks-than-were-traced',
  'few-points':
    'The numbers of ranks are too few to distinguish laws. Use five or more. → scaling.md#what-a-law-does-not-know',
  'few-repeats':
    'Some latencies have fewer than three measured runs. Repeat these runs. → validation/README.md#what-it-warns-of',
  'few-runs':
    'The runs are too few to show their spread. Measure five or more. → uncertainty.md#several-runs',
  'few-samples':
    'The simulated runs are too few to show rare runtimes. Increase `--samples`. → noise.md#when-to-trust-it',
  'files-left-out':
    'Some files were not read: they belong to no complete set of traces, or to no table of measurements. Check whether they are of another run. → traces.md#which-files-are-a-set',
  'gap-without-nic':
    'The gap g has no effect with `--nic free`. Use `--nic ordered`. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  'goal-any-tag':
    'In GOAL, receives of any tag may also take messages of other communicators. Analyse the traces instead. → schedgen.md#from-mpi-traces',
  'goal-arrivals':
    'GOAL cannot express receives in the order of arrival. Analyse the traces instead. → schedgen.md#from-mpi-traces',
  'goal-synchronous':
    'GOAL cannot express synchronous sends, buffered sends and matched probes. Analyse the traces instead. → schedgen.md#from-mpi-traces',
  'goal-unreceived':
    'The GOAL file has sends without a receive. Read it with `--rules unmatched=ignore`. → schedgen.md#from-mpi-traces',
  'independent-sends':
    'With a free CPU or NIC, several messages at once cost no more than one. Use `--cpu ordered --nic ordered`. → compare.md#what-the-model-can-price',
  'inject-clocks':
    'The clocks of nodes drifted, so latencies between nodes were wrong. Use a shorter run. → inject.md#several-nodes',
  'inject-oversubscribed':
    'Several ranks share a core, so computation takes longer. Use more cores, or `--dilate`. → inject.md#how-exact-it-is',
  'inject-release':
    'Latencies between nodes started only when the receiver saw the message. Expect a measured T above the predicted T. → inject.md#several-nodes',
  'inject-undelayed':
    'Some calls were not delayed. Omit `--collective library` to delay collectives. → inject.md#what-is-delayed',
  'lower-bounds':
    'T, λ and tolerances are those of the lower bound on serial CPUs and links. Use `bounds` for the upper bound. → bounds.md',
  'machine-differs':
    'A and B use different machines. Use one machine to compare only the programs. → diff.md#a-and-b',
  marks:
    'A rank has too many region marks, and later ones are omitted. Set fewer marks. → region.md#marks-of-the-program',
  'measure-left-out':
    'Measurements that scatter or contradict others are omitted. Measure again on idle cores. → measure.md#what-is-left-out',
  'measure-no-latency':
    'L cannot be distinguished from o and is 0. Use ranks that are farther apart. → measure.md#what-goes-wrong',
  'measure-oversubscribed':
    'Several ranks share a core, so the measured overhead includes waiting. Give each rank its own core. → measure.md#what-goes-wrong',
  'measure-spread':
    'Repeated round trips of one size differ widely. Use a larger `--repeat`. → measure.md#what-goes-wrong',
  'measured-load':
    'The machine ran other work during the measurement. Repeat on a quiet machine. → validation/README.md#what-it-warns-of',
  'measured-spread':
    'Measured runs at one latency differ widely. Repeat them on a quieter machine. → validation/README.md#what-it-warns-of',
  'negative-fit':
    'A fit predicts a negative latency for some cases. Use another model. → collective-models/p2p.md',
  'negative-latency':
    'Two overheads exceed the time of an empty message, so L is 0. Measure o again. → collective-models/fit.md',
  'netgauge-delay':
    "Netgauge's delay was too short to measure o. Repeat with a longer delay. → collective-models/commands.md#fit",
  'never-ran': 'T omits operations that never ran. Find the cause with `check`. → replay.md',
  'no-answer':
    'A model has no prediction for some cases. Use another model. → collective-models/commands.md#predict',
  'no-bounds':
    'The order of messages depends on times, so T has no certain bounds. Use the quantiles instead. → uncertainty.md#one-run',
  'no-checksum':
    'A compressed file has no checksum, so damage may go unnoticed. Compress it with a checksum. → cli.md#inputs',
  'no-difference':
    'All variants along one axis give the same answer. Check that the program depends on this axis. → compare.md',
  'no-finalize': 'A trace has no MPI_Finalize. Trace it to its end. → traces.md#what-is-read',
  'no-init': 'A trace has no MPI_Init. Trace it from its start. → traces.md#what-is-read',
  'no-overhead':
    'The overhead o is unknown, so it is 0 or LogGP parameters are missing. Measure or specify it. → collective-models/commands.md#fit',
  'noise-in-windows':
    'The total time of receives that may complete in any order has no noise. Read quantiles as lower bounds. → noise.md#when-to-trust-it',
  'not-latency-bound': 'T does not depend on L here. See `critical-latencies`. → critical-latencies.md',
  'not-monotone':
    'T may fall when noise grows. More than one noise factor may give the slowdown of `--pct`. → noise.md#when-to-trust-it',
  'one-switch':
    'All ranks share one switch, so the topology has no effect. Use more ranks or another `--allocation`. → topologies.md#where-ranks-sit',
  'order-changes':
    'The order of messages changes near this value. Use `curve` to see T around the value. → model.md#matching',
  'order-edges':
    'Operations on a CPU or NIC keep the order that they have at one value of the parameter. Analyse distant values separately. → machines.md#serial-cpus-and-nics',
  'order-kept':
    "The whole answer uses the order of messages at the machine's parameters. Analyse distant values separately. → model.md#matching",
  'orders-cut':
    'The range has too many orders of messages to try all, so T may be too high. Use a smaller range. → model.md#matching',
  'otf2-events':
    'A location has more or fewer events than the archive defines. Record the complete run. → otf2.md',
  'otf2-locations':
    'Locations that are not threads of a rank, such as accelerators, are ignored. No action is needed. → otf2.md',
  'otf2-newer': 'Fields newer than OTF2 3.0 are ignored. No action is needed. → otf2.md',
  'otf2-one-sided': 'One-sided operations are not modelled. Expect T to be too low. → otf2.md',
  'otf2-open-receives':
    'Receives without a completion or a source are omitted. Record the complete run. → otf2.md#what-becomes-of-the-events',
  'otf2-other-call':
    'An event does not fit its MPI call; a message counts as a separate call. Check the archive for damage. → otf2.md#what-becomes-of-the-events',
  'otf2-receives':
    'The archive lacks the start of nonblocking receives, so they are modelled as blocking. Record their start. → otf2.md#what-becomes-of-the-events',
  'otf2-regions':
    'Some regions without MPI calls are entered too often, so they have no marks. Record fewer regions. → region.md#marks-of-the-program',
  'otf2-sizes':
    'Sizes of collectives are assumed to count the buffers of each call. Verify them with `check`. → otf2.md#sizes-of-collectives',
  'otf2-threads':
    'Threads that call MPI concurrently have a CPU each. Expect their waits for each other to count as computation. → otf2.md',
  'otf2-unentered':
    'MPI calls without an enter event count as computation. Check for missing events. → otf2.md#what-becomes-of-the-events',
  'otf2-unissued':
    'Some completed requests were issued by no call. Check the archive for damage. → otf2.md#what-becomes-of-the-events',
  'otf2-waits':
    'Waits for nonblocking collectives count as computation. Record with OTF2 3, or `trace run`. → otf2.md',
  'other-world':
    'Messages to and from another MPI world count as computation. Expect the same time at every latency. → traces.md#communicators',
  'overhead-of-reduce':
    'The overhead o comes from a reduce. Measure a flat-tree broadcast with minima. → collective-models/commands.md#fit',
  'overhead-spread':
    'Calls differ so much that o from the traces is uncertain. Measure it with `llamp-ts measure` and use `--machine`. → validation/README.md#o-by-the-trace',
  'own-computation':
    'Noise in the computation of A and B can trip a gate. Use `--computation-of A`. → diff.md#gates',
  'paths-left-out':
    'The program is too large to follow critical paths of simulated runs. Restrict it with `--region`. → noise.md#when-to-trust-it',
  'points-to-arrival':
    'The error may be due to the order in which messages arrive. Trace with `trace run`. → validation/README.md#what-it-warns-of',
  'points-to-collectives':
    'The error suggests that the MPI library uses another collective algorithm. Set that algorithm with `--collective`. → validation/README.md#what-it-warns-of',
  'points-to-offset':
    'The error is about the same at every L. Measure o, and compare the computation of the runs. → validation/README.md#what-it-warns-of',
  'points-to-progress':
    'The error suggests that nonblocking collectives do not progress during computation. Check for a progress thread. → validation/README.md#what-it-warns-of',
  'points-to-rendezvous':
    'The error suggests that the MPI library uses rendezvous for smaller messages. Set its threshold S. → validation/README.md#what-it-warns-of',
  polls:
    'A rank may wait or compute between two tests or probes that find nothing. Its time counts as computation; if the program waits there, it tolerates less latency. → traces.md#polls',
  'posted-order':
    'Receives take other messages than in the model. Order them with `irequires`. → replay.md#what-is-simulated',
  'powers-of-two':
    'All numbers of ranks are powers of two, so predictions for other numbers are uncertain. Add a run on another number. → scaling.md#what-a-law-does-not-know',
  queue:
    '`squeue` failed, so waiting and running jobs are unknown. Try again later. → study-engines.md#slurm',
  'region-entry':
    'Ranks enter the region at different times, so T includes a wait for the last rank. Exclude it with `@together` behind the region. → region.md#what-comes-before-how-ranks-enter',
  'requests-open':
    'Some requests never completed. Check traces of other tracers for missing lines. → traces.md#requests',
  'runs-differ':
    'Runs make different MPI calls. Check that they are of one program. → uncertainty.md#several-runs',
  'shape-assumed':
    'The numbers of nodes, sockets and cores are those of epyc-orfeo. Use `--shape` for another machine. → collective-models/commands.md#fit',
  'shipped-constants':
    'Unmeasured constants of the schedule model are those of epyc-orfeo. Expect larger errors on another machine. → collective-models/commands.md#predict',
  'site-names':
    'Names of call sites are missing or may be outdated. Keep the table of names of `trace run` beside the traces. → trace.md#call-sites',
  'size-not-fitted':
    'A message is outside the fitted sizes, so the nearest size is used. Measure its size. → collective-models/p2p.md',
  sizes:
    'Receives are smaller than their messages, so the size of the send counts. Correct the schedule if it is of a real program. → formats.md#schedules-made-for-simulators',
  'skip-calls': 'No call matches a pattern of `--skip-calls`. Check its spelling. → traces.md#coverage',
  'small-messages':
    'The fit differs from the measured latency of small messages. Use `--error relative` if they matter. → collective-models/fit.md',
  'smpi-communicators':
    'SMPI does not record communicators, so every collective counts as one of all ranks. If the program has collectives on sub-communicators, trace with `trace run`. → simgrid.md#what-the-traces-do-not-contain',
  'smpi-waitall':
    'A waitall names fewer requests than are open, so it completes all. Expect that T may be too large. → simgrid.md',
  'smpi-waits':
    'A wait without an open request completes nothing. Check the trace for missing lines. → simgrid.md',
  'start-and-end': 'Much of T is start-up and shut-down. Use `--region steady-state`. → region.md',
  'steady-state-stretch':
    'The region covers only some repetitions of the iterations. Include the others with `--region A..B`. → region.md#the-steady-state',
  'tasks-limited':
    'Slurm limits the size of job arrays, so each task computes more cells. Use `--tasks` if your site allows more. → study-engines.md#slurm',
  'term-not-measured':
    'A term of a regression was not measured and is omitted. Measure cases that depend on it. → collective-models/regression.md',
  threads:
    'Threads that call MPI concurrently have a CPU each. Expect their waits for each other to count as computation. → traces.md#threads',
  'too-many-pieces':
    'The surface has too many linear pieces to list. Use smaller ranges. → frontier.md#the-surface',
  'trace-dates':
    'Files of the set were traced more than a minute apart. Check that they are of one run. → traces.md#which-files-are-a-set',
  'trace-oversubscribed':
    'Several ranks share a core, so the wall clock counts time without a core as computation. Trace with `--clock cpu`. → trace.md',
  'trace-ranks':
    'Every file states rank 0, so ranks are taken from the file names. Check these names. → traces.md#which-files-are-a-set',
  'trace-singletons': "Many worlds of one rank ran. Use the launcher of the program's MPI. → trace.md",
  'trace-spawned':
    'MPI_Comm_spawn started worlds with separate traces. Expect answers without the messages between worlds. → trace.md',
  'tracer-time':
    'The time that the tracer takes to record calls is subtracted. Use `--rules tracer=0` to keep it. → traces.md#the-time-of-the-tracer',
  'trace-unfinished': 'Traces without MPI_Finalize are incomplete. Run the program to its end. → trace.md',
  'trace-worlds':
    'Several MPI programs ran, each with its own folder of traces. Analyse one folder. → trace.md',
  'unequal-iterations':
    'The steady states of the programs have different numbers of iterations. Compare the time per iteration. → region.md#the-steady-state',
  unlimited: 'Every value of the parameter is tolerated. Check that the program uses it. → tolerance.md',
  unmatched: 'Sends or receives without a partner were kept or left out. List them with `check`. → check.md',
  'unused-channel':
    "No level of the platform file uses one of its channels. Check the channel's name. → platforms.md#a-platform-file",
  'waits-as-choices':
    'MPI_Wait calls that complete requests in changing orders are modelled as MPI_Waitany. No action is needed. → traces.md#which-request-was-it',
  'waits-change':
    'MPI_Wait calls complete requests in changing orders, which the model keeps. Use `--rules waits=any` if they were MPI_Waitany. → traces.md#which-request-was-it',
  'what-if-assumed':
    "The change assumes that calls and computation do not depend on each other's data. Check this in the program. → what-if.md#what-each-change-assumes",
  wildcard:
    'Wildcard receives match messages in the predicted order of arrival at the analysed latency, or as traced. Analyse other latencies separately. → model.md#matching',
} satisfies Record<string, `${string}. ${string}. → ${string}.md${string}`>;

/** The codes of all warnings. */
export type WarningCode = keyof typeof WARNINGS;

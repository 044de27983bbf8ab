/**
 * The register of warnings, the source of docs/warnings.md. Each code has its meaning, what to do, and the page that explains
 * it. The message with the facts of one answer is where the warning is raised.
 */
export const WARNINGS = {
  'algorithm-changes':
    'A collective algorithm changes with the number of ranks. Fit each side separately, or fix the algorithm. → scaling.md#what-a-law-does-not-know',
  'any-order':
    'The cost of receives in any order is a lower bound if the receiver idles. Compare with `replay`. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  arrivals:
    'MPI_Waitany and similar calls complete in the predicted order of arrival. Analyse other latencies separately. → model.md#matching',
  'baseline-tolerance':
    "A baseline's tolerance contradicts its T and λ. Rewrite the baseline, unless message order depends on L. → diff.md#baselines",
  'beyond-measured-ranks':
    'A regression is used outside the measured numbers of ranks. Do not decide by it alone. → collective-models/regression.md',
  'calls-not-understood':
    'Unknown calls count as computation; their messages are missing. Check their share of the runtime. → traces.md#coverage',
  'channel-latency-below-zero':
    "An empty message takes less than two overheads, so the channel's latency is 0. Check end_to_end_ns and o. → platforms.md#a-platform-file",
  'channel-not-measured':
    "An unmeasured channel has another channel's parameters. Measure it if ranks use it. → collective-models/commands.md#fit",
  'choice-without-calls':
    'No call matches a `--collective`. Check its sizes, and the choices before it. → collectives/README.md#defaults',
  'collective-defaults':
    'The traces do not identify Open MPI, so collectives follow published rules. Set algorithms with `--collective`. → collectives/README.md#defaults',
  'collectives-unattended':
    'Nonblocking collectives are assumed to progress during computation. Expect a larger T without a progress thread. → traces.md#the-rules',
  'collectives-without-data':
    'Collectives without data send nothing, as in the MPI library. No action is needed. → traces.md#the-rules',
  'communicator-creation':
    'Communicator creation counts as computation. Exclude one-off calls with `--skip-calls`. → traces.md#coverage',
  'communicator-guess':
    'A handle may mean several communicators, used in order of creation. Trace with `trace run`. → traces.md#communicators',
  'completion-order':
    'The trace does not show which requests completed, so their order is fixed. Trace with `trace run`. → traces.md#which-request-was-it',
  'computing-regions':
    'There are too many regions; those without MPI are omitted. Select one with `--by part:region:NAME`. → parts.md',
  'distribution-cut':
    'The part of a distribution below the lowest value is cut off. Reduce the spread if it matters. → distributions.md',
  'empty-parts': 'Nothing starts within a part, so it has no row. Check its bounds. → parts.md',
  'engine-fallback':
    'An engine reached a limit; another gave the same numbers. Use `--engine sweep` from the start. → engines.md#memory',
  extrapolated:
    'The schedule has more ranks than the trace, under the stated assumptions. Trace a larger run if they fail. → schedgen.md#more-ranks-than-were-traced',
  'few-points':
    'The numbers of ranks are too few to distinguish laws. Use five or more. → scaling.md#what-a-law-does-not-know',
  'few-repeats':
    'Some values have fewer than three runs. Repeat them. → validation/README.md#what-it-warns-of',
  'few-runs':
    'The runs are too few to show their spread. Measure five or more. → uncertainty.md#several-runs',
  'few-samples': 'The runs are too few to show the tails. Increase `--samples`. → noise.md#when-to-trust-it',
  'files-left-out':
    'Some files belong to no set of traces and were not read. Check whether they are of another run. → traces.md#which-files-are-a-set',
  'gap-without-nic':
    'The gap g has no effect with a free NIC. Use `--nic ordered` or `--nic serial`. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  'goal-any-tag':
    "In GOAL, any-tag receives also match other communicators' messages. Analyse the traces instead. → schedgen.md#from-mpi-traces",
  'goal-arrivals':
    'GOAL cannot express receives in order of arrival; the traced order is kept. Analyse the traces instead. → schedgen.md#from-mpi-traces',
  'goal-synchronous':
    'GOAL cannot express synchronous sends; up to S they do not wait. Analyse the traces instead. → schedgen.md#from-mpi-traces',
  'goal-unreceived':
    'In GOAL, messages to elsewhere are sends without a receive. Use `--unmatched ignore`. → schedgen.md#from-mpi-traces',
  'independent-sends':
    'Several messages at once cost nothing extra if CPU or NIC is free. Use `--cpu ordered --nic ordered`. → compare.md#what-the-model-can-price',
  'inject-clocks':
    'Node clocks drifted, so latencies between nodes were wrong. Shorten the run, or set LLAMP_RELEASE=added. → inject.md#several-nodes',
  'inject-oversubscribed':
    'Ranks share cores, so computation takes longer. Use more cores, or `--dilate`. → inject.md#how-exact-it-is',
  'inject-release':
    'Latencies between nodes began only when the message was seen. Expect a measured T above the predicted. → inject.md#several-nodes',
  'inject-undelayed':
    'Some calls were not delayed. Omit `--collective library`; other calls cannot be delayed. → inject.md#what-is-delayed',
  'lower-bounds':
    'T, λ and tolerances are those of a lower bound for serial CPUs and links. Use `bounds` for the upper bound. → bounds.md',
  'machine-differs':
    "A and B use different machines. Use one machine to see only the program's change. → diff.md#a-and-b",
  marks:
    'A rank has too many marks; later ones are omitted. Trace a shorter run, or fewer marks. → region.md#marks-of-the-program',
  'measure-left-out':
    'Scattered or contradictory measurements are omitted. Repeat on idle cores. → measure.md#what-is-left-out',
  'measure-no-latency':
    'L is too small to separate from o and is 0. Use a quieter machine, or more distant ranks. → measure.md#what-goes-wrong',
  'measure-oversubscribed':
    'Ranks share cores, so the overhead includes waiting. Give each rank a core. → measure.md#what-goes-wrong',
  'measure-spread':
    'Round trips vary widely. Use a quieter machine, or more `--repeat`. → measure.md#what-goes-wrong',
  'measured-load':
    'The machine ran other work during the measurement. Repeat on a quiet machine. → validation/README.md#what-it-warns-of',
  'measured-spread':
    'Runs at one value differ widely. Repeat on a quieter machine. → validation/README.md#what-it-warns-of',
  'negative-fit': 'A fitted latency is negative here. Use another model. → collective-models/p2p.md',
  'negative-latency':
    'Two overheads exceed the time of an empty message, so L is 0. Measure o again, or specify it. → collective-models/fit.md',
  'netgauge-delay':
    "Netgauge's delay was too short to measure o at one size. Repeat with a longer delay. → collective-models/commands.md#fit",
  'never-ran':
    'T omits operations that never ran, as in the published simulator. Find the cause with `check`. → replay.md',
  'no-answer':
    'A model cannot predict some cases. Use another model there. → collective-models/commands.md#predict',
  'no-bounds':
    'The order of messages depends on times, so T has no sure bounds. Use the quantiles instead. → uncertainty.md#one-run',
  'no-checksum':
    'A packed file has no checksum, so damage may go unnoticed. Pack it with one. → cli.md#inputs',
  'no-difference':
    'All values of a variant give the same answer. Remove them, or check that the program uses them. → compare.md',
  'no-finalize':
    'A trace has no MPI_Finalize; the run may be incomplete. Trace it to its end. → traces.md#what-is-read',
  'no-init':
    'A trace has no MPI_Init; its start may be missing. Trace it from its start. → traces.md#what-is-read',
  'no-overhead':
    'The overhead o is unknown and taken as 0, or LogGP parameters are missing. Measure o, or specify it. → collective-models/commands.md#fit',
  'noise-in-windows':
    'Receives in any order have no noise, so T may be too low. Read quantiles as lower bounds. → noise.md#when-to-trust-it',
  'not-latency-bound':
    'The critical path has no latency, so T does not depend on L here. See `critical-latencies`. → critical-latencies.md',
  'not-monotone':
    'With interruptions of varying computations, T may fall with more noise. Treat the tolerated factor as one of several. → noise.md#when-to-trust-it',
  'one-switch':
    'All ranks share one switch, so the topology has no effect. Use more ranks or another `--allocation`. → topologies.md#where-ranks-sit',
  'order-changes':
    'Near this value another order of messages gives another T. Use `curve` to see it. → model.md#matching',
  'order-edges':
    'CPU and NIC operations keep the order of this machine. Repeat at distant latencies. → machines.md#serial-cpus-and-nics',
  'order-kept':
    "All answers use one machine's order of messages. Repeat at the value that matters. → model.md#matching",
  'orders-cut':
    'There are too many orders of messages to try, so T may be too high. Use a smaller range. → model.md#matching',
  'otf2-events':
    'A location has a different number of events than the archive defines. Record the complete run. → otf2.md',
  'otf2-locations':
    'Locations that are not threads of a rank, such as accelerators, are ignored. No action is needed. → otf2.md',
  'otf2-newer': 'Fields newer than OTF2 3.0 are ignored. No action is needed. → otf2.md',
  'otf2-one-sided':
    'One-sided operations are not modelled. Expect T to be too low if they take much time. → otf2.md',
  'otf2-open-receives':
    'Incomplete receives are omitted, because their source is unknown. Record the complete run. → otf2.md#what-becomes-of-the-events',
  'otf2-other-call':
    'Messages in calls that cannot have them count as separate calls. Check the archive for damage. → otf2.md#what-becomes-of-the-events',
  'otf2-receives':
    'The archive lacks the start of nonblocking receives, so they are modelled as blocking. Record their start. → otf2.md#what-becomes-of-the-events',
  'otf2-regions':
    'Some regions without MPI are entered too often to be marks. Record fewer regions if you need these. → region.md#marks-of-the-program',
  'otf2-sizes':
    "Without Score-P, sizes of collectives are taken as each call's buffers. Verify them with `check`. → otf2.md#sizes-of-collectives",
  'otf2-threads':
    'Threads that call MPI concurrently run independently, each on a CPU. Expect their waits for each other to count as computation. → otf2.md',
  'otf2-unentered':
    'MPI calls without an enter event count as computation. Check for missing events. → otf2.md#what-becomes-of-the-events',
  'otf2-unissued':
    'Requests complete that no call started; nothing waits for them. Check the archive for damage. → otf2.md#what-becomes-of-the-events',
  'otf2-waits':
    'Waits for nonblocking collectives count as computation, because their completion is not recorded. Record with OTF2 3, or `trace run`. → otf2.md',
  'other-world':
    'Messages to another world count as computation. Expect answers without them. → traces.md#communicators',
  'overhead-of-reduce':
    'The overhead o is from a reduce, because no broadcast has minima. Measure a flat-tree broadcast. → collective-models/commands.md#fit',
  'own-computation':
    'Each traced run has its own computation, including its noise. Use `--computation-of A`. → diff.md#gates',
  'paths-left-out':
    'The program is too large to follow longest paths. Restrict it with `--region`. → noise.md#when-to-trust-it',
  'points-to-arrival':
    'The error may be due to the order of arrival. Trace with `trace run`, which records it. → validation/README.md#what-it-warns-of',
  'points-to-collectives':
    "The error grows with L, as with another collective algorithm. Set the library's with `--collective`. → validation/README.md#what-it-warns-of",
  'points-to-offset':
    'The error is the same at every L. Measure o, and compare the computation with the trace. → validation/README.md#what-it-warns-of',
  'points-to-progress':
    'Measured T is above the predicted, which assumes that nonblocking collectives progress alone. Check the MPI library. → validation/README.md#what-it-warns-of',
  'points-to-rendezvous':
    "The error grows with L, as with rendezvous messages. Set the library's threshold S. → validation/README.md#what-it-warns-of",
  'powers-of-two':
    'All programs have a power of two of ranks, unlike a requested number. Add one between powers of two. → scaling.md#what-a-law-does-not-know',
  queue: "`squeue` does not show the study's jobs. Try again later. → study-engines.md#slurm",
  'region-entry':
    'Ranks enter the region at different times, so T includes an earlier wait. Exclude it with `--region-entry together`. → region.md#what-comes-before-how-ranks-enter',
  'requests-open': 'Some requests never completed. Check the trace for missing lines. → traces.md#requests',
  'runs-differ':
    'Runs make different calls, so not only times vary. Check that they are of one program. → uncertainty.md#several-runs',
  'shape-assumed':
    'The platform file has the shape of epyc-orfeo. Use `--shape` for another machine. → collective-models/commands.md#fit',
  'shipped-constants':
    'Unmeasured constants are those of epyc-orfeo. Expect larger errors on another machine. → collective-models/commands.md#predict',
  'site-names':
    "Call sites have no names, or a newer program's. Keep `trace run`'s table of names beside the traces. → trace.md#call-sites",
  'size-not-fitted':
    'A message is outside the fitted sizes; the nearest is used. Measure its size, or use another model. → collective-models/p2p.md',
  sizes:
    "Receives are smaller than their messages; the send's size is used. Correct the schedule if its program is real. → formats.md#schedules-made-for-simulators",
  'skip-calls': 'No call matches a pattern of `--skip-calls`. Check its spelling. → traces.md#coverage',
  'small-messages':
    'The fit is poor for small messages. Use `--error relative` if they matter. → collective-models/fit.md',
  'smpi-waitall':
    'A waitall names too few requests and completes all. Expect a T that may be too large. → simgrid.md',
  'smpi-waits': 'Waits without an open request complete nothing. Check for missing lines. → simgrid.md',
  'start-and-end':
    'Much of T is start-up and shut-down. Use `--steady-state` or `--region first-message..last-message`. → region.md',
  'steady-state-stretch':
    'Only some of several stretches of iterations are analysed. Include others with `--region A..B`. → region.md#the-steady-state',
  'tasks-limited':
    'Slurm limits the tasks of an array, so each takes more cells. Use `--tasks` if the site allows more. → study-engines.md#slurm',
  'term-not-measured':
    'A term of a regression has no measurements and is omitted. Measure its cases. → collective-models/regression.md',
  threads:
    'Threads that call MPI concurrently run independently (older traces merge them). Expect their waits for each other to count as computation. → traces.md#threads',
  'too-many-pieces':
    'The surface has too many pieces, so T is computed per grid point. Use smaller ranges. → frontier.md#the-surface',
  'trace-dates':
    'Files were traced over a minute apart. Check that they are of one run. → traces.md#which-files-are-a-set',
  'trace-oversubscribed':
    "Ranks share cores, so computation by wall clock includes other ranks'. Trace with `--clock cpu`. → trace.md",
  'trace-ranks':
    'Every file claims rank 0, so file names decide. Check these names. → traces.md#which-files-are-a-set',
  'trace-singletons':
    "Many one-rank worlds ran, because launcher and MPI library differ. Use the library's own launcher. → trace.md",
  'trace-spawned':
    'MPI_Comm_spawn started worlds with separate traces. Expect answers without messages between worlds. → trace.md',
  'trace-unfinished': 'Traces without MPI_Finalize are incomplete. Run the program to its end. → trace.md',
  'trace-worlds': 'Several MPI programs ran, each with a folder of traces. Select one folder. → trace.md',
  'unequal-iterations':
    'The steady states have different numbers of iterations. Compare the time per iteration. → region.md#the-steady-state',
  unlimited:
    'No path uses the parameter, so every value is tolerated. Check that the program uses it. → tolerance.md',
  unmatched:
    'Unmatched sends or receives were kept, as `--unmatched ignore` requests. List them with `check`. → check.md',
  'unused-channel':
    'No level uses a channel of a platform file. Check its name. → platforms.md#a-platform-file',
  'waits-as-choices':
    'Waits for the same requests in changing order are modelled as MPI_Waitany. No action is needed. → traces.md#which-request-was-it',
  'waits-change':
    'Waits for the same requests in changing order keep it. Use `--waits any` for MPI_Waitany. → traces.md#which-request-was-it',
  'what-if-assumed':
    'The change assumes data dependences that the trace does not show. Check the program first. → what-if.md#what-each-change-assumes',
  wildcard:
    'Wildcard receives match in the predicted order of arrival. Analyse other latencies separately. → model.md#matching',
} satisfies Record<string, `${string}. ${string}. → ${string}.md${string}`>;

/** The codes of all warnings. */
export type WarningCode = keyof typeof WARNINGS;

/**
 * The register of warnings. For each code: what it says, what to do, and the page of docs that explains it. docs/warnings.md
 * is made of it. The words with the facts of one answer lie where the warning is raised.
 */
export const WARNINGS = {
  'algorithm-changes':
    'A collective goes another way at some numbers of ranks, so a law may bend there. Fit one side alone, or choose the algorithm. → scaling.md#what-a-law-does-not-know',
  'any-order':
    'Receives that come in any order take at least the sum of what each takes, a lower bound where the receiver is idle. Compare with `replay`, which plays them one by one. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  arrivals:
    'Receives that MPI_Waitany and its kin take were completed in the order of arrival that the model predicts. Ask again at another latency if it may change there. → model.md#matching',
  'baseline-tolerance':
    "A baseline has a tolerance that its T and λ do not allow. Write it anew, unless the order of the program's messages depends on L. → diff.md#baselines",
  'beyond-measured-ranks':
    'A regression is asked about numbers of ranks that were not measured. Decide nothing by it alone. → collective-models/regression.md',
  'calls-not-understood':
    'Calls that are not understood count as computation, and their messages are lost. Look at their share of the time before you trust an answer. → traces.md#coverage',
  'channel-latency-below-zero':
    "An empty message of a channel takes less than two overheads, so the channel's latency is taken as 0. Look at end_to_end_ns and at o. → platforms.md#a-platform-file",
  'channel-not-measured':
    'A channel was not measured and is written with the parameters of another. Measure it if ranks use it. → collective-models/commands.md#fit',
  'choice-without-calls':
    'No call of the traces takes a `--collective`. Look at its sizes, and at the choices before it. → collectives/README.md#defaults',
  'collective-defaults':
    'Collectives follow published rules, for the traces do not tell that Open MPI made them. Choose by `--collective` if the library has rules of its own. → collectives/README.md#defaults',
  'collectives-unattended':
    'Nonblocking collectives are taken to go on while the program computes. Expect a larger T if the library has no thread for that. → traces.md#the-rules',
  'collectives-without-data':
    'Collectives of no data return at once and send nothing, as in the MPI library. Nothing is to be done. → traces.md#the-rules',
  'communicator-creation':
    'What makes communicators counts as computation, which no latency changes. Leave it out by `--skip-calls` if it happens once. → traces.md#coverage',
  'communicator-guess':
    'A handle may stand for several communicators, which are taken in the order they were made. Trace with our own tracer, which notes them. → traces.md#communicators',
  'completion-order':
    'Calls completed some of several requests, and which is not told, so their order is frozen. Trace with our own tracer, which notes it. → traces.md#which-request-was-it',
  'computing-regions':
    'There are too many regions, and those that only compute are left out. Ask about one by `--by part:region:NAME`. → parts.md',
  'distribution-cut':
    'A part of the distribution lies below the lowest value and is cut off. Ask for a smaller spread if it is a large part. → distributions.md',
  'empty-parts':
    'Nothing starts within a part, so it has no row. Choose other bounds if it should have one. → parts.md',
  'engine-fallback':
    'An engine met a limit, so the other answers, with the same numbers. Give `--engine sweep` to ask it at once. → engines.md#memory',
  extrapolated:
    'The schedule has more ranks than were traced, and this is what it takes for granted. Trace a larger run if that does not hold. → schedgen.md#more-ranks-than-were-traced',
  'few-points':
    'A few numbers of ranks hardly tell one law from another. Give five or more. → scaling.md#what-a-law-does-not-know',
  'few-repeats':
    'Fewer than three runs were made at some values, so their median says little. Repeat them. → validation/README.md#what-it-warns-of',
  'few-runs':
    'A few runs hardly tell how far runs lie apart. Measure five or more. → uncertainty.md#several-runs',
  'few-samples': 'A few runs tell little of the tails. Ask for more `--samples`. → noise.md#when-to-trust-it',
  'files-left-out':
    'Some files belong to no set of traces and were not read. Look whether they are of another run. → traces.md#which-files-are-a-set',
  'gap-without-nic':
    'The gap g has no effect, for nothing spaces the messages of a NIC. Ask with `--nic ordered` or `--nic serial`. → machines.md#cpus-and-nics-in-the-order-of-the-program',
  'goal-any-tag':
    'GOAL has no word for any tag of one communicator, so receives may take messages of others there. Ask about the traces themselves. → schedgen.md#from-mpi-traces',
  'goal-arrivals':
    'GOAL has no word for receives that are taken as they come, so they keep the order of the traced run. Ask about the traces themselves. → schedgen.md#from-mpi-traces',
  'goal-synchronous':
    'GOAL has no word for synchronous sends, so they do not wait for the receiver up to S. Ask about the traces themselves. → schedgen.md#from-mpi-traces',
  'goal-unreceived':
    'GOAL has no word for messages that end elsewhere, so sends are without a receive. Ask with `--unmatched ignore`. → schedgen.md#from-mpi-traces',
  'independent-sends':
    'An algorithm sends or receives several messages at once, which is not priced where CPU or NIC is free. Ask with `--cpu ordered --nic ordered`. → compare.md#what-the-model-can-price',
  'inject-clocks':
    'Clocks of nodes went apart, so latencies between nodes were wrong. Run for a shorter time, or with LLAMP_RELEASE=added. → inject.md#several-nodes',
  'inject-oversubscribed':
    'Ranks share cores, so computation lasts longer than on a core of its own. Use more cores, or `--dilate`. → inject.md#how-exact-it-is',
  'inject-release':
    'A latency between nodes began only when its message was seen. Expect a measured T above the predicted. → inject.md#several-nodes',
  'inject-undelayed':
    'Some calls were passed on without a delay. Leave out `--collective library`; other calls cannot be delayed. → inject.md#what-is-delayed',
  'lower-bounds':
    'T, λ and tolerances are those of a lower bound, for CPUs and links do one thing at a time in any order. Ask `bounds` how far they may lie below. → bounds.md',
  'machine-differs':
    'A and B run on different machines. Give both the same one to see what the program alone changed. → diff.md#a-and-b',
  marks:
    'A rank has more marks than are kept, and the later ones are left out. Trace a shorter run, or fewer marks. → region.md#marks-of-the-program',
  'measure-left-out':
    'Times that spread by more than they last, or contradict others, are left out. Measure again with no other work on these cores. → measure.md#what-is-left-out',
  'measure-no-latency':
    'L is too small to be told from the overhead and is taken as 0. Measure on a quieter machine, or between ranks that lie farther apart. → measure.md#what-goes-wrong',
  'measure-oversubscribed':
    'Ranks share cores, so the overhead has waiting in it. Give each rank a core. → measure.md#what-goes-wrong',
  'measure-spread':
    'Round trips spread widely. Measure on a quieter machine, or with more `--repeats`. → measure.md#what-goes-wrong',
  'measured-load':
    'The machine did other work beside the program. Measure again on a quiet machine. → validation/README.md#what-it-warns-of',
  'measured-spread':
    'Runs at one value lie far apart. Repeat them on a quieter machine. → validation/README.md#what-it-warns-of',
  'negative-fit':
    'A fitted latency is negative at this size or number of ranks. Take another model there. → collective-models/p2p.md',
  'negative-latency':
    'Two overheads last longer than an empty message, so L is taken as 0. Measure o again, or give it. → collective-models/fit.md',
  'netgauge-delay':
    'Netgauge says that its delay was too short to measure o at one size. Measure again with a longer delay. → collective-models/commands.md#fit',
  'never-ran':
    'Operations never took place, and T is without them, as in the published simulator. Look with `check` what they wait for. → replay.md',
  'no-answer':
    'A model has no answer to some of the questions. Take another model there. → collective-models/commands.md#predict',
  'no-bounds':
    'Who comes first depends on times, so T has no bounds that are sure. Take the quantiles of the draws instead. → uncertainty.md#one-run',
  'no-checksum':
    'A packed file carries no checksum, so damage to it may go unseen. Pack it with one. → cli.md#inputs',
  'no-difference':
    'The values of a variant give the same answer. Leave them out, or look whether the program uses them. → compare.md',
  'no-finalize':
    'A trace ends without MPI_Finalize, so the run may have been cut short. Trace it to its end. → traces.md#what-is-read',
  'no-init':
    'A trace has no MPI_Init, so its beginning may be missing. Trace it from its beginning, for computation counts from its first time on. → traces.md#what-is-read',
  'no-overhead':
    'The overhead o is unknown, so it is taken as 0 or there are no LogGP parameters. Measure it, or give it. → collective-models/commands.md#fit',
  'noise-in-windows':
    'Sums over receives in any order have no noise in them, so T is a lower bound where they decide. Read its quantiles as lower bounds. → noise.md#when-to-trust-it',
  'not-latency-bound':
    'The critical path crosses no latency, so T does not depend on L here. Ask `critical-latencies` where it begins to. → critical-latencies.md',
  'not-monotone':
    'T of a run need not grow with the noise where interrupted computations vary as well. Take the factor that it bears as one of several. → noise.md#when-to-trust-it',
  'one-switch':
    'All ranks sit on one switch, so the topology behind it changes nothing. Ask with more ranks or another `--allocation`. → topologies.md#where-ranks-sit',
  'order-changes':
    'Another order of messages or operations holds near this value, with another T. Ask `curve` what T is around it. → model.md#matching',
  'order-edges':
    'Operations of a CPU or NIC keep the order in which they become ready. Ask again at a latency far away, where it may be another. → machines.md#serial-cpus-and-nics',
  'order-kept':
    'Who comes first is kept over the whole answer as it is at one machine. Ask again at the value that you decide by. → model.md#matching',
  'orders-cut':
    'There are more orders of messages than were looked at, so T may be too large. Ask about a smaller range. → model.md#matching',
  'otf2-events':
    'A location has another number of events than the archive defines. Record the run to its end. → otf2.md',
  'otf2-locations':
    'Locations that are no thread of a rank, as accelerators, are not read. Nothing is to be done. → otf2.md',
  'otf2-newer':
    'Records have more fields than OTF2 3.0 knows, and those are passed over. Nothing is lost that is modelled. → otf2.md',
  'otf2-one-sided':
    'One-sided operations are not modelled. Expect a T that is too small where much time goes there. → otf2.md',
  'otf2-open-receives':
    'Receives that were never complete are left out, for the archive does not tell their source. Record the run to its end. → otf2.md#what-becomes-of-the-events',
  'otf2-other-call':
    'Messages stand in calls that have no such message and count as calls of their own. Look whether the archive is damaged. → otf2.md#what-becomes-of-the-events',
  'otf2-receives':
    'Nonblocking receives are taken as blocking ones where they were complete, for the archive tells only that. Let the tool record when they were posted. → otf2.md#what-becomes-of-the-events',
  'otf2-regions':
    'Regions that only compute are entered too often and have no marks there. Record fewer regions, if you ask about these. → region.md#marks-of-the-program',
  'otf2-sizes':
    'Sizes of collectives are taken as the buffers of each call, for the archive is not by Score-P. Look with `check` whether they are. → otf2.md#sizes-of-collectives',
  'otf2-threads':
    'Threads of a rank that call MPI at once go on by themselves, each on a CPU. Expect their waits for each other to count as computation. → otf2.md',
  'otf2-unentered':
    'Calls of MPI are left and were not entered, and their time counts as computation. Look whether events are missing. → otf2.md#what-becomes-of-the-events',
  'otf2-unissued':
    'Requests are complete that no call issued, and nothing waits for them. Look whether the archive is damaged. → otf2.md#what-becomes-of-the-events',
  'otf2-waits':
    'Waits for nonblocking collectives count as computation, for the archive does not tell when those were complete. Record with OTF2 3, or with our own tracer. → otf2.md#what-an-archive-does-not-contain',
  'other-world':
    'The program exchanges messages with another world, and their time counts as computation. Expect answers without these messages. → traces.md#communicators',
  'overhead-of-reduce':
    'The overhead o comes from a reduce, for no broadcast was measured with minima. Measure a flat tree of a broadcast. → collective-models/commands.md#fit',
  'own-computation':
    'Runs that were traced are held against each other with the computation of each, which is as noisy as its machine. Give `--computation-of A`. → diff.md#gates',
  'paths-left-out':
    'The program is too large to follow the longest paths of its runs. Ask about a part of it by `--region`. → noise.md#when-to-trust-it',
  'points-to-arrival':
    'The misfit may come from the order in which messages arrive. Trace with our own tracer, which notes it. → validation/README.md#what-it-warns-of',
  'points-to-collectives':
    'The misfit grows with L as if a collective went another way. Choose the algorithms of the library by `--collective`. → validation/README.md#what-it-warns-of',
  'points-to-offset':
    'The misfit is the same at every L. Measure the overhead o, and compare how long computation took when it was traced. → validation/README.md#what-it-warns-of',
  'points-to-progress':
    'Measured T lies above the predicted, and nonblocking collectives are taken to go on by themselves. Look whether the library does that. → validation/README.md#what-it-warns-of',
  'points-to-rendezvous':
    "The misfit grows with L as if messages were rendezvous. Give the library's threshold S. → validation/README.md#what-it-warns-of",
  'powers-of-two':
    'All programs have a power of two of ranks, and it is asked about one that has none. Add a program between powers of two. → scaling.md#what-a-law-does-not-know',
  queue:
    '`squeue` does not say which jobs of the study wait or run. Ask again later. → study-engines.md#slurm',
  'region-entry':
    'Ranks enter the region far apart, and T holds a wait from before it. Leave it out by `--region-entry together`. → region.md#what-comes-before-how-ranks-enter',
  'requests-open': 'Requests were never completed. Look whether the trace lost lines. → traces.md#requests',
  'runs-differ':
    'Runs make other calls than the first, so the spread is of more than times. Look whether they are runs of one program. → uncertainty.md#several-runs',
  'shape-assumed':
    'The platform file has the shape of epyc-orfeo. Give `--shape` for another machine. → collective-models/commands.md#fit',
  'shipped-constants':
    'Constants that the measurements do not show are those of epyc-orfeo. Expect larger errors on another machine. → collective-models/commands.md#predict',
  'site-names':
    'Call sites have no names, or names of a newer program. Take along the table of names that `trace run` writes beside the traces. → trace.md#call-sites',
  'size-not-fitted':
    'A message lies beyond the fitted sizes, and the nearest of them stands in. Measure its size, or take another model. → collective-models/p2p.md',
  sizes:
    'Receives are smaller than their messages, which have the bytes of the send. Mend the schedule if it is of a real program. → formats.md#schedules-made-for-simulators',
  'skip-calls':
    'No call of the traces fits a glob of `--skip-calls`. Look whether it is misspelt. → traces.md#coverage',
  'small-messages':
    'Fitted lines are wrong for small messages. Fit with `--error relative` where those matter. → collective-models/fit.md',
  'smpi-waitall':
    'A waitall names fewer requests than are open and is taken to complete all. Expect a T that may be too large. → simgrid.md#what-the-traces-do-not-contain',
  'smpi-waits':
    'Waits for no open request complete nothing. Look whether lines are missing. → simgrid.md#what-the-traces-do-not-contain',
  'start-and-end':
    'Much of T lies before the first and behind the last message, which a longer run has only once. Ask with `--steady-state` or `--region first-message..last-message`. → region.md',
  'steady-state-stretch':
    'The iterations are those of some of several stretches, and the others are left out. Take them in by `--region A..B`. → region.md#the-steady-state',
  'tasks-limited':
    'The study has more tasks than an array of Slurm, so each task takes more cells. Give `--tasks` if the site allows more. → study-engines.md#slurm',
  'term-not-measured':
    'A term of a regression has no measurements and is left out. Measure the cases that it is about. → collective-models/regression.md',
  threads:
    'Threads of a rank that call MPI at once go on by themselves; in traces of older versions of the tracer their calls count as those of one. Expect their waits for each other to count as computation. → traces.md#threads',
  'too-many-pieces':
    'The pieces of a surface were not all found, and T comes from a pass at every point of the grid. Ask about smaller ranges to see the pieces. → frontier.md#the-surface',
  'trace-dates':
    'Files were traced more than a minute apart. Look whether they are of one run. → traces.md#which-files-are-a-set',
  'trace-oversubscribed':
    'Ranks share cores, and by the wall clock a rank computes while others have its core. Trace with `--clock cpu`. → trace.md',
  'trace-ranks':
    'Every file says that it is of rank 0, so the names of the files decide. Look whether these are right. → traces.md#which-files-are-a-set',
  'trace-singletons':
    "Many worlds of one rank ran at once, for the program's MPI library is not the launcher's. Start it by the launcher of its own MPI. → trace.md",
  'trace-spawned':
    'MPI_Comm_spawn started worlds with traces of their own. Expect answers without the messages between worlds. → trace.md',
  'trace-unfinished':
    'Traces end without MPI_Finalize and hold what was recorded until then. Run the program to its end. → trace.md',
  'trace-worlds':
    'Several MPI programs ran, each with a folder of traces. Name the folder that you ask about. → trace.md',
  'unequal-iterations':
    'The steady states have different numbers of iterations. Compare the time of an iteration, not T or λ. → region.md#the-steady-state',
  unlimited:
    'No path crosses the parameter, so any value of it will do. Look whether the program uses it at all. → tolerance.md',
  unmatched:
    'Sends or receives without a partner were left in, as `--unmatched ignore` asks. Look with `check` which they are. → check.md',
  'unused-channel':
    'A platform file has a channel that no level uses. Look whether a name is misspelt. → platforms.md#a-platform-file',
  'waits-as-choices':
    'Waits that complete the same requests in changing orders are taken for MPI_Waitany. Nothing is to be done. → traces.md#which-request-was-it',
  'waits-change':
    'Waits complete the same requests in changing orders, which are kept. Give `--waits any` if the tracer writes MPI_Waitany so. → traces.md#which-request-was-it',
  'what-if-assumed':
    'A change takes for granted what the trace does not tell of the data. Look at the program before you make it. → what-if.md#what-each-change-assumes',
  wildcard:
    'Receives from any source or of any tag were matched in the order of arrival that the model predicts. Ask again at another latency if it may change there. → model.md#matching',
} satisfies Record<string, `${string}. ${string}. → ${string}.md${string}`>;

/** The codes of all warnings, by which a program tells them apart. */
export type WarningCode = keyof typeof WARNINGS;

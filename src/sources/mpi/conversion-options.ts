/** How traces become a schedule. */

import type { CollectiveSpec } from '../../collectives/choice.js';
import {
  type CollectiveAlgorithm,
  DEFAULT_OPTIONS,
  PUBLISHED_OPTIONS,
} from '../../collectives/collective-algorithm.js';
import { type CallRules, type MpiLibrary, rulesOf } from '../../collectives/library-calls.js';
import { findAlgorithm } from '../../collectives/registry.js';
import type { KnownLibrary } from '../../schedule/schedule.js';
import { type PartOf, partsByCommunicator, publishedParts } from './collective-calls.js';
import type { Communicators } from './communicator.js';
import { isPublishedCall, PUBLISHED_PITCH } from './mpi-calls.js';
import { firstCollectiveTag, PublishedTags, type RankTags, TagsByCommunicator } from './peers-and-tags.js';
import type { RankTrace, RequestPitch } from './rank-trace.js';
import type { ActiveReuse } from './requests.js';

/** Options of every schedule of a set of traces. */
export interface ConversionOptions {
  /**
   * `default`: the rules of traces.md; `published`: without those marked ✱, as the published generator:
   * a pitch of 4 unless given, one tag for both halves of a Sendrecv, calls on sub-communicators taken for
   * calls on the world (collectives: left out), only the calls that it knows, and no more of a collective's data
   * flow than it keeps (`flow=published`).
   */
  readonly rules?: 'default' | 'published';
  /** Bytes between two request variables; `infer` (default): found from the traces. */
  readonly requestPitch?: RequestPitch | 'infer';
  /**
   * Globs of names of calls that are left out, such as `Comm_*`: no operations, and their time is no computation.
   * Communicators that they make are followed all the same.
   */
  readonly skipCalls?: readonly string[];
  /**
   * What MPI_Waits are that complete the same requests in changing orders: `traced` (default), what they are called; `any`,
   * MPI_Waitanys, for traces of tools that write these so. The published rules take them as they are called.
   */
  readonly waits?: 'traced' | 'any';
  /**
   * Time that the tracer takes for each call, which is subtracted, ns. Left out: by the headers of the traces; the published
   * rules subtract nothing.
   */
  readonly tracerOverhead?: number;
  /** Factor of extrapolation of the ranks; see convert.ts. Default 1. */
  readonly copies?: number;
  /** A call that is not understood is an InputError instead of a warning. */
  readonly strict?: boolean;
}

/** How calls become operations: rules, algorithms of collectives, excluded calls. */
export interface TraceScheduleOptions extends ConversionOptions {
  /**
   * Algorithms of collectives; the first that applies counts. Without one, those of the library that made the traces (Open
   * MPI's decision rules, or MPICH's, also where the library is unknown); with the published rules the published generator's.
   */
  readonly collectives?: readonly CollectiveSpec[];
}

/**
 * One of the two sets of rules by which calls become operations: those of traces.md, and those without the ones marked
 * ✱ there, as in the published generator. All differences between them are in this file.
 */
export interface RuleSet {
  /** Whether a call of this code is understood. */
  knows(code: number): boolean;
  /** Default bytes between two request variables. */
  readonly pitch: RequestPitch | 'infer';
  /** How a request that is issued while it is active is handled; `pitchGiven`: the pitch was given. */
  reuse(pitchGiven: boolean): ActiveReuse;
  /** Whether requests are forgotten when they are freed, and all that a Waitall completes; otherwise only its first. */
  readonly forgetsRequests: boolean;
  /** Whether messages that were taken as they arrived are taken in the order of the traces, whatever the latency. */
  readonly keepsArrivals: boolean;
  /** Whether loops of tests and probes that find nothing wait; otherwise they compute. */
  readonly waitsByPolls: boolean;
  /** Whether the time that the tracer takes is subtracted. */
  readonly subtractsTracer: boolean;
  /** Whether MPI_Waits that complete the same requests in changing orders are MPI_Waitanys. */
  readonly choosesByWaits: boolean;
  /** Which rows take part in which collective. */
  parts(comms: Communicators, world: number): PartOf;
  /** `firstTag`: what {@link firstTag} says. */
  tags(trace: RankTrace, comms: Communicators, firstTag: number): RankTags;
  /** First tag of the world's collectives; `largest` finds the largest tag of the program's own. */
  firstTag(largest: () => number): number;
  /** Which tag the receive of a Sendrecv takes. */
  readonly sendrecvTag: 'own' | 'of-send';
  /** How collectives are implemented, where the user chose: by the library, or by their first. */
  calls(library: MpiLibrary, mpich4: boolean, chosen: readonly CollectiveSpec[]): CallRules;
  /** The library whose protocol large messages have, if a machine does not say. */
  sendsAs(library: MpiLibrary, mpich4: boolean): KnownLibrary | undefined;
  /** The default algorithm of an Iallreduce; undefined: that of an Allreduce. */
  readonly iallreduce: CollectiveAlgorithm | undefined;
  /** Whether operations after a nonblocking collective start when it has started; otherwise when it is over. */
  readonly collectivesGoOn: boolean;
}

const DEFAULT: RuleSet = {
  knows: () => true,
  pitch: 'infer',
  reuse: (pitchGiven) => (pitchGiven ? 'count' : 'refuse'),
  forgetsRequests: true,
  keepsArrivals: false,
  waitsByPolls: true,
  subtractsTracer: true,
  choosesByWaits: false,
  parts: partsByCommunicator,
  tags: (trace, comms, firstTag) => new TagsByCommunicator(trace, comms, firstTag),
  firstTag: (largest) => firstCollectiveTag(largest()),
  sendrecvTag: 'own',
  calls: (library, mpich4, chosen) => rulesOf(library, mpich4, chosen, DEFAULT_OPTIONS),
  sendsAs: (library, mpich4) => (library === 'openmpi' ? 'Open MPI' : mpich4 ? 'MPICH 4' : undefined),
  iallreduce: undefined,
  collectivesGoOn: true,
};

const PUBLISHED: RuleSet = {
  knows: isPublishedCall,
  pitch: PUBLISHED_PITCH,
  reuse: () => 'ignore',
  // Which adds edges to operations long done.
  forgetsRequests: false,
  keepsArrivals: true,
  waitsByPolls: false,
  subtractsTracer: false,
  choosesByWaits: false,
  parts: (_, world) => publishedParts(world),
  tags: (trace) => new PublishedTags(trace),
  firstTag: () => firstCollectiveTag(0),
  sendrecvTag: 'of-send',
  calls: (_, mpich4, specs) => ({
    specs,
    fallback: undefined,
    returning: null,
    mpich4,
    options: PUBLISHED_OPTIONS,
  }),
  sendsAs: () => undefined,
  iallreduce: findAlgorithm('allreduce', 'dissemination'),
  collectivesGoOn: false,
};

export const ruleSetOf = ({ rules, waits }: ConversionOptions): RuleSet =>
  rules === 'published' ? PUBLISHED : { ...DEFAULT, choosesByWaits: waits === 'any' };

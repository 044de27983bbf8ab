/**
 * The two sets of rules by which calls become operations: those of traces.md, and those without the ones marked ✱
 * there, as the published generator has them. Whatever differs between them is said here and nowhere else.
 */
import type { CollectiveSpec } from '../../collectives/choice.js';
import { findAlgorithm } from '../../collectives/registry.js';
import {
  type CollectiveAlgorithm,
  type CollectiveOptions,
  DEFAULT_OPTIONS,
  PUBLISHED_OPTIONS,
} from '../../collectives/types.js';
import type { Communicators } from './communicator.js';
import { collectivesOf, type MpiLibrary } from './library.js';
import type { ActiveReuse } from './open-requests.js';
import type { ConversionOptions } from './options.js';
import { type PartOf, partsByCommunicator, publishedParts } from './parts.js';
import { isPublishedCall, PUBLISHED_PITCH } from './published.js';
import { PublishedTags, type RankTags, TagsByCommunicator } from './rank-tags.js';
import { firstCollectiveTag } from './tags.js';
import type { RankTrace, RequestPitch } from './trace.js';

export interface RuleSet {
  /** Whether a call of this code is understood. */
  knows(code: number): boolean;
  /** Bytes between two request variables, where nobody gives them. */
  readonly pitch: RequestPitch | 'infer';
  /** What is done with a request that is issued while it is active; `pitchGiven`: somebody gave the pitch. */
  reuse(pitchGiven: boolean): ActiveReuse;
  /** Whether requests are forgotten when they are freed, and all that a Waitall completes; else its first alone. */
  readonly forgetsRequests: boolean;
  /** Whether messages that were taken as they came are taken in the order of the traces, whatever the latency. */
  readonly keepsArrivals: boolean;
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
  /** What of a collective is not chosen. */
  readonly options: CollectiveOptions;
  /** How collectives go that nobody chose an algorithm for; undefined: by their first. */
  fallback(library: MpiLibrary): CollectiveSpec | undefined;
  /** Whether collectives of no data send messages where the library's return at once. */
  readonly sendsEmpty: boolean;
  /** The algorithm of an Iallreduce where nobody chose any; undefined: as that of an Allreduce. */
  readonly iallreduce: CollectiveAlgorithm | undefined;
  /** Whether what follows a nonblocking collective goes on when it has started; else when it is over. */
  readonly collectivesGoOn: boolean;
}

const DEFAULT: RuleSet = {
  knows: () => true,
  pitch: 'infer',
  reuse: (pitchGiven) => (pitchGiven ? 'count' : 'refuse'),
  forgetsRequests: true,
  keepsArrivals: false,
  choosesByWaits: false,
  parts: partsByCommunicator,
  tags: (trace, comms, firstTag) => new TagsByCommunicator(trace, comms, firstTag),
  firstTag: (largest) => firstCollectiveTag(largest()),
  sendrecvTag: 'own',
  options: DEFAULT_OPTIONS,
  fallback: collectivesOf,
  sendsEmpty: false,
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
  choosesByWaits: false,
  parts: (_, world) => publishedParts(world),
  tags: (trace) => new PublishedTags(trace),
  firstTag: () => firstCollectiveTag(0),
  sendrecvTag: 'of-send',
  options: PUBLISHED_OPTIONS,
  fallback: () => undefined,
  sendsEmpty: true,
  iallreduce: findAlgorithm('allreduce', 'dissemination'),
  collectivesGoOn: false,
};

export const ruleSetOf = ({ rules, waits }: ConversionOptions): RuleSet =>
  rules === 'published' ? PUBLISHED : { ...DEFAULT, choosesByWaits: waits === 'any' };

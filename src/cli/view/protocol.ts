/** What server and computing threads tell each other. */

import type { MachineFlags } from '../flags/machine.js';
import type { InputInfo } from '../output/json.js';
import type { Failure, VariantSource } from '../workers/plan.js';
import type { LiveAnswer, LivePage, Question, Settings } from './wire.js';

/** What a computing thread begins with. */
export interface Program {
  readonly source: VariantSource;
  readonly info: InputInfo;
  /** Of the command line. */
  readonly machine: MachineFlags;
  readonly title: string;
  readonly measured: string | undefined;
}

export interface Job {
  readonly id: number;
  readonly question: Question;
  readonly settings: Settings;
}

export interface JobAnswer {
  readonly id: number;
  readonly value?: LiveAnswer | LivePage;
  readonly failure?: Failure;
}

/** A job that nobody waits for any more. */
export interface Cancel {
  readonly cancel: number;
}

/** What server and computing threads tell each other. */

import type { RegionAsked } from '../../analysis/cut/bounds.js';
import type { Program, ProgramData } from '../../sources/program.js';
import type { MachineFlags } from '../flags/machine.js';
import type { InputInfo } from '../output/json.js';
import type { Failure } from '../workers/plan.js';
import type { Answers, Asked, Question, SettingName } from './wire.js';

/** What pages are about, beside its program. */
interface Viewed {
  readonly info: InputInfo;
  /** Of the command line. */
  readonly machine: MachineFlags;
  readonly title: string;
  readonly measured: string | undefined;
  /** Files that noise of the command line names: pages may name them, and no others. */
  readonly noiseFiles?: readonly string[];
  /** The part of the program that pages are about; null or left out: all of it. */
  readonly region?: RegionAsked | null;
}

export interface ViewedProgram extends Viewed {
  readonly program: Program;
}

/** What a computing thread begins with. */
export interface ViewedData extends Viewed {
  readonly data: ProgramData;
}

export interface Job {
  readonly id: number;
  readonly question: Question;
  readonly asked: Asked;
}

export interface JobAnswer {
  readonly id: number;
  readonly value?: Answers[Question];
  readonly failure?: Failure;
  /** The field that made it fail, where it was one. */
  readonly field?: SettingName;
}

/** A job that nobody waits for any more. */
export interface Cancel {
  readonly cancel: number;
}

/** A pattern as a program: the algorithm of a collective is chosen as it is for traces. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import { COLLECTIVES, type CollectiveName, DEFAULT_OPTIONS } from '../../collectives/collective-algorithm.js';
import { UsageError } from '../../errors.js';
import type { MemoryGuard } from '../../schedule/schedule.js';
import type {
  CollectiveDefaults,
  CollectiveSize,
  MadeSchedule,
  Program,
  ProgramData,
  ProgramInfo,
} from '../program.js';
import {
  collectivePattern,
  findPattern,
  type Pattern,
  type PatternOptions,
  patternSchedule,
  patternSettings,
} from './synthetic-patterns.js';

export interface PatternData extends ProgramData {
  /** As `findPattern` reads it. */
  readonly pattern: string;
  readonly options: PatternOptions;
}

export class PatternProgram implements Program {
  readonly data: PatternData;
  readonly #pattern: Pattern;

  /** Throws a UsageError for an unknown pattern. */
  constructor(data: PatternData) {
    this.data = data;
    this.#pattern = findPattern(data.pattern);
  }

  get info(): ProgramInfo {
    return this.data.info;
  }

  schedule(choices: readonly CollectiveSpec[], memory: MemoryGuard | null = null): MadeSchedule {
    return { schedule: patternSchedule(this.#with(choices), this.data.options, memory), warnings: [] };
  }

  calls(): CollectiveSize[] {
    const { collective } = this.#pattern;
    if (collective === undefined) return [];
    const { ranks, bytes, iterations } = patternSettings(this.data.options);
    return [{ collective, ranks, bytes: collective === 'barrier' ? 1 : bytes, calls: iterations }];
  }

  defaults(): CollectiveDefaults {
    const { spec } = this.#pattern;
    return { specs: spec === undefined ? [] : [spec], options: DEFAULT_OPTIONS };
  }

  /** The pattern with its collective by `choices`. Throws a UsageError where they cannot apply to it. */
  #with(choices: readonly CollectiveSpec[]): Pattern {
    const { collective, spec } = this.#pattern;
    if (choices.length === 0) return this.#pattern;
    const text = this.data.pattern;
    if (collective === undefined) {
      throw new UsageError(
        `pattern ${text} has no collectives for ${choices[0].text}`,
        `remove it, or use one of the collectives ${COLLECTIVES.join(', ')} as pattern`,
      );
    }
    refuseOthers(collective, choices);
    if (spec === undefined) return collectivePattern(collective, undefined, choices);
    throw new UsageError(
      `pattern ${text} already has an algorithm`,
      `use ${collective} as pattern to choose its algorithm separately`,
    );
  }
}

function refuseOthers(collective: CollectiveName, choices: readonly CollectiveSpec[]): void {
  const other = choices.find((one) => one.collective !== null && one.collective !== collective);
  if (other === undefined) return;
  throw new UsageError(`${other.text} has no effect, because the pattern is ${collective}`, 'remove it');
}

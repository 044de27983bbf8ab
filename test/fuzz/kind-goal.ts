/** GOAL text, whole and damaged, on machines of one latency. */

import { ANY, type Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { writeGoal } from '../../src/sources/goal/write-goal.js';
import { plainText, smallProgram, untidyText, withWildcards } from './goal-text.js';
import { decode, encode, Finding, type FuzzInput, fileOf, type Kind } from './input.js';
import { ask, machineChoices, textHeld } from './machine-choices.js';
import { mutated } from './mutate-text.js';
import type { Random } from './random.js';

const FILE = 'a.goal';

function make(random: Random): FuzzInput {
  const program = smallProgram(random);
  const exact = random.chance(0.8);
  const written = exact ? program : withWildcards(program, random);
  const text = encode(random.chance(0.5) ? plainText(written) : untidyText(written, random));
  const whole = random.chance(0.3);
  return {
    files: new Map([[FILE, whole ? text : mutated(text, random)]]),
    choices: { ...machineChoices(random), highs: random.chance(0.15) },
    // A wildcard may take another's message, and leave it with none.
    whole: whole && exact,
  };
}

async function check(input: FuzzInput): Promise<void> {
  const bytes = fileOf(input, FILE);
  const schedule = parseGoal(bytes);
  const program = textHeld(decode(bytes));
  sameAgain(schedule);
  await ask(input, schedule, program);
}

/** What the library writes it must not refuse, so this is no refusal of the input. */
function readAgain(text: string): Schedule {
  try {
    return parseGoal(text);
  } catch (error) {
    throw new Finding('what is written can be read', error instanceof Error ? error.message : String(error));
  }
}

/** What is written of a schedule reads as the same schedule. */
export function sameAgain(schedule: Schedule): string {
  const text = [...writeGoal(schedule)].map(decode).join('');
  const again = readAgain(text);
  // GOAL has one word for any tag, of whichever communicator.
  const tags = Array.from(schedule.tag, (tag) => Math.max(tag, ANY));
  for (const column of ['rankStart', 'kind', 'value', 'peer', 'tag', 'depStart', 'deps'] as const) {
    const own = column === 'tag' ? tags : schedule[column];
    if (own.join() !== again[column].join())
      throw new Finding('a schedule written and read again is the same', column);
  }
  for (const column of ['cpu', 'nic'] as const) {
    if (schedule[column]?.join() !== again[column]?.join())
      throw new Finding('a schedule written and read again is the same', column);
  }
  return text;
}

export const goal: Kind = { name: 'goal', weight: 45, make, check };

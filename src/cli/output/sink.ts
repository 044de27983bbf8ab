/** Answers taken as they are, before they are put into one form: for who wants several of them of one asking. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer } from './answer.js';

/** Takes the answer of a command, in place of standard output. */
export type AnswerSink = (command: string, answer: Answer) => void;

const current = new AsyncLocalStorage<AnswerSink>();

/** Runs command lines whose answers `take` gets. */
export const takingAnswers = <Result>(take: AnswerSink, run: () => Promise<Result>): Promise<Result> =>
  current.run(take, run);

/** Who takes answers; undefined: they are printed. */
export const answerSink = (): AnswerSink | undefined => current.getStore();

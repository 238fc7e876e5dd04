import { must } from '@svc/engine/simulation';

/** The rules of every conversation, whatever happens to its turns, clients and processes. */
export const rules = [
  'the state is the fold of the log',
  'a turn ends once',
  'what a client was told is there, once, and nothing else',
  'the model is shown what counts and was heard, and nothing else',
  'a turn goes on where the last one that counts has ended',
  'what came to a process that has not died is in the log, and each of its calls',
  'a replay from the log leaves the same events',
  'a replay from the log tells the same',
] as const;
export type Rule = (typeof rules)[number];

/** @throws BrokenRule */
export function holds(rule: Rule, isSo: boolean, detail: () => string): void {
  must<Rule>(rule, isSo, detail);
}

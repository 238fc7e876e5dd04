import type { Choice } from '@svc/engine';
import type { Score } from './score.js';

export interface Scored {
  readonly choice: Choice;
  readonly score: Score;
}

/** The first of equals wins. */
export function highestScored(choices: readonly Choice[], score: (choice: Choice) => Score): Scored | null {
  const scored = choices.map((choice) => ({ choice, score: score(choice) }));
  return scored.reduce<Scored | null>(
    (leader, one) => (leader === null || one.score.value > leader.score.value ? one : leader),
    null,
  );
}

import type { TurnFact } from '../../src/index.js';
import type { Chances } from './chances.js';

/** What comes of a call: something, something else than was asked for, nothing, or nobody knows. */
export function simulatedAnswer(id: string, chances: Chances): TurnFact {
  const durationMs = chances.below(100);
  if (chances.in100(10)) return { type: 'tool-unknown', id, reason: 'It broke off.', durationMs };
  if (chances.in100(15))
    return { type: 'tool-failed', id, failure: 'timeout', reason: 'It is slow.', durationMs };
  const result = chances.pick([[['What?', 'Whales.']], [['What?', '\ud83d']], 'nothing', null]);
  return { type: 'tool-ended', id, result, durationMs };
}

import type { Choice } from '@svc/engine';
import { looked } from '../words/tokens.js';
import { highestScored } from './highest-scored.js';
import { evidenceOf } from './evidence.js';
import { scoreCondition } from './score.js';

const doubt =
  /\b(?:(?:when|if|whenever|where) (?:(?:you are|it is|it's|anything is|something is) )?(?:ever )?(?:in doubt|unclear|unsure|not sure|uncertain)|in case of doubt)\b/i;

/** The exit that a guideline names for unclear input: "When in doubt, treat it as an emergency." */
export function safeExit(exits: readonly Choice[], guidelines: readonly string[]): Choice | null {
  for (const guideline of guidelines) {
    const [before = '', ...after] = looked(guideline).split(doubt);
    if (after.length === 0) continue;
    const asked = evidenceOf(`${before} ${after.join(' ')}`, '');
    const named = highestScored(exits, ({ text }) => scoreCondition(text, asked));
    if (named !== null && named.score.value > 0) return named.choice;
  }
  return null;
}

const ending =
  /\b(?:goodbye|bye|farewell|ends?|stops?|finish|leaves?|gives? up|cannot|can't|unable|fails?|hand(?:s|ed)? over|transfer\w*|escalat\w*|human|colleague|staff|operator|somebody else|someone else)\b/i;

/**
 * An exit that ends the conversation or hands it over, by the words of its condition. Rules don't see the state that it leads
 * to.
 */
export function endingExit(exits: readonly Choice[]): Choice | null {
  return exits.find(({ text }) => ending.test(looked(text))) ?? null;
}

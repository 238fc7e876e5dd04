import type { Choice } from '@svc/engine';
import { looked } from '../words/tokens.js';

const ending =
  /\b(?:goodbye|bye|farewell|ends?|stops?|finish|leaves?|gives? up|cannot|can't|unable|fails?|hand(?:s|ed)? over|transfer\w*|escalat\w*|human|colleague|staff|operator|somebody else|someone else)\b/i;

/**
 * An exit that ends the conversation or hands it over, by the words of its condition. Rules don't see the state that it leads
 * to.
 */
export function endingExit(exits: readonly Choice[]): Choice | null {
  return exits.find(({ text }) => ending.test(looked(text))) ?? null;
}

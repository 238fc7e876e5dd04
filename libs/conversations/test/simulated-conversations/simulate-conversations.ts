import type { TurnLimits } from '@svc/engine';
import { Chances, RandomGraphs } from '@svc/engine/simulation';
import { seededRandom } from '@svc/testing';
import { testProfile } from '../definitions.js';
import { audit } from './audit.js';
import { product, type Parts } from './parts.js';
import { SimulatedConversation, tightLimits } from './simulated-conversation.js';

const maxTurns = 6;

/**
 * Simulates conversations, one for each seed from the first on, up to the given number of turns, and audits each.
 * @throws BrokenRule with the seed
 */
export function simulateConversations(
  firstSeed: number,
  turns: number,
  parts: Parts = product,
  limits: TurnLimits = tightLimits,
): readonly SimulatedConversation[] {
  const graphs = new RandomGraphs();
  const held: SimulatedConversation[] = [];
  for (let seed = firstSeed, taken = 0; taken < turns; seed += 1) {
    const definition = { agent: testProfile, graph: graphs.of(seed) };
    const conversation = new SimulatedConversation(
      definition,
      new Chances(seededRandom(seed)),
      parts,
      limits,
      new Chances(seededRandom(seed + 1_000_000)),
    );
    try {
      while (conversation.turns.length < maxTurns && !conversation.isOver) {
        conversation.takeTurn();
        conversation.sumUp();
      }
      audit(conversation);
    } catch (error) {
      (error as Error).message += ` (SVC_SIMULATION_SEED=${seed})`;
      throw error;
    }
    held.push(conversation);
    taken += conversation.turns.length;
  }
  return held;
}

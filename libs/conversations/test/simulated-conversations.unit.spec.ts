import { jest } from '@jest/globals';
import { BrokenRule } from '@svc/engine/simulation';
import { plantedFaults } from './simulated-conversations/planted-faults.js';
import { rules } from './simulated-conversations/rules.js';
import { simulateConversations } from './simulated-conversations/simulate-conversations.js';

/** For `npm test` and SVC_ALL_TESTS=1. `SVC_SIMULATED_TURNS=100000` makes a long run, from `SVC_SIMULATION_SEED` on. */
const usualTurns = process.env['SVC_ALL_TESTS'] === '1' ? 1_000 : 500;
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? usualTurns);
/** More than the audit needs to find any of the faults below. */
const mostTurnsToFind = 500;
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than needed, for busy machines and long runs.
jest.setTimeout(60_000 + 50 * turns);

it('given clients that disconnect, users who are deleted and processes that die, then every rule holds', () => {
  const held = simulateConversations(seed, turns);
  const counts: Record<string, number> = {};
  for (const { clientHeard } of held.flatMap((conversation) => conversation.turns))
    counts[clientHeard] = (counts[clientHeard] ?? 0) + 1;
  process.stdout.write(`simulated conversations: SVC_SIMULATION_SEED=${seed}, ${JSON.stringify(counts)}\n`);
});

describe('given a part with a fault', () => {
  it.each(plantedFaults)('when $fault, then the audit finds it: $foundBy', ({ parts, foundBy }) => {
    expect(foundIn(() => simulateConversations(2, mostTurnsToFind, parts))).toBe(foundBy);
  });

  it('then every rule finds something', () => {
    expect(new Set(plantedFaults.map(({ foundBy }) => foundBy))).toEqual(new Set([...rules, 'thrown']));
  });
});

function foundIn(simulation: () => unknown): string {
  try {
    simulation();
    return 'nothing';
  } catch (error) {
    return error instanceof BrokenRule ? error.rule : 'thrown';
  }
}

import { jest } from '@jest/globals';
import { BrokenRule } from '@svc/engine/simulation';
import { plantedFaults } from './simulated-conversations/planted-faults.js';
import { rules } from './simulated-conversations/rules.js';
import { simulateConversations } from './simulated-conversations/simulate-conversations.js';

/** Of `npm test`, and of SVC_ALL_TESTS=1. `SVC_SIMULATED_TURNS=100000` for a long run, from `SVC_SIMULATION_SEED` on. */
const usualTurns = process.env['SVC_ALL_TESTS'] === '1' ? 1_000 : 500;
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? usualTurns);
/** More than any of the faults below needs to come to light. */
const mostTurnsToFind = 500;
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than it takes, for machines that are busy with other things, and for long runs.
jest.setTimeout(60_000 + 50 * turns);

it('given clients that go away, users who are deleted and processes that die, then every rule holds', async () => {
  const held = await simulateConversations(seed, turns);
  const counts: Record<string, number> = {};
  for (const { clientHeard } of held.flatMap((conversation) => conversation.turns))
    counts[clientHeard] = (counts[clientHeard] ?? 0) + 1;
  process.stdout.write(`simulated conversations: SVC_SIMULATION_SEED=${seed}, ${JSON.stringify(counts)}\n`);
});

describe('given a part with a fault', () => {
  it.each(plantedFaults)('when $fault, then the audit finds it: $foundBy', async ({ parts, foundBy }) => {
    expect(await foundIn(simulateConversations(2, mostTurnsToFind, parts))).toBe(foundBy);
  });

  it('then no rule is one that finds nothing', () => {
    expect(new Set(plantedFaults.map(({ foundBy }) => foundBy))).toEqual(new Set([...rules, 'thrown']));
  });
});

async function foundIn(simulation: Promise<unknown>): Promise<string> {
  try {
    await simulation;
    return 'nothing';
  } catch (error) {
    return error instanceof BrokenRule ? error.rule : 'thrown';
  }
}

import { jest } from '@jest/globals';
import { BrokenRule, rules } from './simulation/broken-rule.js';
import { plantedFaults } from './simulation/planted-faults.js';
import { simulateTurns } from './simulation/simulate-turns.js';

/** `SVC_SIMULATED_TURNS=100000` for a long run, from `SVC_SIMULATION_SEED` on. */
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? 2_000);
/** More than any of the faults below needs to come to light. */
const mostTurnsToFind = 1_000;
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than it takes, for machines that are busy with other things, and for long runs.
jest.setTimeout(60_000 + 20 * turns);

it('given any turn, when facts come late, twice or not at all, and stops between, then every rule holds', () => {
  const outcomes: Record<string, number> = {};
  simulateTurns(seed, turns, ({ end: { outcome } }) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  process.stdout.write(`simulated turns: SVC_SIMULATION_SEED=${seed}, ${JSON.stringify(outcomes)}\n`);
});

describe('given an engine with a fault', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(plantedFaults)('when $fault, then the audit finds it: $foundBy', ({ plant, foundBy }) => {
    plant();
    expect(foundIn(() => simulateTurns(1, mostTurnsToFind))).toBe(foundBy);
  });

  it('then no rule is one that finds nothing', () => {
    expect(new Set(plantedFaults.map(({ foundBy }) => foundBy))).toEqual(new Set([...rules, 'thrown']));
  });
});

function foundIn(simulation: () => void): string {
  try {
    simulation();
    return 'nothing';
  } catch (failure) {
    return failure instanceof BrokenRule ? failure.rule : 'thrown';
  }
}

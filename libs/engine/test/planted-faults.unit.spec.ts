import { jest } from '@jest/globals';
import { BrokenRule, rules } from './simulation/broken-rule.js';
import { plantedFaults } from './simulation/planted-faults.js';
import { simulateTurns } from './simulation/simulate-turns.js';

/** More than any of the faults below needs to come to light. */
const mostTurnsToFind = 1_000;

// Far more than it takes, for machines that are busy with other things.
jest.setTimeout(60_000);

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
  } catch (error) {
    return error instanceof BrokenRule ? error.rule : 'thrown';
  }
}

import { jest } from '@jest/globals';
import { BrokenRule, rules } from './simulation/broken-rule.js';
import { plantedFaults } from './simulation/planted-faults.js';
import { RandomGraphs } from './simulation/random-graphs.js';
import { simulateTurns } from './simulation/simulate-turns.js';

/** More than any of the faults below needs to be found. */
const mostTurnsToFind = 1_000;

// Far more than it needs, for busy machines.
jest.setTimeout(60_000);

describe('given an engine with a fault', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(plantedFaults)('when $fault, then the audit finds it: $foundBy', ({ plant, foundBy }) => {
    plant();
    expect(foundIn(() => simulateTurns(1, mostTurnsToFind, undefined, new RandomGraphs('usual')))).toBe(
      foundBy,
    );
  });

  it('then every rule finds at least one fault', () => {
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

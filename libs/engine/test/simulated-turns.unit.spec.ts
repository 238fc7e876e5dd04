import { jest } from '@jest/globals';
import { simulateTurns } from './simulation/simulate-turns.js';

/** Of `npm test`, and of SVC_ALL_TESTS=1. `SVC_SIMULATED_TURNS=100000` for a long run, from `SVC_SIMULATION_SEED` on. */
const usualTurns = process.env['SVC_ALL_TESTS'] === '1' ? 2_000 : 500;
const turns = Number(process.env['SVC_SIMULATED_TURNS'] ?? usualTurns);
const seed = Number(process.env['SVC_SIMULATION_SEED'] ?? 1);

// Far more than it needs, for busy machines and long runs.
jest.setTimeout(60_000 + 20 * turns);

it('given any turn, when facts come late, twice or never, with stops between them, then every rule holds', () => {
  const outcomes: Record<string, number> = {};
  simulateTurns(seed, turns, ({ end: { outcome } }) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  process.stdout.write(`simulated turns: SVC_SIMULATION_SEED=${seed}, ${JSON.stringify(outcomes)}\n`);
});

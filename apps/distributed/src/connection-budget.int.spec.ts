import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { contexts } from '@svc/installation';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { assertConnectionBudget, connectionShortage } from './connection-budget.js';

/** The connections of services with this pool size, plus five more for each and five of the supervisor. */
const needed = (pool: number) => contexts.length * (pool + 5) + 5;

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()));
afterAll(() => test.drop());

describe('the connections of all services together', () => {
  it('given a server with enough room, fit', async () => {
    expect(connectionShortage(10, needed(10))).toBeUndefined();
    await expect(assertConnectionBudget(test.database, 2)).resolves.toBeUndefined();
  });

  it('given a server with room for smaller pools, then the largest possible size is named', () => {
    expect(connectionShortage(10, needed(10) - 1)).toBe(
      `The services may open ${needed(10)} database connections together, and the server has room for ${needed(10) - 1}: set SVC_DATABASE_CONNECTIONS to 9, or raise max_connections.`,
    );
  });

  it('given a server without room, then the number of missing connections is named', () => {
    expect(connectionShortage(10, needed(2) - 7)).toMatch(/: raise max_connections by 7 at least, and set /);
  });

  it('are checked against the server itself', async () => {
    await expect(assertConnectionBudget(test.database, 100_000)).rejects.toThrow(StartupError);
  });
});

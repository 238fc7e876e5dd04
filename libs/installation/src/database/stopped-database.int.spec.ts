import { loadConfig } from '@svc/config';
import { StartupError } from '@svc/errors';
import { runMigrations } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { configuration as schema } from '../configuration.js';
import { contexts } from '../contexts/contexts.js';
import { withDatabase } from './stopped-database.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** Whether the work ran. */
async function openIt(): Promise<boolean> {
  let isOpen = false;
  const configuration = loadConfig(schema, { DATABASE_URL: test.connectionString });
  await withDatabase({ configuration, warn: () => undefined }, async () => {
    isOpen = true;
  });
  return isOpen;
}

describe('the database of an installation', () => {
  it('given one of somebody else, is rejected with what to do', async () => {
    const refusal = await openIt().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect((refusal as Error).message).toMatch(
      /no event log of identity, agents, conversations, memory, webhooks, world: .*DATABASE_URL/,
    );
  });

  it('given one that a start has migrated, is opened', async () => {
    for (const { migrations } of contexts) await runMigrations(test.database, migrations);
    expect(await openIt()).toBe(true);
  });
});

import { fileURLToPath } from 'node:url';
import { describeTables } from '@svc/event-store/table-contract';
import { assertSchemaMatches, createTestDatabase, type TestDatabase } from '@svc/testing';
import { identityAggregates } from '../src/application/identity-aggregates.js';
import { identityContext } from '../src/index.js';

// Those of workspaces are among them.
describeTables({ migrations: identityContext.migrations, aggregates: identityAggregates });

let storage: TestDatabase;
beforeAll(async () => void (storage = await createTestDatabase({ migrations: identityContext.migrations })));
afterAll(() => storage.drop());

describe('the migrated database', () => {
  it('is what schema.prisma describes', async () => {
    const prismaSchema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));
    await assertSchemaMatches({ database: storage.database, schema: 'identity', prismaSchema });
  });
});

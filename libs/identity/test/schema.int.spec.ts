import { fileURLToPath } from 'node:url';
import { assertSchemaMatches, createTestDatabase, type TestDatabase } from '@svc/testing';
import { identityContext } from '../src/index.js';

let storage: TestDatabase;
beforeAll(async () => void (storage = await createTestDatabase({ migrations: identityContext.migrations })));
afterAll(() => storage.drop());

describe('the migrated database', () => {
  it('is what schema.prisma describes', async () => {
    const prismaSchema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));
    await assertSchemaMatches({ database: storage.database, schema: 'identity', prismaSchema });
  });
});

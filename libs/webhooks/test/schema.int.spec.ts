import { fileURLToPath } from 'node:url';
import { assertSchemaMatches, createTestDatabase } from '@svc/testing';
import { webhooksContext } from '../src/index.js';

it('schema.prisma describes what the migrations make', async () => {
  const { database, drop } = await createTestDatabase({ migrations: webhooksContext.migrations });
  try {
    const prismaSchema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));
    await assertSchemaMatches({ database, schema: 'webhooks', prismaSchema });
  } finally {
    await drop();
  }
});

import { ReadModels } from '../src/application/read-models.js';
import { VerifyLog } from '../src/application/verify-log.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';

let server: MemoryServer;
beforeAll(async () => {
  server = await startMemoryServer();
  await server.finish({ conversationId: 'c'.repeat(24) }, 'I like tea', 'I see.', 'Home: Berlin');
  server.extractor.failures = Infinity;
  await server.finish({ conversationId: 'd'.repeat(24) }, 'I like rain');
});
afterAll(() => server.stop());

/** Sealed values are sealed again each time. */
async function content(): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query(`
    SELECT (to_jsonb(m) - 'content' - 'context' - 'fact')::text AS row FROM memory.memory AS m
     UNION ALL SELECT p::text FROM memory.post_processing AS p ORDER BY 1`);
  return rows;
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const before = await content();
  expect(before).toHaveLength(3);
  await server.database.pool.query(`
    DELETE FROM memory.memory WHERE ordinal = 1;
    UPDATE memory.post_processing SET stage = 'lost'`);

  expect(await server.get(ReadModels).rebuild()).toMatchObject({ missing: 1 });

  expect(await content()).toEqual(before);
});

it('then the log verifies', async () => {
  expect(await server.get(VerifyLog).execute({})).toMatchObject({ violations: [] });
});

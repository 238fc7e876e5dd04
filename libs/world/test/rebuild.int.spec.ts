import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';
import { languageKey } from './language-key.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

async function content(): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query('SELECT t::text FROM world.enrichment_key t ORDER BY 1');
  return rows;
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const caller = workspaceCaller();
  for (const key of ['first', 'second', 'third'])
    await server.world.createEnrichmentKey({ ...languageKey, caller, key });
  const before = await content();
  await server.database.pool.query(`
    DELETE FROM world.enrichment_key WHERE key = 'first';
    UPDATE world.enrichment_key SET description = 'changed'`);

  expect(await server.readModels.rebuild()).toMatchObject({ events: 3, missing: 1 });

  expect(await content()).toEqual(before);
});

import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

let server: WebhooksServer;
beforeAll(async () => void (server = await startWebhooksServer()));
afterAll(() => server.stop());

async function content(): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query(
    `SELECT t::text FROM webhooks.destination t UNION ALL SELECT c::text FROM webhooks.destination_count c ORDER BY 1`,
  );
  return rows;
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const caller = callerWith();
  const settings = { acceptedTypes: [], retryAttempts: 3, inConversationOrder: false };
  const ids: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const url = `https://example.com/${name}`;
    const { destination } = await server.webhooks.createDestination({ caller, url, ...settings });
    ids.push(destination?.destinationId ?? '');
  }
  await server.webhooks.rotateSecret({ caller, destinationId: ids[1] ?? '' });
  await server.webhooks.deleteDestination({ caller, destinationId: ids[2] ?? '' });
  const before = await content();
  await server.database.pool.query('DELETE FROM webhooks.destination WHERE destination_id = $1', [ids[0]]);
  await server.database.pool.query('UPDATE webhooks.destination SET retry_attempts = 1');

  expect(await server.readModels.rebuild()).toMatchObject({ events: 5, missing: 1 });

  expect(await content()).toEqual(before);
});

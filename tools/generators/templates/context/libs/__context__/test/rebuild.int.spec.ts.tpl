import { callerWith, start{{Context}}Server, type {{Context}}Server } from './{{context}}-server.js';

let server: {{Context}}Server;
beforeAll(async () => void (server = await start{{Context}}Server()));
afterAll(() => server.stop());

async function content(): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query('SELECT t::text FROM {{context}}.{{aggregateSnake}} t ORDER BY 1');
  return rows;
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const caller = callerWith(['{{writePermission}}']);
  for (const name of ['First', 'Second', 'Third']) await server.{{context}}.create{{Aggregate}}({ caller, name });
  const before = await content();
  await server.database.pool.query(`
    DELETE FROM {{context}}.{{aggregateSnake}} WHERE name = 'First';
    UPDATE {{context}}.{{aggregateSnake}} SET name = name || ' changed'`);

  expect(await server.readModels.rebuild()).toMatchObject({ events: 3, missing: 1 });

  expect(await content()).toEqual(before);
});

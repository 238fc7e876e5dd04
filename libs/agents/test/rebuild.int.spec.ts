import { agentAggregate } from '../src/application/agents.js';
import { contextGraphAggregate } from '../src/application/context-graphs.js';
import { serviceAggregate } from '../src/application/services.js';
import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { graphBody, seedRequest } from './definitions.js';

const caller = administratorOf('demo');
let server: AgentsServer;

beforeAll(async () => {
  server = await startAgentsServer();
  const { agents, admin } = server;
  const { agentId, contextGraphId, serviceId } = await admin.seedDefinitions(seedRequest('org:demo'));
  await admin.seedDefinitions(seedRequest('org:other'));
  for (const background of ['Newer.', '🙂'.repeat(20_000)])
    await agents.createAgentVersion({ caller, agentId, changes: { background } });
  for (const objective of ['Short', 'Long. '.repeat(20_000)]) {
    const bodyJson = JSON.stringify(graphBody(objective));
    await agents.createContextGraphVersion({ caller, contextGraphId, dryRun: false, bodyJson });
  }
  const llmModelPreferences = [{ interactionName: 'engage', llmName: 'small', paramsJson: '{}' }];
  const versionSet = { agentVersionNumber: 1, contextGraphVersionNumber: undefined, llmModelPreferences };
  await agents.putVersionSet({ caller, serviceId, name: 'release', versionSet });
  await agents.putVersionSet({ caller: { ...caller, userId: 'bob' }, serviceId, name: 'canary', versionSet });
});
afterAll(async () => {
  await server.stop();
});

/** All rows of all read models as text, so that no precision is lost. */
async function content(): Promise<Record<string, unknown[]>> {
  const aggregates = [agentAggregate, contextGraphAggregate, serviceAggregate];
  const tables = aggregates.flatMap((aggregate) => aggregate.tables ?? []);
  const entries = tables.map(async ({ name }) => {
    const { rows } = await server.database.pool.query(`SELECT t::text FROM ${name} t ORDER BY 1`);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const before = await content();
  expect(Object.keys(before)).toHaveLength(7);
  for (const rows of Object.values(before)) expect(rows).not.toEqual([]);
  await server.database.pool.query(`
    DELETE FROM agents.service_version_set; DELETE FROM agents.agent_version;
    INSERT INTO agents.service_tag VALUES ('org:demo', 'unknown', 'area', NULL);
    UPDATE agents.service SET name = name || ' changed'; UPDATE agents.context_graph SET latest_version = 9`);

  expect(await server.readModels.rebuild()).toMatchObject({ streams: 6 });

  expect(await content()).toEqual(before);
});

it('given an open transaction in the log, when they are rebuilt, then they include its events', async () => {
  const other = await server.database.pool.connect();
  try {
    await other.query('BEGIN; SELECT pg_current_xact_id()');
    const { agentId } = await server.agents.createAgent({ caller, agentName: 'Written meanwhile' });
    const before = await content();
    await server.database.pool.query('DELETE FROM agents.agent WHERE agent_id = $1', [agentId]);
    expect(await server.readModels.rebuild()).toMatchObject({ streams: 7, missing: 1 });
    expect(await content()).toEqual(before);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

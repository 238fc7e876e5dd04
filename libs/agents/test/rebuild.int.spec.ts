import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { graphBody, seedRequest } from './definitions.js';
import { readModelTables } from '../src/projections/read-model-rows.js';

/** In seconds: other tests hold transactions open on the same server, and the log settles behind them. */
const patience = 60;

const caller = administratorOf('demo');
let server: AgentsServer;

beforeAll(async () => {
  server = await startAgentsServer();
  const { agents, admin } = server;
  const { agentId, contextGraphId, serviceId } = await admin.seedDefinitions(seedRequest('org:demo'));
  await admin.seedDefinitions(seedRequest('org:other'));
  await agents.createAgentVersion({ caller, agentId, changes: { background: 'Newer.' } });
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

/** All rows of all read models, as text, so that nothing of a value is lost. */
async function content(): Promise<Record<string, unknown[]>> {
  const entries = readModelTables.map(async (table) => {
    const { rows } = await server.database.pool.query(`SELECT t::text FROM ${table} t ORDER BY 1`);
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const before = await content();
  for (const rows of Object.values(before)) expect(rows).not.toEqual([]);
  await server.database.pool.query(`
    DELETE FROM agents.service_version_set; DELETE FROM agents.agent_version;
    UPDATE agents.service SET name = name || ' changed'; UPDATE agents.context_graph SET latest_version = 9`);

  expect(await server.rebuildReadModels(patience)).toBe(19);

  expect(await content()).toEqual(before);
});

it('given an open transaction that holds back the log, when rebuilt, then it says so and changes nothing', async () => {
  const before = await content();
  const other = await server.database.pool.connect();
  try {
    await other.query('BEGIN; SELECT pg_current_xact_id()');
    await server.agents.createAgent({ caller, agentName: 'Written meanwhile' });
    await expect(server.rebuildReadModels(0)).rejects.toMatchObject({ code: 'service_unavailable' });
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  expect(await content()).toMatchObject({ 'agents.service': before['agents.service'] });
  await expect(server.rebuildReadModels(patience)).resolves.toBe(20);
});

import { definitionTables } from '../src/projections/definition-rows.js';
import { administratorOf, keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { graphBody, seedRequest } from './definitions.js';

const caller = administratorOf('demo');
let server: AgentsServer;

beforeAll(async () => {
  server = await startAgentsServer();
  const { admin } = server;
  const mine = definitionsOf(server, caller);
  const { agentId, contextGraphId, serviceId } = await admin.seedDefinitions(seedRequest('org:demo'));
  await admin.seedDefinitions(seedRequest('org:other'));
  for (const background of ['Newer.', '🙂'.repeat(20_000)])
    await mine.version('agent', agentId, { background });
  for (const objective of ['Short', 'Long. '.repeat(20_000)])
    await mine.version('context_graph', contextGraphId, graphBody(objective));
  await mine.putSet(serviceId, 'release', { agent_version_number: 1 });
  await definitionsOf(server, { ...caller, userId: 'bob' }).putSet(serviceId, 'canary');
  const { definitionId } = await mine.create('agent', 'Gone');
  await mine.retire('agent', definitionId);
  const { definitionId: toolId } = await mine.create('tool', 'lookup', { description: 'Looks up' });
  for (const bump_type of ['major', 'minor', 'patch'])
    await mine.version('tool', toolId, { bump_type, base_url: 'https://api.example', path: 'find' });
  await mine.retireVersions('tool', toolId, '<=1.1');
  const theirs = definitionsOf(server, keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11'));
  const integration = await theirs.create('integration', 'crm', {
    ...{ protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' },
  });
  await theirs.create(
    'endpoint',
    'find',
    { description: 'Finds', path: 'find' },
    { parentId: integration.definitionId },
  );
});
afterAll(async () => {
  await server.stop();
});

/** All rows of all read models as text, so that no precision is lost. */
async function content(): Promise<Record<string, unknown[]>> {
  const tables = definitionTables;
  const entries = tables.map(async ({ name }) => {
    const { rows } = await server.database.pool.query(`SELECT t::text FROM ${name} t ORDER BY 1`);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const before = await content();
  expect(Object.keys(before)).toHaveLength(2);
  for (const rows of Object.values(before)) expect(rows).not.toEqual([]);
  await server.database.pool.query(`
    DELETE FROM agents.definition WHERE kind = 'endpoint'; DELETE FROM agents.definition_version WHERE kind = 'agent';
    INSERT INTO agents.definition_version
      SELECT tenant_id, 'unknown', version, kind, version_id, label, body_address, body_size_bytes, body_json, is_retired,
             creator, created_at FROM agents.definition_version WHERE kind = 'tool';
    UPDATE agents.definition SET name = name || ' changed' WHERE kind = 'service';
    UPDATE agents.definition SET latest_version = 9, held_name = NULL WHERE kind = 'context_graph'`);

  expect(await server.readModels.rebuild()).toMatchObject({ streams: 10, removed: 3 });

  expect(await content()).toEqual(before);
});

it('given an open transaction in the log, when they are rebuilt, then they include its events', async () => {
  const other = await server.database.pool.connect();
  try {
    await other.query('BEGIN; SELECT pg_current_xact_id()');
    const { definitionId } = await definitionsOf(server, caller).create('agent', 'Written meanwhile');
    const before = await content();
    await server.database.pool.query('DELETE FROM agents.definition WHERE definition_id = $1', [
      definitionId,
    ]);
    expect(await server.readModels.rebuild()).toMatchObject({ streams: 11, missing: 1 });
    expect(await content()).toEqual(before);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

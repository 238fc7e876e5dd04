import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyStreamHead, EventStore, rebuildReadModels } from '@svc/event-store';
import { streamId, type TenantId } from '@svc/kernel';
import { runMigrations } from '@svc/postgres';
import { systemClock, systemIds } from '@svc/runtime';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { agentsEventTypes, type AgentsEvent } from '../src/adapters/event-types.js';
import { definitionAggregates } from '../src/application/definition-aggregates.js';
import { agentsContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

const tenantId = 'org:demo' satisfies TenantId;
const { migrations } = agentsContext;
const own = migrations.folders.at(-1)!;
const generic = 'generic_definitions';
let earlier: string;
let storage: TestDatabase;
let store: EventStore<AgentsEvent>;

beforeAll(async () => {
  earlier = await mkdtemp(path.join(tmpdir(), 'agents-earlier-'));
  const before = (await readdir(own)).filter((name) => !name.endsWith(generic));
  for (const name of before) await cp(path.join(own, name), path.join(earlier, name), { recursive: true });
  const folders = [...migrations.folders.slice(0, -1), earlier];
  storage = await createTestDatabase({ migrations: { ...migrations, folders } });
  const { database } = storage;
  store = new EventStore({
    ...{ schema: 'agents', database, types: agentsEventTypes, clock: systemClock, ids: systemIds },
  });
});
afterAll(async () => {
  await storage.drop();
  await rm(earlier, { recursive: true, force: true });
});

const samplesOf = (...types: readonly AgentsEvent['type'][]) =>
  eventSamples.filter(({ type }) => types.includes(type));

async function append(category: string, id: string, events: readonly AgentsEvent[]): Promise<void> {
  await store.append(storage.database, {
    ...{ tenantId, streamId: streamId(tenantId, category, id), subject: null, expected: emptyStreamHead },
    ...{ events, metadata: { actor: 'user:ada', correlationId: 'c', causationId: 'c' } },
  });
}

/** Rows without what a rebuild writes in another form: the text of a body, and its length. */
async function content(): Promise<unknown[]> {
  const { rows: definitions } = await storage.database.pool.query(
    `SELECT to_jsonb(d) - 'body_json' - 'body_size_bytes' AS row, d.body_json::jsonb AS body
       FROM agents.definition AS d ORDER BY d.definition_id`,
  );
  const { rows: versions } = await storage.database.pool.query(
    'SELECT to_jsonb(v) AS row FROM agents.definition_version AS v ORDER BY v.definition_id, v.version',
  );
  return [definitions, versions];
}

it('given what an earlier release has written, when it is migrated, then tables hold what a rebuild makes of the log', async () => {
  const [created, whole, inline] = samplesOf('AgentCreated', 'AgentVersionCreated');
  const second = { ...inline!, data: { ...inline!.data, version: 4 } } as AgentsEvent;
  await append('agent', 'a', [created!, whole!, second]);
  await append('context_graph', 'g', samplesOf('ContextGraphCreated'));
  await append('service', 's', samplesOf('ServiceCreated', 'VersionSetPut'));
  await append('service', 't', [
    {
      type: 'ServiceCreated',
      data: {
        ...{
          serviceId: 't',
          name: 'Active',
          description: 'Books',
          isActive: true,
          agentId: 'a',
          contextGraphId: 'g',
        },
        ...{ tags: [], keyterms: ['one'], creator: { orgId: 'demo', userId: 'ada' }, createdAtMs: 9 },
      },
    },
  ]);

  await runMigrations(storage.database, migrations);

  const migrated = await content();
  expect(migrated.map((rows) => (rows as unknown[]).length)).toEqual([4, 2]);
  const { database } = storage;
  const outcome = await rebuildReadModels({ database, store, aggregates: definitionAggregates });
  expect(outcome).toMatchObject({ missing: 0, removed: 0 });
  expect(migrated).toEqual(await content());
});

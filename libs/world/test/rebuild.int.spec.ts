import { identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { userSubject, workspaceTenant, type TenantId } from '@svc/kernel';
import { worldAggregates } from '../src/application/world-aggregates.js';
import { PublishedFacts } from './analytics-facts.js';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
const bus = new TestBus();
beforeAll(async () => void (server = await startWorldServer(bus)));
afterAll(() => server.stop());

/** Sealed values are sealed again each time. */
async function content(): Promise<readonly unknown[]> {
  const { rows } = await server.database.pool.query(`
    SELECT t::text FROM world.enrichment_key t
     UNION ALL SELECT (to_jsonb(e) - 'profile')::text FROM world.entity e
     UNION ALL SELECT w::text FROM world.entity_words w
     UNION ALL SELECT i::text FROM world.entity_identifier i ORDER BY 1`);
  return rows;
}

it('given read models that have lost and changed rows, when they are rebuilt, then they are as they were', async () => {
  const caller = workspaceCaller();
  for (const key of ['first', 'second', 'third'])
    await server.world.createEnrichmentKey({ ...languageKey, caller, key });
  const profile = { name: 'Ada', phone: '+4930123456', externalIds: { crm: '1' }, tags: [] };
  const request = { caller, entityType: 'person', source: 'manual' };
  const { entity } = await server.entities.createEntity({ ...request, profile });
  await server.entities.changeEntity({
    caller,
    entityId: entity?.entityId ?? '',
    name: { value: 'Augusta' },
  });
  const before = await content();
  expect(before).toHaveLength(7);
  await server.database.pool.query(`
    DELETE FROM world.enrichment_key WHERE key = 'first';
    UPDATE world.enrichment_key SET description = 'changed';
    UPDATE world.entity_words SET words = 'changed';
    DELETE FROM world.entity_identifier`);

  await server.readModels.rebuild();

  expect(await content()).toEqual(before);
  const { entities } = await server.entities.listEntities({
    ...{ caller, entityTypes: [], query: 'augusta' },
    page: { limit: 1, offset: 0 },
  });
  expect(entities[0]?.profile).toMatchObject({ name: 'Augusta', phone: '+4930123456' });
});

const figures = ['counted_conversation', 'activity_of_day', 'known_definition'];

async function contentOf(tables: readonly string[]): Promise<readonly unknown[]> {
  const all = tables.map((table) =>
    server.database.pool.query(`SELECT t::text FROM world.${table} t ORDER BY 1`),
  );
  return (await Promise.all(all)).map(({ rows }) => rows);
}

it('given figures that are dropped, when they are rebuilt, then they are as they were', async () => {
  const facts = new PublishedFacts(bus, 'f3c1b8a4-7f1c-4e0e-9e55-1d1f3f0c2b22');
  const startedAtMs = Date.UTC(2026, 10, 22, 23, 59, 59);
  await facts.definition('service', 's', 'Desk', 'a');
  await facts.definition('agent', 'a', 'Ada');
  await facts.retired('agent', 'a');
  for (const conversationId of ['one', 'two', 'gone'])
    await facts.started({ conversationId, startedAtMs, actor: 'api_key:k' });
  await facts.turn('one', startedAtMs + 2_000);
  await facts.tool('one', 'failed', startedAtMs + 3_000);
  await facts.escalated('two', startedAtMs + 4_000);
  await facts.finished('two', startedAtMs + 5_000);
  await facts.discarded('gone');
  const before = await contentOf(figures);
  await server.database.pool.query(figures.map((table) => `TRUNCATE world.${table}`).join(';'));

  await server.readModels.rebuild();

  expect(await contentOf(figures)).toEqual(before);
  expect(before.map((rows) => (rows as unknown[]).length)).toEqual([2, 6, 2]);
});

it('given an audit trail and test credentials that are dropped, when they are rebuilt, then they are as they were', async () => {
  const workspaceId = 'a4c1b8a4-7f1c-4e0e-9e55-1d1f3f0c2b33';
  const tenantId = workspaceTenant(workspaceId);
  const streamId = `${tenantId}/workspace/${workspaceId}`;
  for (const credentialIds of [
    ['a', 'b'],
    ['b', 'c'],
  ])
    await bus.publish(identityEvents.TestCredentialIdsSet, {
      ...{ tenantId, streamId, data: { credentialIds, changedAtMs: 1 } },
    });
  const caller = workspaceCaller(workspaceId);
  await server.audit.beginAuditExport({ caller, filter: undefined });
  const { entity } = await server.entities.createEntity({
    ...{ caller, entityType: 'person', source: 'manual' },
    profile: { name: 'Ada', externalIds: {}, tags: [] },
  });
  await server.entities.getEntity({ caller, entityId: entity?.entityId ?? '' });
  await server.ownChangesAudited();
  const trail = ['audit_entry', 'test_credential'];
  const before = await contentOf(trail);
  await server.database.pool.query('TRUNCATE world.audit_entry, world.test_credential');

  await server.readModels.rebuild();

  expect(await contentOf(trail)).toEqual(before);
  expect((before[1] as unknown[]).length).toBe(2);
  expect((before[0] as unknown[]).length).toBeGreaterThanOrEqual(3);
});

/** Of every table that an aggregate declares, so that a new one is dropped here too. */
const declared = [...new Set(worldAggregates.flatMap(({ tables = [] }) => tables).map(({ name }) => name))];

/** What is sealed is sealed again each time: whether there is something is compared. */
async function everything() {
  const sealed = ['profile', 'sealed_value'];
  const all = declared.map(async (table) => {
    const { rows } = await server.database.pool.query<{ row: string }>(
      `SELECT (SELECT jsonb_object_agg(key, CASE WHEN key = ANY($1::text[]) THEN to_jsonb(value <> 'null') ELSE value END)
                 FROM jsonb_each(to_jsonb(t)))::text AS row FROM ${table} t ORDER BY 1`,
      [sealed],
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

it('given all read models dropped, when they are rebuilt, then each is as it was, also of entities that are one or erased', async () => {
  const caller = workspaceCaller('b5c1b8a4-7f1c-4e0e-9e55-1d1f3f0c2b44');
  const create = async (name: string, canonicalId?: string) => {
    const profile = { name, canonicalId, externalIds: {}, tags: ['vip'] };
    const made = await server.entities.createEntity({
      ...{ caller, entityType: 'person', source: 'manual', profile },
    });
    return made.entity?.entityId ?? '';
  };
  const [ada, augusta, gone] = [await create('Ada', 'ada'), await create('Augusta'), await create('Gone')];
  const nickname = { ...languageKey, key: 'nickname', valueType: 'string', allowedValuesJson: undefined };
  await server.world.createEnrichmentKey({ ...languageKey, caller });
  await server.world.createEnrichmentKey({ ...nickname, isPii: true, caller });
  for (const entityId of [ada, augusta, gone])
    for (const [key, valueJson] of [
      [languageKey.key, '"en"'],
      [languageKey.key, '"de"'],
      ['nickname', '"Countess"'],
    ] as const)
      await server.world.putEnrichment({
        ...{ caller, entityId, key, valueJson, source: 'manual', confidence: 0.5 },
      });
  await server.entities.mergeEntities({ caller, entityId: ada, mergedEntityId: augusta });
  const subject = userSubject(caller.tenantId as TenantId, gone);
  server.identity.erased.add(subject);
  await server.admin.eraseSubject({ subject });
  await server.ownChangesAudited();
  const whole = await server.entities.getEntity({ caller, entityId: augusta });
  const before = await everything();
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(JSON.stringify(before)).not.toContain('Countess');
  await server.database.pool.query(`TRUNCATE ${declared.join(', ')}`);

  await server.readModels.rebuild();

  expect(await everything()).toEqual(before);
  expect(await server.entities.getEntity({ caller, entityId: ada })).toEqual(whole);
});

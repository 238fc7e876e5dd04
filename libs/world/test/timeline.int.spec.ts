import { randomUUID } from 'node:crypto';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const page = { limit: 50, offset: 0 };

async function known() {
  const caller = workspaceCaller(randomUUID());
  const create = async () => {
    const request = { caller, entityType: 'person', source: 'manual' };
    const profile = { externalIds: {}, tags: [] };
    const { entity } = await server.entities.createEntity({ ...request, profile });
    return entity?.entityId ?? '';
  };
  const [ada, augusta] = [await create(), await create()];
  const secret = { key: 'nickname', valueType: 'string', isPii: true, allowedValuesJson: undefined };
  await server.world.createEnrichmentKey({ ...languageKey, caller });
  await server.world.createEnrichmentKey({ ...languageKey, ...secret, caller });
  const put = async (entityId: string, key: string, valueJson: string) => {
    const given = { caller, entityId, key, valueJson, source: 'crm', confidence: 0.5 };
    return (await server.world.putEnrichment(given)).value?.eventId;
  };
  const timeline = (entityId: string, domain?: string, part = page) =>
    server.entities.listTimeline({ caller, entityId, domain, page: part });
  return { caller, ada, augusta, put, timeline };
}

it('given an entity with values, when its timeline is read, then it has them and its beginning, the newest first', async () => {
  const { ada, put, timeline } = await known();
  const first = await put(ada, 'language', '"en"');
  const second = await put(ada, 'language', '"de"');
  const sealed = await put(ada, 'nickname', '"Countess"');

  const { entries, total } = await timeline(ada);

  expect(total).toBe(4);
  expect(entries.map(({ domain, id, value }) => [domain, id, value?.valueJson, value?.isCurrent])).toEqual([
    ['enrichment', sealed, '"Countess"', true],
    ['enrichment', second, '"de"', true],
    ['enrichment', first, '"en"', false],
    ['entity', ada, undefined, undefined],
  ]);
  expect(await timeline(ada, 'entity')).toMatchObject({ total: 1, entries: [{ source: 'manual' }] });
  expect(await timeline(ada, 'enrichment', { limit: 1, offset: 1 })).toMatchObject({
    entries: [{ id: second }],
    ...{ total: 3, page: { hasMore: true, nextOffset: 2 } },
  });
});

it('given two that are one, when the timeline of either is read, then it has what happened to both', async () => {
  const { caller, ada, augusta, put, timeline } = await known();
  await put(ada, 'language', '"en"');
  await put(augusta, 'language', '"de"');
  await server.entities.mergeEntities({ caller, entityId: ada, mergedEntityId: augusta });

  const { entries } = await timeline(augusta);

  expect(entries.map(({ entityId, value }) => [entityId, value?.valueJson, value?.isCurrent])).toEqual([
    [augusta, '"de"', true],
    [ada, '"en"', false],
    [augusta, undefined, undefined],
    [ada, undefined, undefined],
  ]);
  expect(await timeline(ada)).toMatchObject({ total: 4 });
});

it('refuses who may not read, another workspace, a domain that is none, and an entity that is none', async () => {
  const { ada, timeline } = await known();
  const ask = (caller: ReturnType<typeof workspaceCaller>) =>
    server.entities.listTimeline({ caller, entityId: ada, page });
  await expect(ask(workspaceCaller(randomUUID()))).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask(workspaceCaller(randomUUID(), []))).rejects.toMatchObject({ code: 'permission_denied' });
  await expect(timeline(ada, 'weather')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(timeline(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
});

import { randomUUID } from 'node:crypto';
import type { PutEnrichmentRequest } from '@svc/contracts/world';
import { userSubject, workspaceTenant } from '@svc/kernel';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

async function person(workspaceId: string = randomUUID()) {
  const caller = workspaceCaller(workspaceId);
  const request = { caller, entityType: 'person', source: 'manual' };
  const { entity } = await server.entities.createEntity({
    ...request,
    profile: { externalIds: {}, tags: [] },
  });
  const entityId = entity?.entityId ?? '';
  await server.world.createEnrichmentKey({ ...languageKey, caller });
  const put = async (valueJson: string, change: Partial<PutEnrichmentRequest> = {}) => {
    const written = { key: languageKey.key, valueJson, source: 'manual', confidence: 0.5, ...change };
    const { value } = await server.world.putEnrichment({ ...written, entityId: entityId, caller, ...change });
    if (!value) throw new Error('No value');
    return value;
  };
  const page = { limit: 200, offset: 0 };
  const current = async (asOfMs?: number) =>
    (await server.world.listEnrichment({ caller, entityId, page, asOfMs })).values;
  const history = (limit = 50, asOfMs?: number) =>
    server.world.listEnrichmentHistory({ caller, entityId, key: languageKey.key, limit, asOfMs });
  return { workspaceId, caller, entityId, put, current, history };
}

describe('a value of an entity', () => {
  it('when it is written, then it counts, and a later one of its class takes its place', async () => {
    const { put, current, history } = await person();
    const first = await put('"en"');
    expect(first).toMatchObject({ key: 'language', valueType: 'enum', isCurrent: true, reason: 'first' });
    const betweenMs = server.clock.nowMs;
    const second = await put('"de"', { sourceSystem: 'crm' });
    expect(second).toMatchObject({
      supersedes: first.eventId,
      reason: 'later_effective',
      sourceSystem: 'crm',
    });
    expect(await current()).toMatchObject([{ eventId: second.eventId, valueJson: '"de"' }]);
    expect(await current(betweenMs)).toMatchObject([{ eventId: first.eventId, valueJson: '"en"' }]);
    expect(await current(first.recordedAtMs - 1)).toEqual([]);
    const { values, dropped } = await history();
    expect(values.map(({ eventId, isCurrent }) => [eventId, isCurrent])).toEqual([
      [second.eventId, true],
      [first.eventId, false],
    ]);
    expect(dropped).toBe(0);
    expect(await history(1)).toMatchObject({ values: [{ eventId: second.eventId }], dropped: 1 });
    expect((await history(50, betweenMs)).values).toMatchObject([
      { eventId: first.eventId, isCurrent: true },
    ]);
  });

  it('given that it is less sure, became true earlier or was rejected, then it is history alone', async () => {
    const { put, current, history } = await person();
    const sure = await put('"en"', { confidence: 0.95 });
    const losers = [
      await put('"de"', { confidence: 0.9 }),
      await put('"de"', { confidence: 1, effectiveAtMs: 5 }),
    ];
    expect(losers.map(({ reason, isCurrent, supersedes }) => [reason, isCurrent, supersedes])).toEqual([
      ['lower_class', false, undefined],
      ['earlier_effective', false, undefined],
    ]);
    expect(await current()).toMatchObject([{ eventId: sure.eventId }]);
    expect((await history()).values.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  it('given many at the same moment, then each is written, and one counts', async () => {
    const { put, current, history } = await person();
    await Promise.all(Array.from({ length: 4 }, () => put('"en"')));
    const { values } = await history();
    expect(values).toHaveLength(4);
    expect(await current()).toMatchObject([{ eventId: values.find(({ isCurrent }) => isCurrent)?.eventId }]);
  });

  it.each([
    ['no such key', { key: 'other' }],
    ['a value that is not allowed', { valueJson: '"fr"' }],
    ['a value of another type', { valueJson: '5' }],
    ['another type than that of the key', { valueType: 'string' }],
    ['less confidence than the key asks for', { confidence: 0.1 }],
  ])('given %s, then it is a bad request', async (_what, change) => {
    const { put } = await person();
    await expect(put('"en"', change)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    ['what is no JSON', { valueJson: '{' }],
    ['a confidence above 1', { confidence: 1.5 }],
    ['a source without a name', { source: '' }],
    ['a key that can be none', { key: '-' }],
  ])('given %s, then it is refused', async (_what, change) => {
    const { put } = await person();
    await expect(put('"en"', change)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('without the permission, in another workspace, or of nobody, then nothing is written or read', async () => {
    const { put, entityId } = await person();
    await expect(put('"en"', { caller: workspaceCaller(undefined, []) })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    const stranger = await person();
    for (const attempt of [
      () => put('"en"', { caller: stranger.caller }),
      () => put('"en"', { entityId: randomUUID() }),
      () => server.world.listEnrichment({ caller: stranger.caller, entityId, page: { limit: 1, offset: 0 } }),
      () =>
        server.world.listEnrichmentHistory({ caller: stranger.caller, entityId, key: 'language', limit: 1 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when its key is deleted, then it stays readable, and no more are taken', async () => {
    const { put, current, caller } = await person();
    await put('"en"');
    const { enrichmentKeys } = await server.world.listEnrichmentKeys({
      caller,
      page: { limit: 1, offset: 0 },
    });
    const enrichmentKeyId = enrichmentKeys[0]?.enrichmentKeyId ?? '';
    await server.world.deleteEnrichmentKey({ caller, enrichmentKeyId });
    await expect(put('"de"')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await current()).toMatchObject([{ valueJson: '"en"' }]);
  });
});

describe('a value of a key that is marked is_pii', () => {
  it('stands sealed, is read as it is, and is gone with the entity', async () => {
    const { workspaceId, caller, entityId, put, current, history } = await person();
    const key = {
      ...languageKey,
      key: 'nickname',
      valueType: 'string',
      isPii: true,
      allowedValuesJson: undefined,
    };
    await server.world.createEnrichmentKey({ ...key, caller });
    await put('"Countess"', { key: 'nickname' });
    await put('"en"');
    expect((await current()).map(({ valueJson }) => valueJson)).toEqual(['"en"', '"Countess"']);
    const stored = async () =>
      JSON.stringify([
        (
          await server.database.pool.query('SELECT * FROM world.current_enrichment WHERE entity_id = $1', [
            entityId,
          ])
        ).rows,
        (
          await server.database.pool.query('SELECT * FROM world.enrichment_entry WHERE entity_id = $1', [
            entityId,
          ])
        ).rows,
        (
          await server.database.pool.query('SELECT payload FROM world.event WHERE stream_id LIKE $1', [
            `%${entityId}%`,
          ])
        ).rows,
      ]);
    expect(await stored()).not.toContain('Countess');

    const subject = userSubject(workspaceTenant(workspaceId), entityId);
    server.identity.erased.add(subject);
    await server.admin.eraseSubject({ subject });

    await expect(current()).rejects.toMatchObject({ code: 'not_found' });
    await server.readModels.rebuild();
    await expect(current()).rejects.toMatchObject({ code: 'not_found' });
    await expect(history()).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('given values whose rows are lost, when read models are rebuilt, then they are as they were', async () => {
  const { put, entityId } = await person();
  await put('"en"');
  await put('"de"', { confidence: 1 });
  await put('"en"');
  const rows = async () =>
    (
      await server.database.pool.query(
        `SELECT t::text FROM world.current_enrichment t WHERE entity_id = $1
          UNION ALL SELECT t::text FROM world.enrichment_entry t WHERE entity_id = $1 ORDER BY 1`,
        [entityId],
      )
    ).rows;
  const before = await rows();
  expect(before).toHaveLength(4);
  await server.database.pool.query('TRUNCATE world.current_enrichment, world.enrichment_entry');

  await server.readModels.rebuild();

  expect(await rows()).toEqual(before);
});

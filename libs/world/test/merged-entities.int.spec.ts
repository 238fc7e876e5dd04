import { randomUUID } from 'node:crypto';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { EntityProfile } from '@svc/contracts/world';
import { nameUuid, userSubject, type TenantId } from '@svc/kernel';
import { eventually } from '@svc/testing';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const inWorkspace = () => workspaceCaller(randomUUID());
async function create(
  caller: WorkspaceCaller,
  profile: Partial<EntityProfile>,
  entityType = 'person',
): Promise<string> {
  const request = { caller, entityType, source: 'manual' };
  const whole = { externalIds: {}, tags: [], ...profile };
  const { entity } = await server.entities.createEntity({ ...request, profile: whole });
  return entity?.entityId ?? '';
}
const get = async (caller: WorkspaceCaller, entityId: string) =>
  (await server.entities.getEntity({ caller, entityId })).entity;
const merge = (caller: WorkspaceCaller, entityId: string, mergedEntityId: string) =>
  server.entities.mergeEntities({ caller, entityId, mergedEntityId });
const undo = (caller: WorkspaceCaller, entityId: string) =>
  server.entities.unmergeEntity({ caller, entityId });
const merged = (caller: WorkspaceCaller, entityId: string) =>
  server.entities.listMergedEntities({ caller, entityId });
const listed = async (caller: WorkspaceCaller, query?: string) => {
  const asked = { caller, entityTypes: [], query, page: { limit: 50, offset: 0 } };
  const { entities, total } = await server.entities.listEntities(asked);
  expect(total).toBe(entities.length);
  return entities.map(({ entityId }) => entityId);
};
const code = (of: string) => expect.objectContaining({ code: of }) as Error;

/** Once both are one. */
const areOne = (caller: WorkspaceCaller, one: string, other: string) =>
  eventually(async () =>
    expect((await get(caller, one))?.entityId).toBe((await get(caller, other))?.entityId),
  );
/** Once all that was stored so far has been looked at: what comes later has been merged. */
async function allLookedAt(caller: WorkspaceCaller): Promise<void> {
  const crm = randomUUID();
  const later = [
    await create(caller, { externalIds: { crm } }),
    await create(caller, { externalIds: { crm } }),
  ];
  await areOne(caller, later[0] ?? '', later[1] ?? '');
}

async function keyFor(caller: WorkspaceCaller, key: string): Promise<void> {
  await server.world.createEnrichmentKey({
    ...{ caller, entityType: 'person', key, valueType: 'string', minConfidence: 0, isPii: true, tags: [] },
    allowedValuesJson: undefined,
    sourceHint: undefined,
    description: undefined,
  });
}
const put = (caller: WorkspaceCaller, entityId: string, key: string, value: string, confidence = 1) =>
  server.world.putEnrichment({
    ...{ caller, entityId, key, valueJson: JSON.stringify(value), source: 'manual', confidence },
  });
const values = async (caller: WorkspaceCaller, entityId: string) => {
  const page = { limit: 10, offset: 0 };
  const found = await server.world.listEnrichment({ caller, entityId, page });
  return found.values.map(({ key, valueJson }) => [key, JSON.parse(valueJson)]);
};

describe('entities that somebody merges', () => {
  it('are read as one by either id, with what is known of both, until it is undone', async () => {
    const caller = inWorkspace();
    await keyFor(caller, 'diet');
    await keyFor(caller, 'hobby');
    const ada = await create(caller, { name: 'Ada Lovelace', tags: ['regular'], externalIds: { crm: '1' } });
    const other = await create(caller, { name: 'Augusta King', phone: '+4930123456', tags: ['vip'] });
    await put(caller, ada, 'diet', 'vegan', 0.5);
    await put(caller, other, 'diet', 'vegetarian', 1);
    await put(caller, other, 'hobby', 'sums');

    await merge(caller, ada, other);

    const whole = await get(caller, other);
    expect(whole).toMatchObject({
      entityId: ada,
      profile: {
        name: 'Ada Lovelace',
        phone: '+4930123456',
        tags: ['regular', 'vip'],
        externalIds: { crm: '1' },
      },
    });
    expect(JSON.parse(whole?.stateJson ?? '')).toEqual({ diet: 'vegetarian', hobby: 'sums' });
    expect(await get(caller, ada)).toEqual(whole);
    for (const id of [ada, other])
      expect(await values(caller, id)).toEqual([
        ['diet', 'vegetarian'],
        ['hobby', 'sums'],
      ]);
    const asked = { caller, entityId: ada, key: 'diet', limit: 10 };
    const history = await server.world.listEnrichmentHistory(asked);
    expect(history.values.map(({ valueJson, isCurrent }) => [valueJson, isCurrent])).toEqual([
      ['"vegetarian"', true],
      ['"vegan"', false],
    ]);
    expect(await listed(caller)).toEqual([ada]);
    expect(await listed(caller, 'Augusta')).toEqual([ada]);
    const resolved = await server.entities.resolveEntities({
      ...{ caller, entityType: 'person', phone: '+4930123456', entityId: other, limit: 5 },
    });
    expect(resolved.matches.map(({ entity, matchedOn }) => [entity?.entityId, matchedOn])).toEqual([
      [ada, ['entity_id', 'phone']],
    ]);
    const { entityTypes } = await server.entities.listEntityTypes({ caller });
    expect(entityTypes).toMatchObject([{ entityType: 'person', entities: 1 }]);
    expect((await merged(caller, other)).merged).toEqual([
      { entityId: other, mergedInto: ada, mergedOn: [] },
    ]);
    await server.readModels.rebuild();
    expect(await get(caller, other)).toEqual(whole);

    await undo(caller, other);

    expect((await get(caller, other))?.profile).toMatchObject({ name: 'Augusta King', tags: ['vip'] });
    expect((await get(caller, ada))?.profile).toMatchObject({ name: 'Ada Lovelace', tags: ['regular'] });
    expect(await values(caller, ada)).toEqual([['diet', 'vegan']]);
    expect((await listed(caller)).toSorted()).toEqual([ada, other].toSorted());
    await expect(undo(caller, other)).rejects.toEqual(code('conflict'));
  });

  it('form no circle, also at once and over others', async () => {
    const caller = inWorkspace();
    const ids = [await create(caller, {}), await create(caller, {}), await create(caller, {})] as const;
    const [one, two, three] = ids;
    await Promise.all([
      ...[merge(caller, one, two), merge(caller, two, one), merge(caller, two, three)],
      ...[merge(caller, three, one), merge(caller, one, three)],
    ]);
    expect(await listed(caller)).toHaveLength(1);
    const roots = await Promise.all(ids.map(async (id) => (await get(caller, id))?.entityId));
    expect(new Set(roots).size).toBe(1);
  });

  it('are of one type, and of one workspace', async () => {
    const caller = inWorkspace();
    const [person, place] = [await create(caller, {}), await create(caller, {}, 'place')];
    await expect(merge(caller, person, place)).rejects.toEqual(code('invalid_request'));
    await expect(merge(caller, person, person)).rejects.toEqual(code('invalid_request'));
    await expect(merge(inWorkspace(), person, place)).rejects.toEqual(code('not_found'));
    const elsewhere = await create(inWorkspace(), {});
    await expect(merge(caller, person, elsewhere)).rejects.toEqual(code('not_found'));
    await expect(merge({ ...caller, permissions: ['Entity.view'] }, person, place)).rejects.toEqual(
      code('permission_denied'),
    );
  });
});

describe('entities that merge by themselves', () => {
  it('given an equal id of a system, then the one that was known first stands for both', async () => {
    const caller = inWorkspace();
    const first = await create(caller, { name: 'Ada', externalIds: { crm: '7' } });
    const second = await create(caller, { email: 'ada@example.com', externalIds: { crm: '7' } });
    await areOne(caller, first, second);
    expect(await get(caller, second)).toMatchObject({
      entityId: first,
      profile: { name: 'Ada', email: 'ada@example.com' },
    });
    expect((await merged(caller, first)).merged).toEqual([
      { entityId: second, mergedInto: first, mergedOn: ['external_id'] },
    ]);
  });

  it('given one whose canonical id becomes that of another, also of one that conversations have named, then they are one', async () => {
    const workspaceId = randomUUID();
    const caller = workspaceCaller(workspaceId);
    const named = await create(caller, { canonicalId: 'patient-7' });
    expect(named).toBe(nameUuid(workspaceId, 'patient-7'));
    const other = await create(caller, { name: 'Ada' });
    await server.entities.changeEntity({ caller, entityId: other, canonicalId: { value: 'patient-7' } });
    await areOne(caller, named, other);
  });

  it('given an equal phone number, address or a like name alone, then they stay two, and are shown to be alike', async () => {
    const caller = inWorkspace();
    const ada = await create(caller, {
      name: 'Ada Lovelace',
      phone: '+4930123456',
      email: 'ada@example.com',
    });
    const like = await create(caller, {
      name: 'Ada Lovelaces',
      phone: '+4930123456',
      email: 'ADA@example.com',
    });
    const place = await create(caller, { name: 'Ada Lovelace' }, 'place');
    const stranger = await create(caller, { name: 'Grace Hopper', externalIds: { ehr: '1' } });
    await allLookedAt(caller);
    expect(await listed(caller)).toEqual(expect.arrayContaining([ada, like, place, stranger]));
    const { candidates } = await merged(caller, ada);
    expect(candidates.map(({ entity, matchedOn }) => [entity?.entityId, matchedOn.toSorted()])).toEqual([
      [like, ['email', 'name', 'phone']],
    ]);
    expect(candidates[0]?.confidence).toBeGreaterThan(0.9);
  });

  it('given a merge that somebody has undone, then it stays so', async () => {
    const caller = inWorkspace();
    const first = await create(caller, { externalIds: { crm: '8' } });
    const second = await create(caller, { externalIds: { crm: '8' } });
    await areOne(caller, first, second);
    await undo(caller, second);
    await server.entities.changeEntity({ caller, entityId: second, name: { value: 'Grace' } });
    await allLookedAt(caller);
    expect((await get(caller, second))?.entityId).toBe(second);
  });
});

describe('an entity whose other is gone, as where an erasure broke off', () => {
  it('stands for itself, keeps nobody else from merging, and can be erased', async () => {
    const caller = inWorkspace();
    const [first, second] = [await create(caller, {}), await create(caller, { name: 'Ada' })];
    await merge(caller, first, second);
    const subject = userSubject(caller.tenantId as TenantId, first);
    server.identity.erased.add(subject);
    await server.admin.eraseSubject({ subject });
    expect(await listed(caller)).toEqual([second]);
    expect((await get(caller, second))?.profile?.name).toBe('Ada');

    const newer = await create(caller, { externalIds: { crm: '9' } });
    await server.entities.changeEntity({
      ...{ caller, entityId: second, externalIds: { externalIds: { crm: '9' } } },
    });
    await areOne(caller, newer, second);
    await allLookedAt(caller);
    await server.entities.eraseEntity({ caller, entityId: second });
    await expect(get(caller, second)).rejects.toEqual(code('not_found'));
  });
});

describe('a person of several entities', () => {
  it.each(['the one that stands for all', 'one that went up in it'])(
    'given that %s is erased, then all of them are',
    async (which) => {
      const caller = inWorkspace();
      const ids = [
        await create(caller, { name: 'Ada' }),
        await create(caller, { name: 'Augusta' }),
        await create(caller, { name: 'Byron' }),
      ] as const;
      await merge(caller, ids[0], ids[1]);
      await merge(caller, ids[0], ids[2]);
      const entityId = which.startsWith('the') ? ids[0] : ids[1];
      const subjects = ids.map((id) => userSubject(caller.tenantId as TenantId, id));
      const asked = userSubject(caller.tenantId as TenantId, entityId);
      const known = await server.admin.listSubjectsOfPerson({ subject: asked });
      expect(known.subjects.toSorted()).toEqual(subjects.toSorted());
      expect(known.subjects.at(-1)).toBe(asked);
      await server.entities.eraseEntity({ caller, entityId });
      for (const id of ids) await expect(get(caller, id)).rejects.toEqual(code('not_found'));
      for (const subject of subjects) expect(server.identity.erased).toContain(subject);
      expect(await listed(caller)).toEqual([]);
    },
  );
});

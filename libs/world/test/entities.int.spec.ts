import { randomUUID } from 'node:crypto';
import type { CreateEntityRequest, EntityProfile, ResolveEntitiesRequest } from '@svc/contracts/world';
import { nameUuid } from '@svc/kernel';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const nobody: EntityProfile = { externalIds: {}, tags: [] };
const create = async (
  profile: Partial<EntityProfile>,
  caller = workspaceCaller(),
  rest: Partial<CreateEntityRequest> = {},
) => {
  const request = { entityType: 'person', source: 'manual', ...rest, caller };
  const { entity } = await server.entities.createEntity({ ...request, profile: { ...nobody, ...profile } });
  if (!entity) throw new Error('No entity');
  return entity;
};
const list = (caller = workspaceCaller(), asked: object = {}) =>
  server.entities.listEntities({ caller, entityTypes: [], page: { limit: 100, offset: 0 }, ...asked });
const found = async (caller: ReturnType<typeof workspaceCaller>, query: string) =>
  (await list(caller, { query })).entities.map(({ profile }) => profile?.name);
const resolve = (asked: Partial<ResolveEntitiesRequest>, caller = workspaceCaller()) =>
  server.entities.resolveEntities({ entityType: 'person', limit: 25, ...asked, caller });
const inWorkspace = (id = randomUUID()) => workspaceCaller(id);
const ada = { name: 'Ada Lovelace', phone: '+4930123456', email: 'Ada@Example.com', mrn: 'm-1' };

describe('an entity', () => {
  it('when it is created, then it is read as it was given', async () => {
    const created = await create({ ...ada, externalIds: { crm: '7' }, tags: ['regular'] });
    expect(created).toMatchObject({ entityType: 'person', source: 'manual', profile: ada });
    const request = { caller: workspaceCaller(), entityId: created.entityId };
    expect(await server.entities.getEntity(request)).toEqual({ entity: created });
  });

  it('given a canonical id, then its id is the one that conversations give it, and it is one for ever', async () => {
    const workspaceId = randomUUID();
    const caller = inWorkspace(workspaceId);
    const created = await create({ canonicalId: 'patient-7' }, caller);
    expect(created.entityId).toBe(nameUuid(workspaceId, 'patient-7'));
    await expect(create({ canonicalId: 'patient-7' }, caller)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('when some of it changes, then the rest stays, and it is found by the new and not by the old', async () => {
    const caller = inWorkspace();
    const { entityId } = await create(ada, caller);
    const change = { caller, entityId, name: { value: 'Augusta King' }, phone: {} };
    const { entity } = await server.entities.changeEntity(change);
    expect(entity?.profile).toMatchObject({ name: 'Augusta King', email: ada.email, mrn: 'm-1' });
    expect(entity?.profile?.phone).toBeUndefined();
    expect(await found(caller, 'Augusta')).toEqual(['Augusta King']);
    expect(await found(caller, 'Lovelace')).toEqual([]);
    expect((await resolve({ phone: ada.phone }, caller)).matches).toEqual([]);
  });

  it.each([
    ['a number that is none', { phone: '030 123' }],
    ['an address that is none', { email: 'ada' }],
    ['a day that is none', { birthDate: '2023-02-30' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name that cannot be stored', { name: 'a\u0000b' }],
    ['a system with a blank in its name', { externalIds: { 'a b': '1' } }],
    ['a tag twice', { tags: ['a', 'a'] }],
  ])('given %s, then it is refused', async (_what, profile) => {
    await expect(create(profile)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('given a type that is none, then it is refused', async () => {
    await expect(create({}, undefined, { entityType: 'A b' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('given another workspace, then it is neither found, nor listed, nor resolved', async () => {
    const { entityId } = await create(ada, inWorkspace());
    const stranger = inWorkspace();
    const request = { caller: stranger, entityId };
    await expect(server.entities.getEntity(request)).rejects.toMatchObject({ code: 'not_found' });
    await expect(server.entities.changeEntity(request)).rejects.toMatchObject({ code: 'not_found' });
    expect(await list(stranger)).toMatchObject({ entities: [], total: 0 });
    expect(await found(stranger, 'Ada')).toEqual([]);
    expect((await resolve({ phone: ada.phone, entityId }, stranger)).matches).toEqual([]);
  });

  it('without the permission, then it is refused', async () => {
    const { entityId } = await create({});
    const caller = workspaceCaller(undefined, []);
    for (const attempt of [
      () => create({}, caller),
      () => list(caller),
      () => server.entities.getEntity({ caller, entityId }),
      () => server.entities.changeEntity({ caller, entityId }),
      () => server.entities.listEntityTypes({ caller }),
      () => resolve({ entityId }, caller),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it.each([randomUUID(), 'x', 'a\u0000b', ''])(
    'given the unknown id %j, then it is not found',
    async (entityId) => {
      const request = { caller: workspaceCaller(), entityId };
      await expect(server.entities.getEntity(request)).rejects.toMatchObject({ code: 'not_found' });
      await expect(server.entities.changeEntity(request)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a list of entities', () => {
  it('is cut into pages, the latest change first, or in the order that is asked for', async () => {
    const caller = inWorkspace();
    for (const name of ['first', 'second', 'third']) {
      server.clock.nowMs += 1_000;
      await create({ name }, caller);
    }
    const names = async (asked: object) => {
      const { entities, page, total } = await list(caller, asked);
      return [entities.map(({ profile }) => profile?.name), page?.nextOffset, total];
    };
    expect(await names({ page: { limit: 2, offset: 0 } })).toEqual([['third', 'second'], 2, 3]);
    expect(await names({ page: { limit: 2, offset: 2 } })).toEqual([['first'], undefined, 3]);
    const order = { field: 'created_at', descending: false };
    expect(await names({ order })).toEqual([['first', 'second', 'third'], undefined, 3]);
  });

  it('shows those of the types and the source that are asked for, and counts them', async () => {
    const caller = inWorkspace();
    await create({ name: 'Ada' }, caller);
    await create({ name: 'Bonn' }, caller, { entityType: 'place', source: 'import', sourceSystem: 'maps' });
    expect((await list(caller, { entityTypes: ['place'] })).entities).toHaveLength(1);
    expect((await list(caller, { source: 'import', sourceSystem: 'maps' })).total).toBe(1);
    expect((await list(caller, { entityTypes: ['call'] })).total).toBe(0);
    const { entityTypes } = await server.entities.listEntityTypes({ caller });
    expect(entityTypes.map(({ entityType, entities }) => [entityType, entities])).toEqual([
      ['person', 1],
      ['place', 1],
    ]);
  });

  it('finds words, parts of words and misspelt ones, and ids, numbers and addresses as they are', async () => {
    const caller = inWorkspace();
    const { entityId } = await create({ ...ada, externalIds: { crm: 'X-77' } }, caller);
    await create({ name: 'Grace Hopper' }, caller);
    for (const query of ['ada', 'LOVE', 'Lovelase', '+4930123456', 'ada@example.com', 'X-77', entityId])
      expect([query, await found(caller, query)]).toEqual([query, ['Ada Lovelace']]);
    expect(await found(caller, '%')).toEqual([]);
    expect(await found(caller, "'; drop table world.entity --")).toEqual([]);
    const { entities } = await list(caller, { query: 'ada', minRelevance: 1 });
    expect(entities).toHaveLength(1);
  });

  it.each([
    ['a query that is blank', { query: ' ' }],
    ['a query that is too long', { query: 'x'.repeat(201) }],
    ['an order that there is none of', { order: { field: 'name', descending: false } }],
    ['a page that is too long', { page: { limit: 101, offset: 0 } }],
  ])('given %s, then it is refused', async (_what, asked) => {
    await expect(list(undefined, asked)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('the resolution of an entity', () => {
  it('names the surest match first, and by what it was found', async () => {
    const caller = inWorkspace();
    const one = await create({ ...ada, canonicalId: 'patient-1' }, caller);
    const other = await create({ name: 'Ada the second', phone: ada.phone }, caller);
    const { matches } = await resolve({ phone: ada.phone, email: 'ADA@example.com' }, caller);
    expect(
      matches.map(({ entity, confidence, matchedOn }) => [
        entity?.entityId,
        confidence,
        [...matchedOn].sort(),
      ]),
    ).toEqual([
      [one.entityId, 0.96, ['email', 'phone']],
      [other.entityId, 0.8, ['phone']],
    ]);
    expect((await resolve({ canonicalId: 'patient-1' }, caller)).matches).toMatchObject([
      { confidence: 1, entity: { entityId: one.entityId } },
    ]);
    expect((await resolve({ phone: ada.phone, entityType: 'place' }, caller)).matches).toEqual([]);
  });

  it('given nothing to go by, then it is a bad request', async () => {
    await expect(resolve({})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(resolve({ phone: '1' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

import { randomUUID } from 'node:crypto';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const nothingChanged = {
  allowedValuesJson: undefined,
  sourceHint: undefined,
  description: undefined,
  minConfidence: undefined,
  isPii: undefined,
  tags: undefined,
};
const create = (change: Partial<typeof languageKey> = {}, caller = workspaceCaller()) =>
  server.world.createEnrichmentKey({ ...languageKey, ...change, caller });
const list = (caller = workspaceCaller(), entityType?: string, page = { limit: 500, offset: 0 }) =>
  server.world.listEnrichmentKeys({ caller, entityType, page });
const idOf = ({ enrichmentKey }: Awaited<ReturnType<typeof create>>) => enrichmentKey?.enrichmentKeyId ?? '';

describe('a created enrichment key', () => {
  it('then it is listed in the order of creation, a page at a time, by entity type', async () => {
    const caller = workspaceCaller(randomUUID());
    const { enrichmentKey: first } = await create({ key: 'first' }, caller);
    const { enrichmentKey: second } = await create({ key: 'second', entityType: 'place', tags: [] }, caller);
    expect((await list(caller)).enrichmentKeys).toEqual([first, second]);
    expect((await list(caller, 'place')).enrichmentKeys).toEqual([second]);
    const page = await list(caller, undefined, { limit: 1, offset: 0 });
    expect(page).toEqual({ enrichmentKeys: [first], page: { hasMore: true, nextOffset: 1 } });
  });

  it('when its name is taken, also at the same moment, then it is a conflict', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => create({ key: 'raced' })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(create({ key: 'raced' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('when some of it changes, then the rest stays', async () => {
    const created = await create({ key: 'changing' });
    const { enrichmentKey } = await server.world.changeEnrichmentKey({
      ...nothingChanged,
      caller: workspaceCaller(),
      enrichmentKeyId: idOf(created),
      description: { value: undefined },
      tags: { tags: [] },
    });
    expect(enrichmentKey).toMatchObject({ key: 'changing', tags: [], minConfidence: 0.2 });
    expect(enrichmentKey?.description).toBeUndefined();
  });

  it('when it is deleted, then it is not listed or found any more, and its name is free', async () => {
    const caller = workspaceCaller(randomUUID());
    const request = { caller, enrichmentKeyId: idOf(await create({}, caller)) };
    await server.world.deleteEnrichmentKey(request);
    expect((await list(caller)).enrichmentKeys).toEqual([]);
    await expect(server.world.deleteEnrichmentKey(request)).rejects.toMatchObject({ code: 'not_found' });
    await expect(server.world.changeEnrichmentKey({ ...nothingChanged, ...request })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(create({}, caller)).resolves.toBeDefined();
  });

  it.each([
    ['a list of values that is none', { allowedValuesJson: '{"a":1}' }],
    ['a list of values that is no JSON', { allowedValuesJson: '[' }],
    ['an unknown type', { valueType: 'text' }],
    ['text that cannot be stored', { description: 'a\u0000b' }],
  ])('given %s, then it is refused', async (_what, change) => {
    await expect(create(change)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([randomUUID(), 'x', 'a\u0000b', ''])(
    'given the unknown id %j, then it is not found',
    async (id) => {
      const request = { caller: workspaceCaller(), enrichmentKeyId: id };
      await expect(server.world.deleteEnrichmentKey(request)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  it('without the permission, then it is refused', async () => {
    const nobody = workspaceCaller(undefined, []);
    const enrichmentKeyId = idOf(await create({ key: 'guarded' }));
    for (const attempt of [
      create({ key: 'forbidden' }, nobody),
      list(nobody),
      server.world.changeEnrichmentKey({ ...nothingChanged, caller: nobody, enrichmentKeyId }),
      server.world.deleteEnrichmentKey({ caller: nobody, enrichmentKeyId }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('given another workspace, then it is not found, is not listed, and its name is free', async () => {
    const enrichmentKeyId = idOf(await create({ key: 'ours' }));
    const stranger = workspaceCaller(randomUUID());
    await expect(
      server.world.deleteEnrichmentKey({ caller: stranger, enrichmentKeyId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect((await list(stranger)).enrichmentKeys).toEqual([]);
    await expect(create({ key: 'ours' }, stranger)).resolves.toBeDefined();
  });
});

import { randomUUID } from 'node:crypto';
import { workspacePermissionNames } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { EntityProfile } from '@svc/contracts/world';
import { identityEvents } from '@svc/contracts/public-events';
import { streamId, userSubject } from '@svc/kernel';
import { eventually, samplesOf } from '@svc/testing';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const words = {
  name: 'Quirina Mirabelle',
  phone: '+4930777888',
  email: 'quirina@example.com',
  mrn: 'mrn-77',
};
const profile: EntityProfile = {
  ...words,
  canonicalId: 'patient-q',
  externalIds: { crm: 'crm-q' },
  tags: [],
};

async function create(caller: WorkspaceCaller): Promise<string> {
  const request = { caller, entityType: 'person', source: 'manual', profile };
  const { entity } = await server.entities.createEntity(request);
  return entity?.entityId ?? '';
}
const erase = (caller: WorkspaceCaller, entityId: string) =>
  server.entities.eraseEntity({ caller, entityId });
const get = (caller: WorkspaceCaller, entityId: string) => server.entities.getEntity({ caller, entityId });
const inWorkspace = () => workspaceCaller(randomUUID());
const notFound = expect.objectContaining({ code: 'not_found' }) as Error;

/** Rows of the plain and sealed columns of an entity, of all tables. */
async function rowsOf(entityId: string): Promise<number> {
  const tables = ['entity', 'entity_words', 'entity_identifier'];
  const counts = tables.map((table) => `(SELECT count(*)::integer FROM world.${table} WHERE entity_id = $1)`);
  const { rows } = await server.database.pool.query<{ count: number }>(
    `SELECT ${counts.join(' + ')} AS count`,
    [entityId],
  );
  return rows[0]?.count ?? 0;
}

describe('an entity that is erased', () => {
  it('is found nowhere from the answer on, by the second request neither', async () => {
    const caller = inWorkspace();
    const entityId = await create(caller);
    expect(await rowsOf(entityId)).toBeGreaterThan(3);

    await erase(caller, entityId);

    expect(server.identity.erased).toContain(userSubject(caller.tenantId as `ws:${string}`, entityId));
    expect(await rowsOf(entityId)).toBe(0);
    await expect(get(caller, entityId)).rejects.toEqual(notFound);
    await expect(erase(caller, entityId)).rejects.toEqual(notFound);
    await expect(server.entities.changeEntity({ caller, entityId, name: { value: 'Back' } })).rejects.toEqual(
      notFound,
    );
    await expect(create(caller)).rejects.toEqual(notFound);
    const found = await server.entities.listEntities({
      ...{ caller, entityTypes: [], query: 'Quirina', page: { limit: 10, offset: 0 } },
    });
    expect(found.entities).toEqual([]);
    const asked = { caller, entityType: 'person', entityId, phone: words.phone, limit: 5 };
    expect((await server.entities.resolveEntities(asked)).matches).toEqual([]);
    await server.readModels.rebuild();
    expect(await rowsOf(entityId)).toBe(0);
  });

  it('given another workspace, or nobody who may, then it stays', async () => {
    const caller = inWorkspace();
    const entityId = await create(caller);
    await expect(erase(inWorkspace(), entityId)).rejects.toEqual(notFound);
    const others = workspacePermissionNames.filter((name) => name !== 'Entity.delete');
    const workspaceId = caller.tenantId.slice('ws:'.length);
    await expect(erase(workspaceCaller(workspaceId, others), entityId)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect((await get(caller, entityId)).entity?.profile?.name).toBe(words.name);
  });

  it('given identity that can not, then it stays until the request is repeated', async () => {
    const caller = inWorkspace();
    const entityId = await create(caller);
    server.identity.isBroken = true;
    try {
      await expect(erase(caller, entityId)).rejects.toMatchObject({ code: 'service_unavailable' });
      expect((await get(caller, entityId)).entity?.entityId).toBe(entityId);
    } finally {
      server.identity.isBroken = false;
    }
    await erase(caller, entityId);
    await expect(get(caller, entityId)).rejects.toEqual(notFound);
  });

  it.each(samplesOf(identityEvents.PersonErased))(
    'by the installer, is gone once identity tells of it, and one that is told of later too',
    async (sample) => {
      const caller = inWorkspace();
      const tenantId = caller.tenantId as `ws:${string}`;
      const [entityId, later] = [await create(caller), randomUUID()];
      for (const id of [entityId, later]) {
        const subject = userSubject(tenantId, id);
        server.identity.erased.add(subject);
        const event = { ...sample, tenantId, streamId: streamId(tenantId, 'person', id), subject };
        await server.bus.publishSample(identityEvents.PersonErased, event);
      }
      await eventually(async () => {
        expect(await rowsOf(entityId)).toBe(0);
        const audited = await server.audit.listAudit({
          ...{ caller, page: { limit: 50, offset: 0 }, ascending: false },
        });
        expect(JSON.stringify(audited)).toContain('entity.erased');
      });
      const { rows } = await server.database.pool.query(
        `SELECT FROM world.event WHERE event_type = 'EntityErased' AND stream_id LIKE $1`,
        [`%/${later}`],
      );
      expect(rows).toHaveLength(1);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { agentsEvents, identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import type { EventMetadata } from '@svc/kernel';
import { eventually, samplesOf } from '@svc/testing';
import { PublishedFacts } from './analytics-facts.js';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

/** With samples of each, as its owner has recorded them. */
const audited = [
  [agentsEvents.DefinitionCreated, samplesOf(agentsEvents.DefinitionCreated)],
  [agentsEvents.DefinitionUpdated, samplesOf(agentsEvents.DefinitionUpdated)],
  [agentsEvents.DefinitionVersionCreated, samplesOf(agentsEvents.DefinitionVersionCreated)],
  [agentsEvents.DefinitionVersionsRetired, samplesOf(agentsEvents.DefinitionVersionsRetired)],
  [agentsEvents.DefinitionRetired, samplesOf(agentsEvents.DefinitionRetired)],
  [identityEvents.WorkspaceCreated, samplesOf(identityEvents.WorkspaceCreated)],
  [identityEvents.WorkspaceChanged, samplesOf(identityEvents.WorkspaceChanged)],
  [identityEvents.WorkspaceOwnerChanged, samplesOf(identityEvents.WorkspaceOwnerChanged)],
  [identityEvents.WorkspaceArchived, samplesOf(identityEvents.WorkspaceArchived)],
  [identityEvents.TestCredentialIdsSet, samplesOf(identityEvents.TestCredentialIdsSet)],
  [identityEvents.WorkspaceApiKeyCreated, samplesOf(identityEvents.WorkspaceApiKeyCreated)],
  [identityEvents.WorkspaceApiKeyRotated, samplesOf(identityEvents.WorkspaceApiKeyRotated)],
  [identityEvents.WorkspaceApiKeyDeleted, samplesOf(identityEvents.WorkspaceApiKeyDeleted)],
] as const;

const bus = new TestBus();
let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer(bus)));
afterAll(() => server.stop());

const all = {
  ...{ from: undefined, to: undefined, action: undefined, resourceType: undefined },
  ...{ resourceId: undefined, actorId: undefined, onlyReads: false },
};
const page = { limit: 100, offset: 0 };
const period = { from: '2026-11-20', to: '2026-11-22', days: 30 };

function newWorkspace() {
  const workspaceId = randomUUID();
  return { workspaceId, facts: new PublishedFacts(bus, workspaceId), caller: workspaceCaller(workspaceId) };
}

/** Keys are made by a user and rotated by a key. */
async function keyMade({ facts: { tenantId } }: ReturnType<typeof newWorkspace>, credentialId: string) {
  const streamId = `${tenantId}/workspace_api_key/${credentialId}`;
  const by = (actor: string, correlationId: string): EventMetadata => ({
    ...{ actor, correlationId, causationId: correlationId },
  });
  await bus.publish(identityEvents.WorkspaceApiKeyCreated, {
    ...{ tenantId, streamId, metadata: by('user:ada', 'request-a'), occurredAtMs: Date.UTC(2026, 10, 20) },
    data: {
      ...{ credentialId, keyId: 'k', name: 'Import', role: 'member', permissions: [] },
      ...{ creatorUserId: 'ada', creatorCredentialId: undefined, responsibleUserIds: ['ada'] },
      ...{ expiresAtMs: 2, createdAtMs: 1 },
    },
  });
  await bus.publish(identityEvents.WorkspaceApiKeyRotated, {
    ...{ tenantId, streamId, metadata: by('api_key:nightly', 'request-b') },
    ...{ occurredAtMs: Date.UTC(2026, 10, 22, 23, 59, 59, 999) },
    data: { expiresAtMs: 2, rotatedAtMs: 1, responsibleUserIds: [] },
  });
}

describe('the audit trail', () => {
  it('given changes, when it is listed, then it says who did what and when, newest first, and nothing of the content', async () => {
    const workspace = newWorkspace();
    const credentialId = randomUUID();
    await keyMade(workspace, credentialId);
    const { entries, total } = await server.audit.listAudit({ caller: workspace.caller, filter: all, page });
    expect(total).toBe(2);
    expect(entries).toEqual([
      {
        ...{ auditId: expect.any(String), action: 'api_key.rotated', resourceType: 'api_key' },
        ...{ resourceId: credentialId, actor: 'api_key:nightly', requestId: 'request-b' },
        happenedAtMs: Date.UTC(2026, 10, 22, 23, 59, 59, 999),
      },
      {
        ...{ auditId: expect.any(String), action: 'api_key.created', resourceType: 'api_key' },
        ...{ resourceId: credentialId, actor: 'user:ada', requestId: 'request-a' },
        happenedAtMs: Date.UTC(2026, 10, 20),
      },
    ]);
  });

  it('given changes, when they are filtered, then what does not fit is left out', async () => {
    const workspace = newWorkspace();
    const { caller, facts } = workspace;
    await keyMade(workspace, randomUUID());
    await facts.definition('agent', 'a', 'Ada');
    const actionsOf = async (filter: Partial<typeof all> | Record<string, string>) =>
      (await server.audit.listAudit({ caller, filter: { ...all, ...filter }, page })).entries.map(
        ({ action }) => action,
      );
    expect(await actionsOf({ resourceType: 'agent' })).toEqual(['agent.created']);
    expect(await actionsOf({ action: 'api_key.rotated' })).toEqual(['api_key.rotated']);
    expect(await actionsOf({ resourceId: 'a' })).toEqual(['agent.created']);
    expect(await actionsOf({ actorId: 'ada' })).toEqual(['api_key.created']);
    expect(await actionsOf({ actorId: "' OR true --" })).toEqual([]);
    expect(await actionsOf({ from: '2026-11-22', to: '2026-11-22' })).toEqual(['api_key.rotated']);
    expect(await actionsOf({ to: '2026-11-20' })).toEqual(['api_key.created']);
  });

  it('given changes, when it is summed up, then each action and actor has its count', async () => {
    const workspace = newWorkspace();
    await keyMade(workspace, randomUUID());
    await keyMade(workspace, randomUUID());
    const summary = await server.audit.getAuditSummary({ caller: workspace.caller, period });
    expect(summary).toEqual({
      period: { from: period.from, to: period.to },
      byAction: [
        { key: 'api_key.created', count: 2 },
        { key: 'api_key.rotated', count: 2 },
      ],
      byActor: [
        { key: 'api_key:nightly', count: 2 },
        { key: 'user:ada', count: 2 },
      ],
      total: 4,
    });
  });

  it('given an export, when it is read page by page, then it has each entry once, and itself', async () => {
    const workspace = newWorkspace();
    const { caller } = workspace;
    await keyMade(workspace, randomUUID());
    await keyMade(workspace, randomUUID());
    const { exportId } = await server.audit.beginAuditExport({ caller, filter: all });
    const read: string[] = [];
    let after: { happenedAtMs: number; auditId: string } | undefined;
    for (;;) {
      const { entries } = await server.audit.listExportedAudit({ caller, filter: all, after, limit: 2 });
      read.push(...entries.map(({ auditId }) => auditId));
      after = entries.at(-1);
      if (!after) break;
    }
    expect(read).toHaveLength(5);
    expect(new Set(read).size).toBe(5);
    expect(read).toContain(exportId);
    const exports = { ...all, action: 'audit.exported' };
    expect((await server.audit.listAudit({ caller, filter: exports, page })).entries).toMatchObject([
      { auditId: exportId, actor: `api_key:${caller.credentialId}` },
    ]);
  });

  it('given entries of one workspace, when another asks, then it sees none of them', async () => {
    await keyMade(newWorkspace(), randomUUID());
    const { caller } = newWorkspace();
    const nothing = { entries: [], total: 0 };
    expect(await server.audit.listAudit({ caller, filter: all, page })).toEqual(nothing);
    const request = { caller, filter: all, after: undefined, limit: 500 };
    expect((await server.audit.listExportedAudit(request)).entries).toEqual([]);
  });

  it('refuses whom the workspace has not let, and what is no day or no page', async () => {
    const { caller } = newWorkspace();
    const viewer = { ...caller, permissions: ['Audit.view'] };
    const denied = { code: 'permission_denied' };
    const invalid = { code: 'validation_failed' };
    await expect(server.audit.beginAuditExport({ caller: viewer, filter: all })).rejects.toMatchObject(
      denied,
    );
    const request = { caller: viewer, filter: all, after: undefined, limit: 1 };
    await expect(server.audit.listExportedAudit(request)).rejects.toMatchObject(denied);
    const nobody = { ...caller, permissions: [] };
    await expect(server.audit.listAudit({ caller: nobody, filter: all, page })).rejects.toMatchObject(denied);
    const filter = { ...all, from: 'yesterday' };
    await expect(server.audit.listAudit({ caller, filter, page })).rejects.toMatchObject(invalid);
    const tooMany = { limit: 101, offset: 0 };
    await expect(server.audit.listAudit({ caller, filter: all, page: tooMany })).rejects.toMatchObject(
      invalid,
    );
  });

  it('given all that owners have ever published, when it comes twice, then each change has one entry', async () => {
    const tenantId = 'ws:c56a4180-65aa-42ec-a945-5fd21dec0538';
    let published = 0;
    for (const [contract, samples] of audited)
      for (const sample of samples) {
        const streamId = sample.streamId.replace(/^[^/]+/, tenantId);
        await bus.publishSample(contract, { ...sample, tenantId, streamId });
        published += 1;
      }
    await server.database.pool.query('TRUNCATE world.inbox');
    await bus.repeat();
    const caller = workspaceCaller('c56a4180-65aa-42ec-a945-5fd21dec0538');
    const { total } = await server.audit.listAudit({ caller, filter: all, page });
    expect(total).toBe(published);
    const { rows } = await server.database.pool.query('SELECT reason FROM world.inbox_parked_stream');
    expect(rows).toEqual([]);
  });
});

describe('what this context itself keeps', () => {
  it('given keys and entities that are changed, when the trail is listed, then it says who did it', async () => {
    const { caller } = newWorkspace();
    await server.world.createEnrichmentKey({ ...languageKey, caller });
    const profile = { name: 'Ada', externalIds: {}, tags: [] };
    await server.entities.createEntity({ caller, entityType: 'person', source: 'manual', profile });
    await eventually(async () => {
      const { entries } = await server.audit.listAudit({ caller, filter: all, page });
      expect(new Set(entries.map(({ action, actor }) => `${action} ${actor}`))).toEqual(
        new Set([
          `enrichment_key.created api_key:${caller.credentialId}`,
          `entity.created api_key:${caller.credentialId}`,
        ]),
      );
    });
  });

  it('given entities that are read, when the answer comes, then who read them is on record', async () => {
    const { caller } = newWorkspace();
    const profile = { name: 'Ada', externalIds: {}, tags: [] };
    const request = { caller, entityType: 'person', source: 'manual', profile };
    const { entity } = await server.entities.createEntity(request);
    const entityId = entity?.entityId ?? '';
    const filter = { ...all, resourceId: entityId, onlyReads: true };
    const readsOf = async () =>
      (await server.audit.listAudit({ caller, filter, page })).entries.map(({ action }) => action);
    expect(await readsOf()).toEqual([]);
    await server.entities.getEntity({ caller, entityId });
    expect(await readsOf()).toEqual(['entity.viewed']);
    const many = Array.from({ length: 30 }, () => server.entities.getEntity({ caller, entityId }));
    await Promise.all(many);
    expect(await readsOf()).toHaveLength(31);
    // Those that came at the same time are one append.
    const { rows } = await server.database.pool.query(
      "SELECT FROM world.event WHERE event_type = 'EntitiesRead' AND tenant_id = $1",
      [caller.tenantId],
    );
    expect(rows.length).toBeLessThan(20);
  });

  it('given an entity of another workspace, when its reads are asked for, then there is no such entity', async () => {
    const { caller } = newWorkspace();
    const profile = { name: 'Ada', externalIds: {}, tags: [] };
    const request = { caller, entityType: 'person', source: 'manual', profile };
    const { entity } = await server.entities.createEntity(request);
    const filter = { ...all, resourceId: entity?.entityId ?? '', onlyReads: true };
    await server.audit.listAudit({ caller, filter, page });
    const other = newWorkspace().caller;
    const asked = server.audit.listAudit({ caller: other, filter, page });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given that reads can not be kept, when an entity is read, then nobody gets it', async () => {
    const { caller } = newWorkspace();
    const profile = { name: 'Ada', externalIds: {}, tags: [] };
    const request = { caller, entityType: 'person', source: 'manual', profile };
    const { entity } = await server.entities.createEntity(request);
    await server.database.pool.query('ALTER TABLE world.audit_entry RENAME TO audit_entry_away');
    const read = server.entities.getEntity({ caller, entityId: entity?.entityId ?? '' });
    await expect(read).rejects.toBeDefined();
    await server.database.pool.query('ALTER TABLE world.audit_entry_away RENAME TO audit_entry');
    await server.entities.getEntity({ caller, entityId: entity?.entityId ?? '' });
  });
});

describe('credentials that a workspace is tried with', () => {
  it('given one that began conversations, when it is named, then these count nowhere, and again when it is no more', async () => {
    const { caller, facts, workspaceId } = newWorkspace();
    const { tenantId } = facts;
    const startedAtMs = Date.UTC(2026, 10, 21);
    await facts.started({ conversationId: randomUUID(), startedAtMs, actor: 'api_key:trial' });
    await facts.started({ conversationId: randomUUID(), startedAtMs, actor: 'api_key:real' });
    const set = (credentialIds: string[]) =>
      bus.publish(identityEvents.TestCredentialIdsSet, {
        ...{ tenantId, streamId: `${tenantId}/workspace/${workspaceId}` },
        data: { credentialIds, changedAtMs: 1 },
      });
    const counted = async () => {
      const { current } = await server.analytics.getDashboard({ caller, period });
      const { usage } = await server.analytics.getUsage({ caller, period });
      return [current?.conversations, usage.reduce((sum, { count }) => sum + count, 0)];
    };
    expect(await counted()).toEqual([2, 2]);
    await set(['trial', 'other']);
    expect(await counted()).toEqual([1, 1]);
    await set(['other']);
    expect(await counted()).toEqual([2, 2]);
  });
});

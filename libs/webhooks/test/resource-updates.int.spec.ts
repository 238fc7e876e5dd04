import { randomUUID } from 'node:crypto';
import {
  DefinitionCreated,
  DefinitionRetired,
  DefinitionUpdated,
  DefinitionVersionCreated,
} from '@svc/contracts/agents';
import { agentsEvents, identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { streamId, workspaceTenant, type TenantId } from '@svc/kernel';
import { eventually, samplesOf } from '@svc/testing';
import { WorkspacesController } from '../src/events/workspaces.controller.js';
import { WorkspaceEvents, type TenantEvent } from '../src/workspaces/workspace-events.js';
import { startWebhooksWorld, type TestDestination, type WebhooksWorld } from './webhooks-world.js';

const bus = new TestBus();
let world: WebhooksWorld;
beforeAll(async () => {
  world = await startWebhooksWorld({}, undefined, bus);
});
afterAll(() => world.stop());

const newWorkspace = (): TenantId => workspaceTenant(randomUUID());
const subscribed = (orgId?: string, inConversationOrder = true) =>
  world.destination({
    acceptedTypes: ['agent-framework-resource-updated'],
    inConversationOrder,
    ...(orgId === undefined ? {} : { orgId }),
  });

function founded(tenantId: TenantId, orgId: string) {
  const workspaceId = tenantId.slice('ws:'.length);
  const named = { slug: workspaceId, name: 'Front desk', environment: 'staging', region: 'us-east-1' };
  return bus.publish(identityEvents.WorkspaceCreated, {
    tenantId,
    streamId: streamId(tenantId, 'workspace', workspaceId),
    data: { workspaceId, orgId, ownerUserId: 'o', ...named, createdAtMs: 1 },
  });
}

function archived(tenantId: TenantId) {
  return bus.publish(identityEvents.WorkspaceArchived, {
    tenantId,
    streamId: streamId(tenantId, 'workspace', tenantId.slice('ws:'.length)),
    data: { archivedAtMs: 2 },
  });
}

/** A definition of a tenant, as agents tells of it. */
function definition(tenantId: TenantId, kind = 'skill', author = { orgId: 'elsewhere', userId: 'u' }) {
  const definitionId = randomUUID();
  const at = { tenantId, streamId: streamId(tenantId, kind, definitionId) };
  const of = { kind, definitionId };
  return {
    definitionId,
    create: () =>
      bus.publish(agentsEvents.DefinitionCreated, {
        ...at,
        data: DefinitionCreated.fromPartial({ ...of, name: 'n', creator: author, createdAtMs: 1 }),
      }),
    update: () =>
      bus.publish(agentsEvents.DefinitionUpdated, {
        ...at,
        data: DefinitionUpdated.fromPartial({ ...of, name: 'm', updatedBy: author, updatedAtMs: 2 }),
      }),
    version: (version: number) =>
      bus.publish(agentsEvents.DefinitionVersionCreated, {
        ...at,
        data: DefinitionVersionCreated.fromPartial({ ...of, version, creator: author, createdAtMs: 3 }),
      }),
    retire: () =>
      bus.publish(agentsEvents.DefinitionRetired, {
        ...at,
        data: DefinitionRetired.fromPartial({ ...of, retiredBy: author, retiredAtMs: 4 }),
      }),
  };
}

/** As a consumer emits it. */
function change(tenantId: TenantId): TenantEvent {
  const named = { tenantId, type: 'agent-framework-resource-updated', eventId: randomUUID() } as const;
  return { ...named, subject: null, orderKey: null, fields: { resource_id: 'r' } };
}

/** Resolves once another transaction of this database waits for one that is open. */
const othersWait = () =>
  eventually(async () => {
    const { rows } = await world.server.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

interface Update {
  readonly org_id: string;
  readonly resource_id: string;
  readonly resource_type: string;
  readonly update_type: string;
  readonly version: number | string | null;
}
const updates = (destination: TestDestination) =>
  destination.received().map(({ body }) => JSON.parse(body) as Update);

/** Resolves once nothing is due any more: what was emitted has arrived or was refused. */
const delivered = () =>
  eventually(async () => {
    const { rows } = await world.server.database.pool.query('SELECT FROM webhooks.pending_delivery');
    expect(rows).toHaveLength(0);
  });

describe('given a destination of the organization that a workspace belongs to', () => {
  it('when a definition changes, then it is told of each change once, in the order of the definition', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    await founded(workspace, ours.orgId);
    const graph = definition(workspace, 'context_graph');

    await graph.create();
    await graph.version(1);
    await graph.update();
    await graph.retire();
    await bus.repeat();

    await delivered();
    const common = { org_id: ours.orgId, resource_id: graph.definitionId, resource_type: 'context_graph' };
    expect(updates(ours)).toMatchObject([
      { ...common, update_type: 'created', version: null },
      { ...common, update_type: 'version-created', version: 1 },
      { ...common, update_type: 'updated', version: null },
      { ...common, update_type: 'deleted', version: null },
    ]);
    expect(ours.received().map(({ headers }) => headers['x-svc-sequence-number'])).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('when the change before is not acknowledged, then that of the same definition waits, others do not', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    await founded(workspace, ours.orgId);
    ours.answers((response) => response.writeHead(500).end());
    const [held, other] = [definition(workspace), definition(workspace)];
    await held.create();
    await ours.attempted(1);
    ours.answers((response) => response.writeHead(204).end());

    await held.update();
    await other.create();

    await eventually(() => expect(ours.received()).toHaveLength(2));
    world.server.pass(5_000);
    await delivered();
    expect(updates(ours).map((update) => [update.resource_id, update.update_type])).toEqual([
      [held.definitionId, 'created'],
      [other.definitionId, 'created'],
      [held.definitionId, 'created'],
      [held.definitionId, 'updated'],
    ]);
  });

  it('when another organization has a workspace, then each is told only of its own, whoever the author is', async () => {
    const [ours, theirs] = [await subscribed(), await subscribed()];
    const [ourWorkspace, theirWorkspace] = [newWorkspace(), newWorkspace()];
    await founded(ourWorkspace, ours.orgId);
    await founded(theirWorkspace, theirs.orgId);
    const our = definition(ourWorkspace, 'skill', { orgId: theirs.orgId, userId: '' });
    const their = definition(theirWorkspace, 'skill', { orgId: ours.orgId, userId: '' });

    await our.create();
    await their.create();

    await delivered();
    expect(updates(ours)).toMatchObject([{ org_id: ours.orgId, resource_id: our.definitionId }]);
    expect(updates(theirs)).toMatchObject([{ org_id: theirs.orgId, resource_id: their.definitionId }]);
  });

  it('when it is subscribed to other events only, or was added later, then it is told nothing', async () => {
    const ours = await subscribed();
    const unsubscribed = await world.destination({ orgId: ours.orgId });
    const workspace = newWorkspace();
    await founded(workspace, ours.orgId);
    await definition(workspace).create();
    const later = await subscribed(ours.orgId);
    await delivered();

    expect([ours, unsubscribed, later].map((one) => one.received().length)).toEqual([1, 0, 0]);
  });
});

describe('given changes that come before the workspace is known', () => {
  it('then they wait, and are told once it is, in their order', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    const skill = definition(workspace);
    await skill.create();
    await skill.update();
    await delivered();
    expect(updates(ours)).toEqual([]);

    await founded(workspace, ours.orgId);
    await skill.retire();
    await bus.repeat();

    await delivered();
    expect(updates(ours).map((update) => update.update_type)).toEqual(['created', 'updated', 'deleted']);
  });

  it('then none is lost if both come at the same time', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    const events = world.server.context.get(WorkspaceEvents);
    const { database } = world.server;
    let founding: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await events.emit(tx, [change(workspace)]);
      founding = database.transaction((other) =>
        events.founded(other, [{ tenantId: workspace, orgId: ours.orgId }]),
      );
      await othersWait();
    });
    await founding;

    await delivered();
    expect(updates(ours)).toMatchObject([{ resource_id: 'r' }]);
  });

  it('then they are forgotten after a day, when the next come', async () => {
    await definition(newWorkspace()).create();
    world.server.pass(86_400_001);
    await definition(newWorkspace()).create();

    const { rows } = await world.server.database.pool.query('SELECT FROM webhooks.waiting_event');
    expect(rows).toHaveLength(1);
  });
});

describe('given a workspace that is archived', () => {
  it('then nothing more of it is sent, not even what was due', async () => {
    const ours = await subscribed();
    const [ended, living] = [newWorkspace(), newWorkspace()];
    await founded(ended, ours.orgId);
    await founded(living, ours.orgId);
    ours.answers((response) => response.writeHead(500).end());
    const skill = definition(ended);
    await skill.create();
    await ours.attempted(1);
    ours.answers((response) => response.writeHead(204).end());

    await archived(ended);
    await skill.update();
    await definition(ended).create();
    world.server.pass(60_000);
    const other = definition(living);
    await other.create();

    await delivered();
    expect(updates(ours).map((update) => update.resource_id)).toEqual([
      skill.definitionId,
      other.definitionId,
    ]);
  });

  it('then nothing of it is left behind if a change comes at the same time', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    await founded(workspace, ours.orgId);
    ours.answers((response) => response.writeHead(500).end());
    const events = world.server.context.get(WorkspaceEvents);
    const { database } = world.server;
    let archiving: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await events.emit(tx, [change(workspace)]);
      archiving = database.transaction((other) => events.archived(other, [workspace]));
      await othersWait();
    });
    await archiving;

    expect((await ours.pending()).count).toBe(0);
  });

  it('then what waited for it to be known is not sent', async () => {
    const ours = await subscribed();
    const workspace = newWorkspace();
    await definition(workspace).create();
    const events = world.server.context.get(WorkspaceEvents);
    await world.server.database.transaction((tx) => events.archived(tx, [workspace]));
    await founded(workspace, ours.orgId);

    await delivered();
    expect(updates(ours)).toEqual([]);
  });
});

describe('given the events of workspaces as identity has ever published them', () => {
  it('then each is understood, also twice, and after a resync', async () => {
    const ours = await subscribed('demo');
    const [created] = samplesOf(identityEvents.WorkspaceCreated);
    const [ending] = samplesOf(identityEvents.WorkspaceArchived);
    const { tenantId } = created;
    const controller = world.server.context.get(WorkspacesController);
    const forget = (stream: string) =>
      world.server.database.transaction((tx) =>
        controller.forget(
          { source: 'identity', streamId: stream },
          { tx, signal: new AbortController().signal },
        ),
      );
    await bus.publishSample(identityEvents.WorkspaceCreated, created);
    const skill = definition(tenantId);
    await skill.create();
    await delivered();

    await forget(`${tenantId}/workspace_api_key/k`);
    await skill.update();
    await delivered();
    expect(updates(ours)).toHaveLength(2);
    await forget(created.streamId);
    await skill.version(1);
    await bus.publishSample(identityEvents.WorkspaceCreated, created);
    await bus.repeat();
    await delivered();
    await bus.publishSample(identityEvents.WorkspaceArchived, ending);
    await bus.repeat();
    await skill.retire();
    await delivered();

    expect(updates(ours).map((update) => update.update_type)).toEqual([
      'created',
      'updated',
      'version-created',
    ]);
  });
});

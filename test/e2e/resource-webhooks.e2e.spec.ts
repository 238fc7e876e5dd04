import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setUpOrganization } from '../support/members.js';
import { PlatformClient } from '../support/platform-client.js';
import { SuiteSystem } from '../support/suite-system.js';
import { createDestination } from '../support/webhook-destinations.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const system = new SuiteSystem();
let receiver: WebhookReceiver;
let destinationId: string;

const resourceUpdates = { inOrder: true, acceptedTypes: ['agent-framework-resource-updated'] };

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  ({ id: destinationId } = await createDestination(system.administrator, receiver.url, resourceUpdates));
});
afterAll(async () => {
  await system.administrator.request('DELETE', `webhook_destination/${destinationId}`);
  await receiver?.stop();
});

interface ResourceWebhook {
  readonly resource_id: string;
  readonly update_type: string;
}

const webhooks = ({ received }: WebhookReceiver) =>
  received.map(({ body, headers }) => ({ headers, body: JSON.parse(body) as ResourceWebhook }));

/** Resolves once so many webhooks of a definition have arrived. */
async function told(id: string, count: number) {
  for (;;) {
    const own = webhooks(receiver).filter(({ body }) => body.resource_id === id);
    if (own.length >= count) return own;
    await delay(20);
  }
}

interface OpenWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly owner: PlatformClient;
  /** With a key of the workspace. */
  readonly client: PlatformClient;
}

async function openWorkspace(ownerToken: string): Promise<OpenWorkspace> {
  const owner = new PlatformClient(system.baseUrl, ownerToken);
  const slug = `desk-${randomUUID()}`;
  const { id } = await owner.json<{ id: string }>('POST', 'me/workspaces', { body: { slug, name: 'Desk' } });
  const body = { duration_days: 1, role: 'owner' };
  const { api_key: key } = await owner.json<{ api_key: string }>('POST', `${id}/api-keys`, { body });
  return { id, slug, owner, client: new PlatformClient(system.baseUrl, key) };
}

interface Created {
  readonly id: string;
}
const identity = { name: 'Mara', role: 'host', developed_by: 'us', default_spoken_language: 'eng' };
const visible = { conversation_visibility: 'all', thought_visibility: 'none' };
const agentVersion = {
  initials: 'MA',
  identity: { ...identity, relationship_to_developer: { ownership: 'ours', type: 'tool', ...visible } },
  background: 'Takes appointments.',
  behaviors: [],
  communication_patterns: [],
};
const skill = (slug: string) => ({ slug, name: 'Find slots', description: 'Finds', input_schema: {} });

describe('a definition that changes in a workspace', () => {
  it('is told to the destinations of its organization, each change once and in order, and to no others', async () => {
    const elsewhere = await WebhookReceiver.start();
    const stranger = await setUpOrganization(system.administrator, `org-${randomUUID().slice(0, 8)}`);
    await createDestination(stranger, elsewhere.url, resourceUpdates);
    const { id: workspaceId, client, owner } = await openWorkspace(system.administrator.token ?? '');

    const { id } = await client.json<Created>('POST', `${workspaceId}/skills`, { body: skill('find-slots') });
    await client.request('PUT', `${workspaceId}/skills/${id}`, { body: { description: 'Finds free slots' } });
    await owner.request('DELETE', `${workspaceId}/skills/${id}`);

    const found = await told(id, 3);
    const { org_id, user_id } = system.credentials;
    const common = {
      ...{ type: 'agent-framework-resource-updated', org_id, resource_type: 'skill', resource_id: id },
      ...{ version: null, updated_at: expect.stringMatching(/^20.*Z$/) },
    };
    const byKey = { org_id, user_id: '' };
    const keys = found.map(({ headers }) => headers['x-svc-idempotent-key']);
    expect(found.map(({ body }) => body)).toEqual([
      { ...common, update_type: 'created', updated_by: byKey, idempotent_key: keys[0] },
      { ...common, update_type: 'updated', updated_by: byKey, idempotent_key: keys[1] },
      { ...common, update_type: 'deleted', updated_by: { org_id, user_id }, idempotent_key: keys[2] },
    ]);
    expect(found.map(({ headers }) => headers['x-svc-sequence-number'])).toEqual(['1', '2', '3']);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  it('has the number of a version, and what the demo began with is not told', async () => {
    const { id: workspaceId, client } = await openWorkspace(system.administrator.token ?? '');
    const { id } = await client.json<Created>('POST', `${workspaceId}/agents`, { body: { name: 'Mara' } });
    await client.request('POST', `${workspaceId}/agents/${id}/versions`, {
      body: { name: 'Mara', identity },
    });

    const found = await told(id, 2);

    expect(found.map(({ body }) => body)).toMatchObject([
      { resource_type: 'agent', update_type: 'created', version: null },
      { resource_type: 'agent', update_type: 'version-created', version: 1 },
    ]);
    const toldIds = webhooks(receiver).map(({ body }) => body.resource_id);
    expect(toldIds).not.toContain(system.credentials.service_id);
  });
});

describe('a definition that changes in an organization', () => {
  it('is told with the names of Classic, by the user who changed it, and is deprecated', async () => {
    const { administrator } = system;
    const [graphs, agents] = ['organization/service_hierarchical_state_machine', 'organization/agent'];
    const name = `Clinic ${randomUUID()}`;

    const graph = await administrator.json<Created>('POST', graphs, { body: { state_machine_name: name } });
    await administrator.request('DELETE', `${graphs}/${graph.id}/`);
    const agent = await administrator.json<Created>('POST', agents, { body: { agent_name: name } });
    await administrator.request('POST', `${agents}/${agent.id}/`, { body: agentVersion });

    const { org_id, user_id } = system.credentials;
    const common = { org_id, updated_by: { org_id, user_id } };
    const ofGraph = { ...common, resource_type: 'service_hierarchical_state_machine', version: null };
    expect((await told(graph.id, 2)).map(({ body }) => body)).toMatchObject([
      { ...ofGraph, update_type: 'created' },
      { ...ofGraph, update_type: 'deprecated' },
    ]);
    expect((await told(agent.id, 2)).map(({ body }) => body)).toMatchObject([
      { ...common, resource_type: 'agent', update_type: 'created', version: null },
      { ...common, resource_type: 'agent', update_type: 'version-created', version: 1 },
    ]);
  });
});

describe('a workspace that is archived', () => {
  it('sends nothing more, not even what was due', async () => {
    const failing = await WebhookReceiver.start({ answer: (response) => response.writeHead(500).end() });
    const { id: failingId } = await createDestination(system.administrator, failing.url, resourceUpdates);
    const ended = await openWorkspace(system.administrator.token ?? '');
    const living = await openWorkspace(system.administrator.token ?? '');
    const attempts = async (id: string, count: number) => {
      const made = () => webhooks(failing).filter(({ body }) => body.resource_id === id).length;
      while (made() < count) await delay(20);
      return made();
    };
    const create = ({ id, client }: OpenWorkspace) =>
      client.json<Created>('POST', `${id}/skills`, { body: skill('find-slots') });
    const gone = await create(ended);
    await attempts(gone.id, 1);
    const there = await create(living);

    const body = { slug: ended.slug };
    await ended.owner.request('POST', `workspaces/${ended.id}/archive`, { body });

    // Its first attempt was the later one, so its second is due later too.
    await attempts(there.id, 2);
    expect(await attempts(gone.id, 1)).toBe(1);
    await system.administrator.request('DELETE', `webhook_destination/${failingId}`);
    await failing.stop();
  });
});

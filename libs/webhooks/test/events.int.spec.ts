import type { ReceivedEvent } from '@svc/event-bus';
import { PostProcessingStage } from '@svc/contracts/memory';
import { eventually } from '@svc/testing';
import { PostProcessingController } from '../src/events/post-processing.controller.js';
import { ApiKeysController } from '../src/events/api-keys.controller.js';
import { DefinitionsController } from '../src/events/definitions.controller.js';
import type { DefinitionEvent } from '../src/events/resource-update.js';
import { startReceiver, type WebhookReceiver } from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

let server: WebhooksServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await startWebhooksServer();
  receiver = await startReceiver();
  await server.webhooks.createDestination({
    caller: callerWith(),
    url: receiver.url,
    acceptedTypes: [
      'api-key-expiration-soon',
      'agent-framework-resource-updated',
      'conversation-post-processing-complete',
    ],
    retryAttempts: 1,
    inConversationOrder: false,
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

function received<Data>(type: string, data: Data): ReceivedEvent<Data> {
  return {
    type,
    data,
    personal: 'none',
    tenantId: 'org:demo',
    subject: null,
    source: 'agents',
    streamId: `org:demo/x/${type}`,
    streamVersion: 1,
    eventId: `e-${type}-${JSON.stringify(data).length}`,
    occurredAtMs: 0,
    metadata: { actor: 'user:u', correlationId: 'c', causationId: 'c' },
  };
}
async function told(count: number): Promise<readonly object[]> {
  const before = receiver.received.length;
  await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(before + count));
  return receiver.received.map(({ body }) => {
    const { idempotent_key: key, ...rest } = JSON.parse(body) as Record<string, unknown>;
    expect(key).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    return rest;
  });
}

it('given changes of definitions, then each names the definition and the author, and nothing of its content', async () => {
  const creator = { orgId: 'demo', userId: 'u' };
  const body = undefined;
  const events = [
    received('AgentCreated', { agentId: 'a', name: 'Ada', creator, createdAtMs: 1 }),
    received('AgentVersionCreated', {
      agentId: 'a',
      versionId: 'v',
      version: 2,
      body,
      creator,
      createdAtMs: 2,
    }),
    received('ContextGraphVersionCreated', {
      contextGraphId: 'g',
      versionId: 'v',
      version: 3,
      body,
      creator,
      createdAtMs: 3,
    }),
    received('VersionSetPut', {
      serviceId: 's',
      name: 'release',
      versionSet: undefined,
      updatedBy: creator,
      updatedAtMs: 4,
    }),
  ] as readonly ReceivedEvent<DefinitionEvent>[];
  const controller = server.context.get(DefinitionsController);
  const signal = new AbortController().signal;
  const arrived = told(4);
  await server.database.transaction((tx) => controller.changed(events, { tx, signal }));

  const common = {
    type: 'agent-framework-resource-updated',
    org_id: 'demo',
    updated_by: { org_id: 'demo', user_id: 'u' },
  };
  const at = (ms: number) => ({ ...common, updated_at: new Date(ms).toISOString() });
  expect(await arrived).toEqual(
    expect.arrayContaining([
      { ...at(1), resource_type: 'agent', resource_id: 'a', update_type: 'created', version: null },
      { ...at(2), resource_type: 'agent', resource_id: 'a', update_type: 'version-created', version: 2 },
      {
        ...at(3),
        resource_type: 'service_hierarchical_state_machine',
        resource_id: 'g',
        update_type: 'version-created',
        version: 3,
      },
      { ...at(4), resource_type: 'service', resource_id: 's', update_type: 'updated', version: null },
    ]),
  );
});

it('given a key that expires, then it has its name, or null, and its expiry', async () => {
  const controller = server.context.get(ApiKeysController);
  const signal = new AbortController().signal;
  const events = [
    received('ApiKeyExpirationApproached', { apiKeyId: 'k1', name: 'Import', expiresAtMs: 1, warnedAtMs: 0 }),
    received('ApiKeyExpirationApproached', {
      apiKeyId: 'k2',
      name: undefined,
      expiresAtMs: 1,
      warnedAtMs: 0,
    }),
  ];
  const arrived = told(2);
  await server.database.transaction((tx) => controller.expiring(events, { tx, signal }));
  const warning = { type: 'api-key-expiration-soon', org_id: 'demo', expires_at: '1970-01-01T00:00:00.001Z' };
  expect(await arrived).toEqual(
    expect.arrayContaining([
      { ...warning, api_key_id: 'k1', api_key_name: 'Import' },
      { ...warning, api_key_id: 'k2', api_key_name: null },
    ]),
  );
});

it('given stages of a conversation, then each has the names of the API, and no personal data', async () => {
  const controller = server.context.get(PostProcessingController);
  const signal = new AbortController().signal;
  const conversation = { conversationId: 'c1', userId: 'u', serviceId: 's', completedAtMs: 1 };
  const {
    POST_PROCESSING_STAGE_EXTRACT_MEMORIES: extract,
    POST_PROCESSING_STAGE_GENERATE_USER_MODELS: generate,
  } = PostProcessingStage;
  const events = [extract, generate].map((stage) =>
    received('PostProcessingStageCompleted', { ...conversation, stage }),
  );
  const arrived = told(2);
  await server.database.transaction((tx) => controller.completed(events, { tx, signal }));
  const completed = { type: 'conversation-post-processing-complete', conversation_id: 'c1', org_id: 'demo' };
  expect(await arrived).toEqual(
    expect.arrayContaining([
      { ...completed, post_processing_type: 'extract-memories' },
      { ...completed, post_processing_type: 'generate-user-models' },
    ]),
  );
});

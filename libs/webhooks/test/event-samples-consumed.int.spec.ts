import { agentsEvents, identityEvents, memoryEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { eventually, samplesOf } from '@svc/testing';
import { startReceiver } from './receiver.js';
import { callerWith, startWebhooksServer } from './webhooks-server.js';

/** With samples of each, as its owner has recorded them. */
const consumed = [
  [agentsEvents.DefinitionCreated, samplesOf(agentsEvents.DefinitionCreated)],
  [agentsEvents.DefinitionUpdated, samplesOf(agentsEvents.DefinitionUpdated)],
  [agentsEvents.DefinitionVersionCreated, samplesOf(agentsEvents.DefinitionVersionCreated)],
  [agentsEvents.DefinitionVersionsRetired, samplesOf(agentsEvents.DefinitionVersionsRetired)],
  [agentsEvents.DefinitionRetired, samplesOf(agentsEvents.DefinitionRetired)],
  [agentsEvents.AgentCreated, samplesOf(agentsEvents.AgentCreated)],
  [agentsEvents.AgentVersionCreated, samplesOf(agentsEvents.AgentVersionCreated)],
  [agentsEvents.ContextGraphCreated, samplesOf(agentsEvents.ContextGraphCreated)],
  [agentsEvents.ContextGraphVersionCreated, samplesOf(agentsEvents.ContextGraphVersionCreated)],
  [agentsEvents.ServiceCreated, samplesOf(agentsEvents.ServiceCreated)],
  [agentsEvents.VersionSetPut, samplesOf(agentsEvents.VersionSetPut)],
  [identityEvents.ApiKeyExpirationApproached, samplesOf(identityEvents.ApiKeyExpirationApproached)],
  [memoryEvents.PostProcessingStageCompleted, samplesOf(memoryEvents.PostProcessingStageCompleted)],
] as const;

it('given all that owners have ever published, when it comes twice, then each is delivered once', async () => {
  const bus = new TestBus();
  const server = await startWebhooksServer({}, bus);
  const receiver = await startReceiver();
  try {
    await server.webhooks.createDestination({
      caller: callerWith(),
      url: receiver.url,
      acceptedTypes: [
        'api-key-expiration-soon',
        'agent-framework-resource-updated',
        'conversation-post-processing-complete',
      ],
      retryAttempts: 1,
      inConversationOrder: true,
    });
    let published = 0;
    for (const [contract, samples] of consumed)
      for (const sample of samples) {
        await bus.publishSample(contract, { ...sample, tenantId: 'org:demo' });
        published += 1;
      }
    await bus.repeat();
    await eventually(async () => {
      const { rows } = await server.database.pool.query('SELECT FROM webhooks.pending_delivery');
      expect([rows.length, receiver.received.length]).toEqual([0, published]);
    });
    const keys = receiver.received.map(({ headers }) => headers['x-svc-idempotent-key']);
    expect(new Set(keys).size).toBe(published);
  } finally {
    await server.stop();
    await receiver.stop();
  }
});

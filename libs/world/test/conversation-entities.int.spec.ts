import { randomUUID } from 'node:crypto';
import { InferenceServiceService, type Inference } from '@svc/contracts/world';
import { conversationsEvents } from '@svc/contracts/public-events';
import { workspaceTenant } from '@svc/kernel';
import { samplesOf } from '@svc/testing';
import { person, PublishedFacts } from './analytics-facts.js';
import { languageKey } from './language-key.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer()));
afterAll(() => server.stop());

const entitiesOf = async (workspaceId: string) => {
  const asked = { caller: workspaceCaller(workspaceId), entityTypes: [], page: { limit: 100, offset: 0 } };
  const { entities } = await server.entities.listEntities(asked);
  return entities
    .map(({ entityId, entityType, factsJson }) => ({
      entityId,
      entityType,
      facts: JSON.parse(factsJson) as unknown,
    }))
    .sort((one, other) => one.entityType.localeCompare(other.entityType));
};

describe('a conversation of a workspace', () => {
  it('is an entity, and so is who calls in it, however often the event comes', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    const facts = new PublishedFacts(server.bus, workspaceId);
    await facts.started({ conversationId, startedAtMs: 1 });
    await server.bus.repeat();
    const facts_ = { channel: 'web', direction: 'inbound', service_id: 's', person_id: person };
    expect(await entitiesOf(workspaceId)).toEqual([
      { entityId: conversationId, entityType: 'conversation', facts: { ...facts_, status: 'open' } },
      { entityId: person, entityType: 'person', facts: {} },
    ]);
    const asked = { caller: workspaceCaller(workspaceId), entityId: person, page: { limit: 9, offset: 0 } };
    expect((await server.entities.listTimeline({ ...asked, domain: 'conversation' })).entries).toMatchObject([
      { id: conversationId, channel: 'web', direction: 'inbound', status: 'open' },
    ]);
    await facts.finished(conversationId, 2);
    await server.bus.repeat();
    expect((await entitiesOf(workspaceId))[0]).toMatchObject({ facts: { ...facts_, status: 'finished' } });
  });

  it('given a try of an agent, then it is nobody', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    const facts = new PublishedFacts(server.bus, workspaceId);
    await facts.started({ conversationId, startedAtMs: 1, direction: 'simulated' });
    await facts.finished(conversationId, 2);
    expect(await entitiesOf(workspaceId)).toEqual([]);
  });

  it.each([...samplesOf(conversationsEvents.ConversationStarted)])(
    'is taken from all versions of its start that conversations has published',
    async (sample) => {
      await server.bus.publishSample(conversationsEvents.ConversationStarted, sample);
    },
  );

  it.each([...samplesOf(conversationsEvents.ConversationFinished)])(
    'is taken from all versions of its end that conversations has published',
    async (sample) => {
      await server.bus.publishSample(conversationsEvents.ConversationFinished, sample);
    },
  );
});

describe('what a person gives in a conversation that collects data', () => {
  const valuesOf = async (workspaceId: string) => {
    const asked = { caller: workspaceCaller(workspaceId), entityId: person, key: 'language', limit: 10 };
    const { values } = await server.world.listEnrichmentHistory(asked);
    return values.map(({ valueJson, confidence, source, conversationId }) => ({
      ...{ valueJson, confidence, source, conversationId },
    }));
  };

  it('is a value of the key of that name, each time that it changes, however often it is told', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    await server.world.createEnrichmentKey({ ...languageKey, caller: workspaceCaller(workspaceId) });
    const facts = new PublishedFacts(server.bus, workspaceId);
    await facts.started({ conversationId, startedAtMs: 1 });
    await facts.collected(conversationId, { language: 'de', no_key: 'x' });
    await facts.collected(conversationId, { language: 'de', other: 1 });
    await facts.collected(conversationId, { language: 'en' });
    await facts.collected(conversationId, { language: 'de' });
    await facts.collected(conversationId, { language: 'Klingon' });
    await server.bus.repeat();
    const from = { confidence: 0.5, source: 'data_collection', conversationId };
    expect(await valuesOf(workspaceId)).toEqual([
      { valueJson: '"de"', ...from },
      { valueJson: '"en"', ...from },
      { valueJson: '"de"', ...from },
    ]);
  });

  it('given a try of an agent, then it is nobody’s', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    const facts = new PublishedFacts(server.bus, workspaceId);
    await facts.started({ conversationId, startedAtMs: 1, direction: 'simulated' });
    await facts.collected(conversationId, { language: 'de' });
    expect(await entitiesOf(workspaceId)).toEqual([]);
  });

  it.each([...samplesOf(conversationsEvents.FieldsCollected)])(
    'is taken from all versions that conversations has published',
    async (sample) => {
      await server.bus.publishSample(conversationsEvents.FieldsCollected, sample);
    },
  );
});

describe('tools that a conversation calls', () => {
  it('are counted where they fail, by the class of the failure, once each', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    const facts = new PublishedFacts(server.bus, workspaceId);
    await facts.started({ conversationId, startedAtMs: 1 });
    await facts.tool(conversationId, 'ended', 2);
    await facts.tool(conversationId, 'failed', 3, 'timeout');
    await facts.tool(conversationId, 'failed', 4, 'timeout');
    await facts.tool(conversationId, 'failed', 5, 'input_rejected');
    await server.bus.repeat();
    expect((await entitiesOf(workspaceId))[0]).toMatchObject({
      entityType: 'conversation',
      facts: { tool_failures: { timeout: 2, input_rejected: 1 } },
    });
  });

  it.each([...samplesOf(conversationsEvents.ToolOutcomeRecorded)])(
    'are taken from all versions that conversations has published',
    async (sample) => {
      await server.bus.publishSample(conversationsEvents.ToolOutcomeRecorded, sample);
    },
  );
});

describe('what a conversation says of its person', () => {
  const infer = (workspaceId: string, change: Partial<Inference>, conversationId = randomUUID()) => {
    const inference = {
      key: 'language',
      valueJson: '"de"',
      confidence: 0.6,
      messageIds: ['m1'],
      saidAtMs: 5,
    };
    const inferences = [{ ...inference, ...change }];
    const tenantId = workspaceTenant(workspaceId);
    return server
      .client(InferenceServiceService)
      .recordInferences({ tenantId, entityId: person, conversationId, inferences });
  };
  const currentOf = async (workspaceId: string) => {
    const asked = { caller: workspaceCaller(workspaceId), entityId: person, page: { limit: 10, offset: 0 } };
    return (await server.world.listEnrichment(asked)).values;
  };

  it('is asked for by the tagged keys of persons alone', async () => {
    const workspaceId = randomUUID();
    const caller = workspaceCaller(workspaceId);
    await server.world.createEnrichmentKey({ ...languageKey, caller });
    await server.world.createEnrichmentKey({ ...languageKey, caller, key: 'untagged', tags: [] });
    const tenantId = workspaceTenant(workspaceId);
    const { keys } = await server.client(InferenceServiceService).listInferredKeys({ tenantId });
    expect(keys).toMatchObject([{ key: 'language', valueType: 'enum', allowedValuesJson: '["en","de"]' }]);
  });

  it('is recorded once, of a person whom nobody has told of yet, with what it rests on', async () => {
    const [workspaceId, conversationId] = [randomUUID(), randomUUID()];
    await server.world.createEnrichmentKey({ ...languageKey, caller: workspaceCaller(workspaceId) });
    expect(await infer(workspaceId, {}, conversationId)).toEqual({ recorded: 1, leftOut: 0 });
    expect(await infer(workspaceId, { valueJson: '"en"' }, conversationId)).toEqual({
      recorded: 0,
      leftOut: 0,
    });
    expect(await currentOf(workspaceId)).toMatchObject([
      { valueJson: '"de"', source: 'memory_extract', conversationId, messageIds: ['m1'], effectiveAtMs: 5 },
    ]);
  });

  it.each([
    ['its key does not take', { valueJson: '"fr"' }],
    ['is less sure than its key asks for', { confidence: 0.1 }],
    ['has no key', { key: 'other' }],
  ])('is left out where it %s', async (_what, change) => {
    const workspaceId = randomUUID();
    await server.world.createEnrichmentKey({ ...languageKey, caller: workspaceCaller(workspaceId) });
    expect(await infer(workspaceId, change)).toEqual({ recorded: 0, leftOut: 1 });
    expect(await currentOf(workspaceId)).toEqual([]);
  });
});

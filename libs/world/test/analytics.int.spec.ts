import { randomUUID } from 'node:crypto';
import { agentsEvents, conversationsEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { samplesOf } from '@svc/testing';
import { PublishedFacts } from './analytics-facts.js';
import { startWorldServer, workspaceCaller, type WorldServer } from './world-server.js';

const bus = new TestBus();
let server: WorldServer;
beforeAll(async () => void (server = await startWorldServer(bus)));
afterAll(() => server.stop());

/** With samples of each, as its owner has recorded them. */
const counted = [
  [agentsEvents.DefinitionCreated, samplesOf(agentsEvents.DefinitionCreated)],
  [agentsEvents.DefinitionUpdated, samplesOf(agentsEvents.DefinitionUpdated)],
  [agentsEvents.DefinitionRetired, samplesOf(agentsEvents.DefinitionRetired)],
  [conversationsEvents.ConversationStarted, samplesOf(conversationsEvents.ConversationStarted)],
  [conversationsEvents.InteractionCompleted, samplesOf(conversationsEvents.InteractionCompleted)],
  [conversationsEvents.InteractionVoided, samplesOf(conversationsEvents.InteractionVoided)],
  [conversationsEvents.ToolOutcomeRecorded, samplesOf(conversationsEvents.ToolOutcomeRecorded)],
  [conversationsEvents.EscalationRequested, samplesOf(conversationsEvents.EscalationRequested)],
  [conversationsEvents.ConversationFinished, samplesOf(conversationsEvents.ConversationFinished)],
  [conversationsEvents.ConversationDiscarded, samplesOf(conversationsEvents.ConversationDiscarded)],
] as const;

const days = { from: '2026-11-22', to: '2026-11-23', days: 30 };
const at = (time: string) => Date.parse(`2026-11-${time}Z`);

function newWorkspace() {
  const workspaceId = randomUUID();
  return { facts: new PublishedFacts(bus, workspaceId), caller: workspaceCaller(workspaceId) };
}

async function twoConversations({ facts }: ReturnType<typeof newWorkspace>): Promise<void> {
  await facts.definition('agent', 'a', 'Ada');
  await facts.definition('service', 's', 'Desk', 'a');
  const first = { conversationId: randomUUID(), startedAtMs: at('22T00:00:00') };
  await facts.started(first);
  await facts.turn(first.conversationId, at('22T00:00:05'));
  await facts.tool(first.conversationId, 'ended', at('22T00:00:06'));
  await facts.tool(first.conversationId, 'unknown', at('22T00:00:07'));
  await facts.finished(first.conversationId, at('22T00:00:10'));
  const second = { conversationId: randomUUID(), startedAtMs: at('23T23:59:59.999') };
  await facts.started(second);
  await facts.tool(second.conversationId, 'failed', at('24T00:00:01'));
  await facts.escalated(second.conversationId, at('24T00:00:02'));
}

describe('figures of a workspace', () => {
  it('given two conversations, when figures of their services are asked for, then they are of those that began in the period', async () => {
    const workspace = newWorkspace();
    await twoConversations(workspace);
    const { caller, facts } = workspace;
    await facts.definition('service', 'idle', 'Idle', 'a');
    const { services } = await server.analytics.getAgentAnalytics({ caller, period: days });
    expect(services).toEqual([
      {
        ...{ serviceId: 's', agentId: 'a', agentName: 'Ada', conversations: 2, completed: 1 },
        averageDurationSeconds: 10,
      },
      {
        ...{ serviceId: 'idle', agentId: 'a', agentName: 'Ada', conversations: 0, completed: 0 },
        averageDurationSeconds: 0,
      },
    ]);
    const earlier = { ...days, to: '2026-11-22' };
    const before = await server.analytics.getAgentAnalytics({ caller, period: earlier });
    expect(before.services[0]).toMatchObject({ conversations: 1, completed: 1 });
  });

  it('given all that was published, when it comes again, then it counts once', async () => {
    const workspace = newWorkspace();
    await twoConversations(workspace);
    const { caller } = workspace;
    const period = { ...days, to: '2026-11-24' };
    const usage = await server.analytics.getUsage({ caller, period });
    await bus.repeat();
    await server.database.pool.query('TRUNCATE world.inbox');
    await bus.repeat();
    expect(await server.analytics.getUsage({ caller, period })).toEqual(usage);
    expect(usage.usage.map(({ day, activity, count }) => [day, activity, count])).toEqual([
      ['2026-11-22', 'conversation.completed', 1],
      ['2026-11-22', 'conversation.started', 1],
      ['2026-11-22', 'conversation.turn', 1],
      ['2026-11-22', 'tool.succeeded', 1],
      ['2026-11-23', 'conversation.started', 1],
      ['2026-11-24', 'escalation.requested', 1],
      ['2026-11-24', 'tool.failed', 1],
    ]);
  });

  it('given a simulation and a discarded conversation, when figures are asked for, then neither counts', async () => {
    const { caller, facts } = newWorkspace();
    const [simulated, discarded] = [randomUUID(), randomUUID()];
    await facts.started({
      ...{ conversationId: simulated, direction: 'simulated', startedAtMs: at('22T00:00:00') },
    });
    await facts.turn(simulated, at('22T00:00:01'));
    await facts.finished(simulated, at('22T00:00:02'));
    await facts.started({ conversationId: discarded, startedAtMs: at('22T00:00:00') });
    await facts.discarded(discarded);
    expect((await server.analytics.getUsage({ caller, period: days })).usage).toEqual([]);
    const { current } = await server.analytics.getDashboard({ caller, period: days });
    expect(current).toMatchObject({ conversations: 0, escalated: 0 });
  });

  it('given a service that went to another agent and is gone, when figures are asked for, then it is shown with that agent', async () => {
    const { caller, facts } = newWorkspace();
    await facts.definition('agent', 'b', 'Bea');
    await facts.definition('service', 's', 'Desk', 'a');
    await facts.definition('service', 'unused', 'Unused', 'b');
    await facts.started({ conversationId: randomUUID(), startedAtMs: at('22T10:00:00') });
    await facts.renamed('service', 's', 'Desk', 'b');
    await facts.renamed('agent', 'b', 'Beatrice');
    await facts.retired('service', 's');
    await facts.retired('service', 'unused');
    const { services } = await server.analytics.getAgentAnalytics({ caller, period: days });
    expect(services).toMatchObject([{ serviceId: 's', agentId: 'b', agentName: 'Beatrice' }]);
  });

  it('given conversations now and before, when the dashboard is asked for, then it has the figures of both', async () => {
    const workspace = newWorkspace();
    await twoConversations(workspace);
    const period = { from: '2026-11-23', to: '2026-11-23', days: 1 };
    const figures = await server.analytics.getDashboard({ caller: workspace.caller, period });
    expect(figures).toEqual({
      current: {
        ...{ conversations: 1, escalated: 1, toolsSucceeded: 0, toolsFailed: 1 },
        averageDurationSeconds: undefined,
      },
      previous: {
        ...{ conversations: 1, escalated: 0, toolsSucceeded: 1, toolsFailed: 0 },
        averageDurationSeconds: 10,
      },
    });
  });

  it('given no conversation by voice, when calls are counted, then there are none', async () => {
    const workspace = newWorkspace();
    await twoConversations(workspace);
    const { caller } = workspace;
    expect(await server.analytics.getCallStatistics({ caller, period: days })).toEqual({
      period: { from: days.from, to: days.to },
      days: [],
    });
  });

  it('given figures of one workspace, when another asks, then it sees nothing of them', async () => {
    await twoConversations(newWorkspace());
    const { caller } = newWorkspace();
    expect((await server.analytics.getAgentAnalytics({ caller, period: days })).services).toEqual([]);
    expect((await server.analytics.getUsage({ caller, period: days })).usage).toEqual([]);
  });

  it('refuses who may not see figures, and a period that is none', async () => {
    const { caller } = newWorkspace();
    const weak = { ...caller, permissions: ['Workspace.view'] };
    await expect(server.analytics.getUsage({ caller: weak, period: days })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    for (const period of [
      { ...days, days: 0 },
      { ...days, days: 91 },
      { ...days, from: '2026-02-30' },
      { ...days, from: '2026-11-24' },
      { ...days, from: '2020-01-01' },
    ])
      await expect(server.analytics.getUsage({ caller, period })).rejects.toMatchObject({
        code: 'validation_failed',
      });
  });

  it('takes all that owners have ever published of what it counts', async () => {
    const tenantId = 'ws:c56a4180-65aa-42ec-a945-5fd21dec0538';
    for (const [contract, samples] of counted)
      for (const sample of samples) await bus.publishSample(contract, { ...sample, tenantId });
    const { rows } = await server.database.pool.query('SELECT reason FROM world.inbox_parked_stream');
    expect(rows).toEqual([]);
  });
});

import { identityEvents, memoryEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { eventually, samplesOf } from '@svc/testing';
import { startReceiver } from './receiver.js';
import { callerWith, startWebhooksServer } from './webhooks-server.js';

it('given deliveries about people that wait for their next attempt, when one of them is deleted, then only those of the other are sent again', async () => {
  const bus = new TestBus();
  const server = await startWebhooksServer({}, bus);
  const receiver = await startReceiver();
  try {
    receiver.answers((response) => void response.writeHead(500).end());
    await server.webhooks.createDestination({
      caller: callerWith(),
      url: receiver.url,
      acceptedTypes: ['conversation-post-processing-complete'],
      retryAttempts: 5,
      inConversationOrder: false,
    });
    const [stage] = samplesOf(memoryEvents.PostProcessingStageCompleted);
    const [deleted] = samplesOf(identityEvents.UserDeleted);
    if (!stage || !deleted) throw new Error('There are no samples.');
    const people = ['org:demo/user/ada', 'org:demo/user/grace'];
    for (const subject of people)
      await bus.publishSample(memoryEvents.PostProcessingStageCompleted, {
        ...stage,
        ...{ tenantId: 'org:demo', streamId: `org:demo/post-processing/${subject}`, subject },
      });
    const waiting = async () => {
      const sql = 'SELECT subject FROM webhooks.pending_delivery ORDER BY subject';
      const { rows } = await server.database.pool.query<{ readonly subject: string | null }>(sql);
      return rows.map(({ subject }) => subject);
    };
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect(await waiting()).toEqual(people);

    await bus.publishSample(identityEvents.UserDeleted, {
      ...deleted,
      ...{ tenantId: 'org:demo', subject: 'org:demo/user/ada' },
    });
    expect(await waiting()).toEqual(['org:demo/user/grace']);
    // It may come again.
    await bus.repeat();
    await eventually(async () => expect(await waiting()).toEqual(['org:demo/user/grace']));
  } finally {
    await server.stop();
    await receiver.stop();
  }
});

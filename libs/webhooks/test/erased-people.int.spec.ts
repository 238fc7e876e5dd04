import { identityEvents, memoryEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { userSubject } from '@svc/kernel';
import { eventually, samplesOf } from '@svc/testing';
import { startReceiver } from './receiver.js';
import { callerWith, startWebhooksServer } from './webhooks-server.js';

it.each([
  [
    'of an organization, is deleted',
    'org:demo',
    identityEvents.UserDeleted,
    samplesOf(identityEvents.UserDeleted),
  ],
  [
    'of a workspace, is erased',
    'ws:demo',
    identityEvents.PersonErased,
    samplesOf(identityEvents.PersonErased),
  ],
] as const)(
  'given deliveries about people that wait for their next attempt, when one of them, %s, then only those of the other are sent again',
  async (_what, tenantId, erasing, erasures) => {
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
      const [deleted] = erasures;
      if (!stage || !deleted) throw new Error('There are no samples.');
      const people = ['ada', 'grace'].map((name) => userSubject(tenantId, name));
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

      await bus.publishSample(erasing, {
        ...deleted,
        ...{ tenantId, subject: userSubject(tenantId, 'ada') },
      });
      expect(await waiting()).toEqual([people[1]]);
      // It may come again.
      await bus.repeat();
      await eventually(async () => expect(await waiting()).toEqual([people[1]]));
    } finally {
      await server.stop();
      await receiver.stop();
    }
  },
);

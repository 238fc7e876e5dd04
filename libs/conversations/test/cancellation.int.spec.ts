import { ModelError } from '@svc/engine';
import { requestContextOf } from '@svc/rpc';
import { callerOf, eventually } from '@svc/testing';
import { Interact } from '../src/application/interact.js';
import { ada } from './callers.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf, leases } from './storage.js';
import { all, begun, createRequest, messagesOf, saying } from './turns.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
});
afterAll(async () => {
  await library.close();
});

describe('a client that disconnects', () => {
  it('when it does so in the middle of an agent message, then the model is stopped and the turn void', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const stream = host.client.interact(saying(conversationId, 'Never mind'));
    await stream.next();
    await hold.reached;
    await stream.return?.();

    await eventually(async () => expect(await leases(library)).toEqual([]));
    expect(host.model.signals.at(-1)?.aborted).toBe(true);
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'cancelled' },
    });
    expect(await messagesOf(host, conversationId)).toHaveLength(1);
    await all(host.client.interact(saying(conversationId, 'Hello')));
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).not.toContain('Never mind');
  });

  it('when the user is erased at the same time, then the turn is void and keeps no words of the model calls', async () => {
    const conversationId = await begun(host);
    const hold = host.model.hold();
    const stream = host.client.interact(saying(conversationId, 'Forget me'));
    await stream.next();
    await hold.reached;
    await library.database.pool.query(
      'INSERT INTO conversations.erased_subject (subject, erased_at) VALUES ($1, now())',
      ['org:demo/user/ada'],
    );
    await stream.return?.();
    await eventually(async () => expect(await leases(library)).toEqual([]));
    expect((await eventsOf(library, conversationId)).slice(-2).map(({ type }) => type)).toEqual([
      'InteractionStarted',
      'InteractionVoided',
    ]);
    await library.database.pool.query('DELETE FROM conversations.erased_subject');
  });

  it('when it does so during the greeting, then the conversation is gone and another one can be created', async () => {
    const hold = host.model.hold();
    const cancel = new AbortController();
    const stream = host.client.createConversation(createRequest(), { signal: cancel.signal });
    await stream.next();
    await hold.reached;
    cancel.abort(new Error('enough'));
    await expect(all(stream)).rejects.toThrow('enough');

    await eventually(async () => expect(await leases(library)).toEqual([]));
    const { conversations } = await host.client.listConversations({
      caller: callerOf('ada'),
      conversationIds: [],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
    });
    expect(conversations).toEqual([]);
    await expect(begun(host)).resolves.toEqual(expect.any(String));
  });

  it('when it does so after the last words and before the commit, then the turn is void', async () => {
    const conversationId = await begun(host);
    const cancel = new AbortController();
    const gone = new Error('gone');
    // Without the wire in front of it, which reads ahead.
    const context = await library.openContext();
    const turn = context
      .get(Interact)
      .execute(requestContextOf(ada, { signal: cancel.signal, requestId: 'r1' }), {
        conversationId,
        input: { kind: 'user-message', text: 'Never mind', externalEvents: [] },
        isSpoken: false,
      });
    const rest = async (): Promise<void> => {
      for await (const event of turn) if (event.type === 'new-message' && event.isLast) cancel.abort(gone);
    };
    await expect(rest()).rejects.toBe(gone);
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'cancelled' },
    });
  });

  it('when it stops reading at interaction-complete, then the turn counts, and the next one can begin at once', async () => {
    const conversationId = await begun(host);
    for (let turn = 0; turn < 5; turn += 1) {
      for await (const { events } of host.client.interact(saying(conversationId, `Turn ${turn}`))) {
        if (events.at(-1)?.event?.$case === 'interactionComplete') break;
      }
    }
    expect(await messagesOf(host, conversationId)).toHaveLength(11);
  });
});

describe('a model that fails', () => {
  it('when it fails in a turn, then the client is told, nothing stays, and the next turn works', async () => {
    const conversationId = await begun(host);
    host.model.failure = new ModelError('rate_limited', { retryAfterSeconds: 7 });
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 7,
    });
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'failed' },
    });
    host.model.failure = undefined;
    await all(host.client.interact(saying(conversationId, 'Hello again')));
    expect(await messagesOf(host, conversationId)).toHaveLength(3);
  });

  it('when it fails in the greeting, then there is no conversation, and another one can be created', async () => {
    host.model.failure = new Error('out of order');
    await expect(begun(host)).rejects.toMatchObject({ code: 'internal_error' });
    host.model.failure = undefined;
    await expect(begun(host)).resolves.toEqual(expect.any(String));
  });
});

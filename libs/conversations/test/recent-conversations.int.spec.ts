import { callerOf } from '@svc/testing';
import { ada } from './callers.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { eventsOf, expireLeases } from './storage.js';
import { all, begun, messagesOf, saying, valueOf } from './turns.js';

let library: Library;
let host: Host;
let other: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  other = await library.startHost('host-2');
});
beforeEach(async () => {
  await library.clear();
  library.clock.nowMs += 60_000; // longer than an instance distrusts its cache after an earlier test
});
afterAll(async () => {
  await library.close();
});

const loads = ({ wire }: Host): number =>
  wire.statements.filter(({ name }) => name === 'conversations.load_stream').length;

describe('given a conversation with its latest turn on this instance', () => {
  let conversationId: string;

  beforeEach(async () => {
    conversationId = await begun(host);
    host.wire.statements.length = 0;
  });

  it('when the user speaks, then it is not read again', async () => {
    await all(host.client.interact(saying(conversationId, 'Hello')));
    await all(host.client.interact(saying(conversationId, 'Hello again')));
    expect(loads(host)).toBe(0);
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Hello',
      'Hello there.',
      'Hello again',
      'Hello there.',
    ]);
  });

  it('when a turn ran elsewhere since, then the next turn here continues from that one', async () => {
    other.model.messages = [['Said elsewhere.']];
    await all(other.client.interact(saying(conversationId, 'Hello')));
    await all(host.client.interact(saying(conversationId, 'Hello again')));
    expect(JSON.stringify(host.model.engaged.at(-1))).toContain('Said elsewhere.');
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Hello',
      'Said elsewhere.',
      'Hello again',
      'Hello there.',
    ]);
  });

  it('when one was out of date, then all are read from the log for a minute', async () => {
    await all(other.client.interact(saying(conversationId, 'Hello')));
    await all(host.client.interact(saying(conversationId, 'Hello')));
    host.wire.statements.length = 0;
    await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(loads(host)).toBe(1);
    library.clock.nowMs += 60_000;
    await all(host.client.interact(saying(conversationId, 'Hello')));
    expect(loads(host)).toBe(1);
  });

  it('when a message is refused for its content, then the cache is still trusted', async () => {
    const bob = callerOf('bob');
    const bobs = await begun(host, { caller: bob });
    await expect(all(host.client.interact(saying(conversationId, ' ')))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    host.wire.statements.length = 0;
    await all(host.client.interact(saying(bobs, 'Hello', { caller: bob })));
    expect(loads(host)).toBe(0);
  });

  it('when it was finished elsewhere since, then the next turn here gets that error', async () => {
    await other.client.finishConversation({ caller: ada, conversationId });
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'conversation_finished',
    });
    await expect(host.client.finishConversation({ caller: ada, conversationId })).rejects.toMatchObject({
      code: 'conversation_finished',
    });
  });

  it('when a turn runs elsewhere, then it is in progress here', async () => {
    const hold = other.model.hold();
    const turn = all(other.client.interact(saying(conversationId, 'Hello')));
    await hold.reached;
    await expect(all(host.client.interact(saying(conversationId, 'Me too')))).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    hold.release();
    expect(valueOf(await turn, 'interactionComplete').fullMessage).toBe('Hello there.');
  });

  it('when a turn elsewhere was abandoned, then the next turn here takes it over', async () => {
    const hold = other.model.hold();
    const turn = all(other.client.interact(saying(conversationId, 'Lost words')));
    const outcome = turn.catch((error: unknown) => error);
    await hold.reached;
    await expireLeases(library);
    await all(host.client.interact(saying(conversationId, 'Hello')));
    hold.release();
    expect(await outcome).toMatchObject({ code: 'operation_in_progress' });
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).not.toContain('Lost words');
    expect(await eventsOf(library, conversationId)).toContainEqual(
      expect.objectContaining({ type: 'InteractionVoided' }),
    );
  });

  it('when the log has lost it, then it is unknown here as well', async () => {
    await library.clear();
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('when a turn here is void, then the next one continues from what is stored', async () => {
    host.model.failure = new Error('the model is away');
    await expect(all(host.client.interact(saying(conversationId, 'Hello')))).rejects.toBeDefined();
    host.model.reset();
    await all(host.client.interact(saying(conversationId, 'Hello again')));
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'Hello again',
      'Hello there.',
    ]);
  });
});

import { MessageType } from '@svc/contracts/conversations';
import { openShelf, type Shelf } from './shelf.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

const read = (changes = {}) =>
  shelf.host.transcripts.getTranscript({
    tenantId: 'org:demo',
    conversationId: shelf.ids.first,
    afterOrdinal: 0,
    ...changes,
  });

describe('the transcript of a finished conversation', () => {
  it('then it has the messages of user and agent, in order', async () => {
    const { messages, hasMore, erased } = await read();
    expect([hasMore, erased]).toEqual([false, false]);
    expect(messages.map(({ ordinal, type }) => [ordinal, type])).toEqual([
      [1, MessageType.MESSAGE_TYPE_AGENT_MESSAGE],
      [2, MessageType.MESSAGE_TYPE_USER_MESSAGE],
      [3, MessageType.MESSAGE_TYPE_AGENT_MESSAGE],
    ]);
    expect(messages[1]?.text).toBe('Hello');
    const listed = await shelf.messages({});
    expect(messages.map(({ messageId }) => messageId)).toEqual(listed.map(({ messageId }) => messageId));
  });

  it('when it is read from a message on, then it continues after that', async () => {
    expect((await read({ afterOrdinal: 2 })).messages.map(({ ordinal }) => ordinal)).toEqual([3]);
    expect((await read({ afterOrdinal: 3 })).messages).toEqual([]);
  });

  it.each([
    ['an open conversation', () => ({ conversationId: shelf.ids.second })],
    ['no such conversation', () => ({ conversationId: 'f'.repeat(24) })],
    ['what can not be one', () => ({ conversationId: 'a/b' })],
    ['another tenant', () => ({ tenantId: 'org:other' })],
    ['no tenant', () => ({ tenantId: 'demo' })],
  ])('given %s, then it is not found', async (_what, changes) => {
    await expect(read(changes())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given an erased person, then it says so and is empty', async () => {
    const { library } = shelf;
    library.peers.erased.add('org:demo/user/ada');
    // Keys are cached for 5 s.
    library.clock.nowMs += 5_000;
    expect(await read()).toEqual({ erased: true, messages: [], hasMore: false });
  });
});

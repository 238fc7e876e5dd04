import { InteractionKind, MessageType } from '@svc/contracts/conversations';
import { callerOf, omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import { wantsAdvice, saysGoodbye } from './definitions.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { agentId, contextGraphId, serviceId, userProfile } from './peers.js';
import { eventsOf } from './storage.js';
import { all, begun, createRequest, messagesOf, saying, valueOf } from './turns.js';

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

describe('a conversation', () => {
  it('when it is created, then the greeting streams in pieces and is there afterwards', async () => {
    const told = await all(host.client.createConversation(createRequest()));
    expect(told.map(({ $case }) => $case)).toEqual([
      'conversationCreated',
      'newMessage',
      'newMessage',
      'newMessage',
      'interactionComplete',
    ]);
    const pieces = told.flatMap((event) => (event.$case === 'newMessage' ? [event.value] : []));
    expect(pieces.map(({ message, sequenceNumber, stop }) => [message, sequenceNumber, stop])).toEqual([
      ['Hello', 0, false],
      [' there.', 1, false],
      ['', 2, true],
    ]);
    const complete = valueOf(told, 'interactionComplete');
    expect(complete).toMatchObject({ fullMessage: 'Hello there.', conversationCompleted: false });
    expect(new Set(pieces.map(({ messageId }) => messageId))).toEqual(new Set([complete.messageId]));

    const { conversationId } = valueOf(told, 'conversationCreated');
    expect(await messagesOf(host, conversationId)).toEqual([
      {
        messageId: complete.messageId,
        interactionId: complete.interactionId,
        type: MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
        sender: 'Lin',
        text: 'Hello there.',
        format: 'MESSAGE_FORMAT_TEXT',
        createdAtMs: library.clock.nowMs,
      },
    ]);
  });

  it('then turns use the models that its version set prefers', async () => {
    const before = host.model.turns.length;
    const conversationId = await begun(host);
    await all(host.client.interact(saying(conversationId, 'I like to read')));
    const turn = {
      conversationId,
      preferences: [{ interactionName: 'engage', llmName: 'some-model', paramsJson: '{}' }],
    };
    const taken = host.model.turns.slice(before);
    expect(taken.slice(0, 2)).toEqual([turn, turn]);
    // After each turn the service checks whether there is something to sum up, which would use the same model.
    expect(taken).toEqual(taken.map(() => turn));
  });

  it('is recorded for its user, no matter who asks', async () => {
    const conversationId = await begun(host);
    await all(host.client.interact(saying(conversationId, 'I like to read')));
    const { store, database } = library;
    const recorded = await store.readStream(database, `org:demo/conversation/${conversationId}`);
    expect(new Set(recorded.map(({ subject }) => subject))).toEqual(new Set(['org:demo/user/ada']));
  });

  it('when the user speaks, then the message is confirmed, answered, and both are kept in order', async () => {
    const conversationId = await begun(host);
    host.model.messages = [['Novels', ' or poems?']];
    const told = await all(host.client.interact(saying(conversationId, 'I like to read')));
    expect(told.map(({ $case }) => $case)).toEqual([
      'userMessageAvailable',
      'newMessage',
      'newMessage',
      'newMessage',
      'interactionComplete',
    ]);
    const messages = await messagesOf(host, conversationId);
    expect(messages.map(({ sender, text }) => [sender, text])).toEqual([
      ['Lin', 'Hello there.'],
      ['Ada Example', 'I like to read'],
      ['Lin', 'Novels or poems?'],
    ]);
    expect(messages[1]?.messageId).toBe(valueOf(told, 'userMessageAvailable').messageId);
    const shown = host.model.engaged.at(-1)?.task;
    expect(shown).toMatchObject({
      transcript: [{ type: 'agent-message', text: 'Hello there.' }],
      input: { kind: 'user-message', text: 'I like to read', externalEvents: [] },
      user: { displayName: 'Ada Example', isReturning: false },
    });
  });

  it('when the user says nothing, then the agent continues without a user message', async () => {
    const conversationId = await begun(host);
    const skip = { kind: InteractionKind.INTERACTION_KIND_SKIP };
    const told = await all(host.client.interact(saying(conversationId, '', skip)));
    expect(told[0]?.$case).toBe('newMessage');
    expect(await messagesOf(host, conversationId)).toHaveLength(2);
  });

  it('when a state is passed through, then the inner thought is kept and shown only when asked for', async () => {
    const conversationId = await begun(host);
    host.model.choice = wantsAdvice;
    await all(host.client.interact(saying(conversationId, 'What shall I read?')));
    expect((await messagesOf(host, conversationId)).map(({ text }) => text)).toEqual([
      'Hello there.',
      'What shall I read?',
      'Hello there.',
    ]);
    const { messages } = await host.client.listMessages({
      caller: ada,
      conversationId,
      messageIds: [],
      messageTypes: [MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT],
      interactionIds: [],
      sortBy: [],
    });
    expect(messages.map(({ sender, text }) => [sender, text])).toEqual([['Lin', 'They want a book.']]);
    // and the next turn begins where this one ended
    host.model.choice = undefined;
    await all(host.client.interact(saying(conversationId, 'Thanks')));
    expect(host.model.engaged.at(-1)?.task.state.name).toBe('recommend');
  });

  it('when the terminal state is reached, then the conversation finishes', async () => {
    const conversationId = await begun(host);
    host.model.choice = saysGoodbye;
    const told = await all(host.client.interact(saying(conversationId, 'Bye')));
    expect(valueOf(told, 'interactionComplete').conversationCompleted).toBe(true);
    await expect(host.client.finishConversation({ caller: ada, conversationId })).rejects.toMatchObject({
      code: 'conversation_finished',
    });
    await expect(all(host.client.interact(saying(conversationId, 'Hello?')))).rejects.toMatchObject({
      code: 'conversation_finished',
    });
    // and the user can start another one
    await expect(begun(host)).resolves.toEqual(expect.any(String));
  });

  it('when it is finished, then it is listed as such and accepts nothing more', async () => {
    const conversationId = await begun(host, { tags: [{ key: 'desk', value: 'front' }, { key: 'area' }] });
    await all(host.client.interact(saying(conversationId, 'Hello')));
    await host.client.finishConversation({ caller: ada, conversationId });

    const { conversations, page } = await host.client.listConversations({
      caller: ada,
      conversationIds: [],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
    });
    expect(page).toEqual({ hasMore: false, nextOffset: undefined });
    expect(conversations).toEqual([
      {
        conversationId,
        userId: 'ada',
        serviceId,
        createdAtMs: library.clock.nowMs,
        isFinished: true,
        isAnalyzed: false,
        completedPostProcessings: [],
        finalMessage: 'Hello there.',
        numMessages: 3,
        tags: [{ key: 'area' }, { key: 'desk', value: 'front' }],
        versionSetInfo: {
          name: 'release',
          agentId,
          agentVersionNumber: 3,
          contextGraphId,
          contextGraphVersionNumber: 7,
          llmModelPreferences: [{ interactionName: 'engage', llmName: 'some-model', paramsJson: '{}' }],
        },
      },
    ]);
    await expect(all(host.client.interact(saying(conversationId, 'Hello?')))).rejects.toMatchObject({
      code: 'conversation_finished',
    });
    await expect(host.client.finishConversation({ caller: ada, conversationId })).rejects.toMatchObject({
      code: 'conversation_finished',
    });
  });

  it('given tags in any script and with blank values, then it keeps them', async () => {
    const tags = [{ key: 'größe', value: ' ' }];
    const conversationId = await begun(host, { tags });

    const { conversations } = await host.client.listConversations({
      caller: ada,
      conversationIds: [conversationId],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
    });
    expect(conversations).toMatchObject([{ tags }]);
  });

  it.each([
    ['a key with a hyphen', { key: 'a-b' }],
    ['a key of 257 characters', { key: '\u{20000}'.repeat(257) }],
    ['an empty value', { key: 'a', value: '' }],
    ['a value of 101 characters', { key: 'a', value: 'x'.repeat(101) }],
  ])('given a tag with %s, then it is refused', async (_name, tag) => {
    await expect(begun(host, { tags: [tag] })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('given a deleted user, then nobody can speak in it, and callers with the permission can finish it', async () => {
    const conversationId = await begun(host);
    library.peers.users.delete('ada');
    try {
      const administrator = omnipotent('carl');
      await expect(
        all(host.client.interact(saying(conversationId, 'Hello', { caller: administrator }))),
      ).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('finished') });
      const narrow = callerOf('carl', 'DefaultAdministratorRole');
      await expect(host.client.finishConversation({ caller: narrow, conversationId })).rejects.toMatchObject({
        code: 'permission_denied',
      });
      await host.client.finishConversation({ caller: administrator, conversationId });
      expect((await eventsOf(library, conversationId)).at(-1)?.type).toBe('ConversationFinished');
    } finally {
      library.peers.users.set('ada', userProfile('ada'));
    }
  });

  it('given an earlier conversation, then the user returns', async () => {
    const conversationId = await begun(host);
    await host.client.finishConversation({ caller: ada, conversationId });
    await begun(host);
    expect(host.model.engaged.at(-1)?.task.user.isReturning).toBe(true);
  });

  it('given an open conversation, then the user can not start another one in the same service', async () => {
    const open = await begun(host);
    await expect(begun(host)).rejects.toMatchObject({
      code: 'conversation_already_open',
      message: expect.stringContaining(open) as unknown,
    });
  });
});

import type { Caller } from '@svc/contracts/common';
import {
  InteractionKind,
  MessageType,
  type InteractRequest,
  type ListConversationsRequest,
  type ListMessagesRequest,
} from '@svc/contracts/conversations';
import { ada, callerOf, omnipotent } from '../../test/callers.js';
import { type Host } from '../../test/host.js';
import { type Library, openLibrary } from '../../test/library.js';
import { leases } from '../../test/storage.js';
import { all, begun, saying } from '../../test/turns.js';
import { otherServiceId, serviceId, userContext } from '../../test/peers.js';

let library: Library;
let host: Host;
/** Conversations by a name for the test, oldest first. */
const ids: Record<'first' | 'second' | 'third' | 'bobs', string> = {
  first: '',
  second: '',
  third: '',
  bobs: '',
};
const everything = omnipotent('root');
const bob = callerOf('bob');

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  library.peers.users.set('bob', userContext('bob', { conversationsVisibleToAdmins: false }));
  const later = (): void => void (library.clock.nowMs += 1_000);
  ids.first = await begun(host, { tags: [{ key: 'area', value: 'heart' }, { key: 'new' }] });
  later();
  await all(host.client.interact(saying(ids.first, 'Hello')));
  await host.client.finishConversation({ caller: ada, conversationId: ids.first });
  later();
  ids.second = await begun(host, { tags: [{ key: 'area', value: 'lung' }] });
  later();
  ids.third = await begun(host, { serviceId: otherServiceId, tags: [{ key: 'area', value: 'heart' }] });
  later();
  ids.bobs = await begun(host, { caller: bob });
});
afterAll(async () => {
  await library.close();
});

const list = (changes: Partial<ListConversationsRequest> = {}) =>
  host.client.listConversations({
    caller: everything,
    conversationIds: [],
    userIds: [],
    serviceIds: [],
    tags: [],
    sortBy: [],
    page: { limit: 150, offset: 0 },
    ...changes,
  });
const names = async (changes: Partial<ListConversationsRequest> = {}) =>
  (await list(changes)).conversations.map(
    ({ conversationId }) => Object.entries(ids).find(([, id]) => id === conversationId)?.[0],
  );

describe('listing conversations', () => {
  it.each<[what: string, changes: () => Partial<ListConversationsRequest>, expected: string[]]>([
    ['everything, oldest first', () => ({}), ['first', 'second', 'third', 'bobs']],
    [
      'newest first',
      () => ({ sortBy: [{ field: 'created_at', descending: true }] }),
      ['bobs', 'third', 'second', 'first'],
    ],
    ['ids', () => ({ conversationIds: [ids.third, ids.first, ids.first] }), ['first', 'third']],
    ['ids that do not exist', () => ({ conversationIds: ['f'.repeat(24)] }), []],
    ['an id that is none', () => ({ conversationIds: ['x\u0000'] }), []],
    ['users', () => ({ userIds: ['bob', 'nobody'] }), ['bobs']],
    ['a service', () => ({ serviceIds: [otherServiceId] }), ['third']],
    ['finished ones', () => ({ isFinished: true }), ['first']],
    ['unfinished ones', () => ({ isFinished: false }), ['second', 'third', 'bobs']],
    [
      'a tag of a value',
      () => ({ tags: [{ key: 'area', match: { $case: 'value', value: 'heart' } }] }),
      ['first', 'third'],
    ],
    [
      'a tag of any value',
      () => ({ tags: [{ key: 'area', match: { $case: 'anyValue', value: true } }] }),
      ['first', 'second', 'third'],
    ],
    [
      'a tag without a value',
      () => ({ tags: [{ key: 'new', match: { $case: 'noValue', value: true } }] }),
      ['first'],
    ],
    [
      'two tags, which must both match',
      () => ({
        tags: [
          { key: 'area', match: { $case: 'value', value: 'heart' } },
          { key: 'new', match: { $case: 'anyValue', value: true } },
        ],
      }),
      ['first'],
    ],
  ])('when asked for %s, then these come', async (_what, changes, expected) => {
    expect(await names(changes())).toEqual(expected);
  });

  it('when asked for more tags than a query could join, then the answer comes all the same', async () => {
    const tags = Array.from({ length: 1_000 }, (_, index) => ({ key: `tag${index}` }));
    expect(await names({ tags })).toEqual([]);
  });

  it('when read in pages, then each conversation comes once', async () => {
    const first = await list({ page: { limit: 3, offset: 0 } });
    expect(first.page).toEqual({ hasMore: true, nextOffset: 3 });
    const second = await list({ page: { limit: 3, offset: 3 } });
    expect(second.page).toEqual({ hasMore: false, nextOffset: undefined });
    const told = [...first.conversations, ...second.conversations].map(
      ({ conversationId }) => conversationId,
    );
    expect(told).toEqual(Object.values(ids));
  });

  it.each<[what: string, changes: Partial<ListConversationsRequest>]>([
    ['another sort field', { sortBy: [{ field: 'user_id', descending: false }] }],
    ['a limit of 0', { page: { limit: 0, offset: 0 } }],
    ['a limit of 151', { page: { limit: 151, offset: 0 } }],
    ['a negative offset', { page: { limit: 1, offset: -1 } }],
    ['an offset beyond all numbers', { page: { limit: 1, offset: 2 ** 40 } }],
    ['a tag with U+0000', { tags: [{ key: '\u0000' }] }],
  ])('given %s, then it is refused', async (_what, changes) => {
    await expect(list(changes)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('what grants let a caller see', () => {
  it('given the default role, then their own conversations', async () => {
    expect(await names({ caller: ada })).toEqual(['first', 'second', 'third']);
    expect(await names({ caller: bob })).toEqual(['bobs']);
  });

  it('given an administrator, then those of users of the same role who allow it', async () => {
    const admin = callerOf('carl', 'DefaultAdministratorRole');
    expect(await names({ caller: admin })).toEqual([]);
    library.peers.users.set('ada', userContext('ada', { roleId: 'role-admin' }));
    try {
      expect(await names({ caller: admin })).toEqual(['first', 'second', 'third']);
    } finally {
      library.peers.users.set('ada', userContext('ada'));
    }
  });

  it('given an administrator of the service, then those of all users who allow it', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    expect(await names({ caller: admin })).toEqual(['first', 'second', 'third']);
    await expect(messages({ caller: admin, conversationId: ids.bobs })).resolves.toEqual([]);
    await expect(messages({ caller: admin, conversationId: ids.third })).resolves.toHaveLength(1);
  });

  it('then identity is asked only what the grants ask about, and once for each question', async () => {
    const { asked } = library.peers;
    const costOf = async (call: () => Promise<unknown>) => {
      asked.length = 0;
      await call();
      return [...asked];
    };
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const conversationId = ids.first;
    expect(await costOf(() => list({ caller: ada }))).toEqual([]);
    expect(await costOf(() => messages({ caller: ada, conversationId }))).toEqual([]);
    // to see conversations and to read messages: the same condition twice
    expect(await costOf(() => list({ caller: admin }))).toEqual(['resolveUserIds']);
    expect(await costOf(() => messages({ caller: admin, conversationId }))).toEqual(['getUserContexts']);
  });

  it('given a user who is gone, then only grants without conditions on users reach their messages', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const user = library.peers.users.get('ada')!;
    library.peers.users.delete('ada');
    try {
      expect(await messages({ caller: admin, conversationId: ids.first })).toEqual([]);
      expect(await messages({ caller: everything, conversationId: ids.first })).toHaveLength(3);
    } finally {
      library.peers.users.set('ada', user);
    }
  });

  it('given no right to read messages or version sets, then these parts are left out', async () => {
    const permissionName = 'Conversation:GetConversation';
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [{ permissionName, conditions: {} }] });
    const { conversations } = await list({ caller, conversationIds: [ids.first] });
    expect(conversations).toMatchObject([{ numMessages: 3, finalMessage: '', versionSetInfo: undefined }]);
    expect((await list({ conversationIds: [ids.first] })).conversations).toMatchObject([
      { finalMessage: 'Hello there.', versionSetInfo: { name: 'release' } },
    ]);
  });

  it('given more users whom an administrator may see than a statement has parameters, then it lists theirs', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const strangers = Array.from({ length: 70_000 }, (_, index) => `stranger-${index}`);
    for (const id of strangers) library.peers.users.set(id, userContext(id));
    try {
      expect(await names({ caller: admin })).toEqual(['first', 'second', 'third']);
    } finally {
      for (const id of strangers) library.peers.users.delete(id);
    }
  });

  it('given no grant at all, then nothing', async () => {
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [] });
    expect(await names({ caller })).toEqual([]);
    expect(await messages({ caller, conversationId: ids.first })).toEqual([]);
  });

  it('given no caller, then it is refused', async () => {
    await expect(list({ caller: undefined })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('changing a conversation of somebody else', () => {
  it.each<[what: string, caller: () => Caller]>([
    ['a user of the default role', () => bob],
    ['an administrator', () => callerOf('carl', 'DefaultAdministratorRole')],
    [
      'one who may not update the user',
      () => {
        const grants = [
          { permissionName: 'Conversation:InteractWithConversation', conditions: {} },
          { permissionName: 'Conversation:FinishConversation', conditions: {} },
        ] as const;
        return callerOf('carl', 'DefaultUserRole', { grants });
      },
    ],
  ])('given %s, then it is denied', async (_what, caller) => {
    const denied = { code: 'permission_denied' };
    const conversationId = ids.second;
    await expect(
      all(host.client.interact(saying(conversationId, 'Hi', { caller: caller() }))),
    ).rejects.toMatchObject(denied);
    await expect(host.client.finishConversation({ caller: caller(), conversationId })).rejects.toMatchObject(
      denied,
    );
  });

  it('given the grants for it, then it works, and the user is the one who has spoken', async () => {
    const told = await all(host.client.interact(saying(ids.third, 'For Ada', { caller: everything })));
    expect(told[0]?.$case).toBe('userMessageAvailable');
    const said = await messages({ conversationId: ids.third });
    expect(said.map(({ sender }) => sender)).toEqual(['Lin', 'Ada Example', 'Lin']);
  });

  it('given no permission to create, then it is denied', async () => {
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [] });
    await expect(begun(host, { caller })).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('what goes on inside a turn', () => {
  it.each([
    ['shown to those who may see insights', everything, true],
    ['not shown to others', ada, false],
  ])('is %s', async (_what, caller, isShown) => {
    const told = await all(host.client.interact(saying(ids.second, 'And?', { caller })));
    const types = told.flatMap((event) => (event.$case === 'currentAgentAction' ? [event.value] : []));
    expect(types.length > 0).toBe(isShown);
    for (const { actionType, actionJson } of types)
      expect(JSON.parse(actionJson)).toMatchObject({ type: actionType });
  });
});

async function messages(changes: Partial<ListMessagesRequest>) {
  const answer = await host.client.listMessages({
    caller: everything,
    conversationId: ids.first,
    messageIds: [],
    messageTypes: [],
    interactionIds: [],
    sortBy: [],
    page: { limit: 500, offset: 0 },
    ...changes,
  });
  return answer.messages;
}

describe('listing messages', () => {
  it('then they come in the order of the conversation, and in the order asked for', async () => {
    const inOrder = await messages({});
    expect(inOrder.map(({ type }) => type)).toEqual([
      MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
      MessageType.MESSAGE_TYPE_USER_MESSAGE,
      MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
    ]);
    const newest = await messages({ sortBy: [{ field: 'created_at', descending: true }] });
    // What was said and its answer are of the same moment here.
    expect(newest).toEqual(inOrder.toReversed());
    const byInteraction = await messages({ sortBy: [{ field: 'interaction_id', descending: true }] });
    const sorted = inOrder
      .map(({ interactionId }) => interactionId)
      .sort()
      .reverse();
    expect(byInteraction.map(({ interactionId }) => interactionId)).toEqual(sorted);
  });

  it('when filtered by id, type or interaction, then only these come', async () => {
    const [greeting, said, answer] = await messages({});
    expect(await messages({ messageIds: [said!.messageId] })).toEqual([said]);
    expect(await messages({ messageTypes: [MessageType.MESSAGE_TYPE_USER_MESSAGE] })).toEqual([said]);
    expect(await messages({ interactionIds: [greeting!.interactionId] })).toEqual([greeting]);
    expect(
      await messages({ interactionIds: [answer!.interactionId], messageIds: [answer!.messageId] }),
    ).toEqual([answer]);
  });

  it('when read in pages, then each message comes once', async () => {
    const whole = await messages({});
    expect([
      ...(await messages({ page: { limit: 2, offset: 0 } })),
      ...(await messages({ page: { limit: 2, offset: 2 } })),
    ]).toEqual(whole);
  });

  it.each([
    ['no such conversation', { conversationId: 'f'.repeat(24) }, 'not_found'],
    ['what can not be one', { conversationId: 'x' }, 'not_found'],
    ['another sort field', { sortBy: [{ field: 'sender', descending: false }] }, 'validation_failed'],
    ['a limit of 501', { page: { limit: 501, offset: 0 } }, 'validation_failed'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    await expect(messages(changes)).rejects.toMatchObject({ code });
  });
});

describe('statistics of users', () => {
  it('then they count conversations and messages', async () => {
    const { statistics } = await host.client.getUserStatistics({
      caller: everything,
      userIds: ['bob', 'nobody'],
    });
    expect(statistics).toEqual([
      { userId: 'bob', numConversations: 1, numMessages: 1, lastMessageAtMs: library.clock.nowMs },
    ]);
  });
});

describe('another tenant', () => {
  const stranger = { ...omnipotent('ada'), tenantId: 'org:other', orgId: 'other' };

  it('sees nothing, and reaches nothing', async () => {
    expect(await names({ caller: stranger })).toEqual([]);
    expect(await names({ caller: stranger, conversationIds: [ids.first] })).toEqual([]);
    const conversationId = ids.second;
    const notFound = { code: 'not_found' };
    await expect(messages({ caller: stranger, conversationId })).rejects.toMatchObject(notFound);
    await expect(
      all(host.client.interact(saying(conversationId, 'Hello', { caller: stranger }))),
    ).rejects.toMatchObject(notFound);
    await expect(host.client.finishConversation({ caller: stranger, conversationId })).rejects.toMatchObject(
      notFound,
    );
    expect((await host.client.getUserStatistics({ caller: stranger, userIds: ['ada'] })).statistics).toEqual(
      [],
    );
  });

  it('is not in the way of a user of the same id', async () => {
    const conversationId = await begun(host, { caller: stranger, serviceId });
    expect(await messages({ caller: stranger, conversationId })).toHaveLength(1);
    await expect(messages({ conversationId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('what a turn is given', () => {
  const event = (timestampMs: number) => ({ externalEvents: [{ content: 'The door opened', timestampMs }] });

  it.each<[what: string, changes: Partial<InteractRequest>, code: string]>([
    ['an empty message', { text: ' ' }, 'invalid_request'],
    ['a text with U+0000', { text: 'a\u0000' }, 'validation_failed'],
    ['an event in the future', event(2 ** 45), 'invalid_request'],
    ['an event before the latest message', event(1), 'invalid_request'],
    ['no kind', { kind: InteractionKind.INTERACTION_KIND_UNSPECIFIED }, 'invalid_request'],
    ['words with a skip', { kind: InteractionKind.INTERACTION_KIND_SKIP }, 'invalid_request'],
    ['a text too long for an event', { text: 'x'.repeat(70_000) }, 'payload_too_large'],
  ])('given %s, then it is refused and nothing changed', async (_what, changes, code) => {
    const before = await messages({ conversationId: ids.second });
    const request = saying(ids.second, 'Hello', { caller: everything, ...changes });
    await expect(all(host.client.interact(request))).rejects.toMatchObject({ code });
    expect(await messages({ conversationId: ids.second })).toEqual(before);
    expect(await leases(library)).toEqual([]);
  });

  it('given an event that has happened since the latest message, then it comes before what was said', async () => {
    library.clock.nowMs += 10_000;
    const happened = event(library.clock.nowMs - 5_000);
    await all(host.client.interact(saying(ids.second, 'Who is it?', { caller: everything, ...happened })));
    const said = await messages({ conversationId: ids.second });
    expect(said.slice(-3).map(({ type, sender, text }) => [type, sender, text])).toEqual([
      [MessageType.MESSAGE_TYPE_EXTERNAL_EVENT, 'External event', 'The door opened'],
      [MessageType.MESSAGE_TYPE_USER_MESSAGE, 'Ada Example', 'Who is it?'],
      [MessageType.MESSAGE_TYPE_AGENT_MESSAGE, 'Lin', 'Hello there.'],
    ]);
    expect(said.at(-3)?.createdAtMs).toBe(library.clock.nowMs - 5_000);
  });

  it('given an unknown service or version set, then it is not found', async () => {
    const eve = callerOf('bob');
    for (const changes of [
      { serviceId: 'f'.repeat(24) },
      { serviceId: 'x' },
      { serviceVersionSetName: 'nightly' },
    ]) {
      await expect(begun(host, { caller: eve, ...changes })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('conversations of one moment', () => {
  it('when newest come first, then they come the other way round', async () => {
    const tags = [{ key: 'moment' }];
    const asked = { tags: [{ key: 'moment', match: { $case: 'anyValue' as const, value: true } }] };
    const owners = ['dora', 'emil', 'fritz'].map((name) => callerOf(name));
    for (const caller of owners) {
      library.peers.users.set(caller.userId, userContext(caller.userId));
      await begun(host, { caller, tags });
    }
    const idsIn = async (descending: boolean) =>
      (await list({ ...asked, sortBy: [{ field: 'created_at', descending }] })).conversations.map(
        ({ conversationId }) => conversationId,
      );
    expect(await idsIn(false)).toHaveLength(3);
    expect(await idsIn(true)).toEqual((await idsIn(false)).toReversed());
  });
});

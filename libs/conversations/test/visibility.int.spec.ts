import type { Caller } from '@svc/contracts/common';
import { callerOf } from '@svc/testing';
import { ada } from './callers.js';
import { userProfile } from './peers.js';
import { openShelf, bob, root, type Shelf } from './shelf.js';
import { all, begun, saying } from './turns.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

/** Callers who may not read a conversation do not learn that it exists. */
const likeUnknown = { code: 'not_found', message: 'There is no such conversation.' };

describe('what grants let a caller see', () => {
  it('given the default role, then their own conversations', async () => {
    expect(await shelf.names({ caller: ada })).toEqual(['first', 'second', 'third']);
    expect(await shelf.names({ caller: bob })).toEqual(['bobs']);
  });

  it('given an administrator, then those of users of the same role who allow it', async () => {
    const admin = callerOf('carl', 'DefaultAdministratorRole');
    expect(await shelf.names({ caller: admin })).toEqual([]);
    shelf.library.peers.users.set('ada', userProfile('ada', { roleId: 'role-admin' }));
    try {
      expect(await shelf.names({ caller: admin })).toEqual(['first', 'second', 'third']);
    } finally {
      shelf.library.peers.users.set('ada', userProfile('ada'));
    }
  });

  it('given an administrator of the service, then those of all users who allow it', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    expect(await shelf.names({ caller: admin })).toEqual(['first', 'second', 'third']);
    await expect(shelf.messages({ caller: admin, conversationId: shelf.ids.bobs })).rejects.toMatchObject(
      likeUnknown,
    );
    await expect(shelf.messages({ caller: admin, conversationId: shelf.ids.third })).resolves.toHaveLength(1);
  });

  it('then identity is asked only what the grants need, and each question once', async () => {
    const { asked } = shelf.library.peers;
    const costOf = async (call: () => Promise<unknown>) => {
      asked.length = 0;
      await call();
      return [...asked];
    };
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const conversationId = shelf.ids.first;
    expect(await costOf(() => shelf.list({ caller: ada }))).toEqual([]);
    expect(await costOf(() => shelf.messages({ caller: ada, conversationId }))).toEqual([]);
    // to see conversations and to read messages: the same condition twice
    expect(await costOf(() => shelf.list({ caller: admin }))).toEqual(['resolveUserIds']);
    expect(await costOf(() => shelf.messages({ caller: admin, conversationId }))).toEqual([
      'getUserContexts',
    ]);
  });

  it('given a deleted user, then only grants without conditions on users reach their messages', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const user = shelf.library.peers.users.get('ada')!;
    shelf.library.peers.users.delete('ada');
    try {
      await expect(shelf.messages({ caller: admin, conversationId: shelf.ids.first })).rejects.toMatchObject(
        likeUnknown,
      );
      expect(await shelf.messages({ caller: root, conversationId: shelf.ids.first })).toHaveLength(3);
    } finally {
      shelf.library.peers.users.set('ada', user);
    }
  });

  it('given no right to read messages or version sets, then these parts are left out', async () => {
    const permissionName = 'Conversation:GetConversation';
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [{ permissionName, conditions: {} }] });
    const { conversations } = await shelf.list({ caller, conversationIds: [shelf.ids.first] });
    expect(conversations).toMatchObject([{ numMessages: 3, finalMessage: '', versionSetInfo: undefined }]);
    expect((await shelf.list({ conversationIds: [shelf.ids.first] })).conversations).toMatchObject([
      { finalMessage: 'Hello there.', versionSetInfo: { name: 'release' } },
    ]);
  });

  it('given more users visible to an administrator than a statement has parameters, then it lists theirs', async () => {
    const admin = callerOf('carl', 'DefaultSuperAdministratorRole');
    const strangers = Array.from({ length: 70_000 }, (_, index) => `stranger-${index}`);
    for (const id of strangers) shelf.library.peers.users.set(id, userProfile(id));
    try {
      expect(await shelf.names({ caller: admin })).toEqual(['first', 'second', 'third']);
    } finally {
      for (const id of strangers) shelf.library.peers.users.delete(id);
    }
  });

  it('given no grant at all, then nothing', async () => {
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [] });
    expect(await shelf.names({ caller })).toEqual([]);
    await expect(shelf.messages({ caller, conversationId: shelf.ids.first })).rejects.toMatchObject(
      likeUnknown,
    );
    await expect(shelf.messages({ caller, conversationId: 'f'.repeat(24) })).rejects.toMatchObject(
      likeUnknown,
    );
  });

  it('given no caller, then it is refused', async () => {
    await expect(shelf.list({ caller: undefined })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('changing a conversation of another user', () => {
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
    const conversationId = shelf.ids.second;
    await expect(
      all(shelf.host.client.interact(saying(conversationId, 'Hi', { caller: caller() }))),
    ).rejects.toMatchObject(denied);
    await expect(
      shelf.host.client.finishConversation({ caller: caller(), conversationId }),
    ).rejects.toMatchObject(denied);
  });

  it("given the grants for it, then it works, and the message is the user's", async () => {
    const told = await all(shelf.host.client.interact(saying(shelf.ids.third, 'For Ada', { caller: root })));
    expect(told[0]?.$case).toBe('userMessageAvailable');
    const said = await shelf.messages({ conversationId: shelf.ids.third });
    expect(said.map(({ sender }) => sender)).toEqual(['Lin', 'Ada Example', 'Lin']);
  });

  it('given no permission to create, then it is denied', async () => {
    const caller = callerOf('ada', 'DefaultUserRole', { grants: [] });
    await expect(begun(shelf.host, { caller })).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('insights into a turn', () => {
  it.each([
    ['shown to those who may see insights', root, true],
    ['not shown to others', ada, false],
  ])('is %s', async (_what, caller, isShown) => {
    const told = await all(shelf.host.client.interact(saying(shelf.ids.second, 'And?', { caller })));
    const types = told.flatMap((event) => (event.$case === 'currentAgentAction' ? [event.value] : []));
    expect(types.length > 0).toBe(isShown);
    for (const { actionType, actionJson } of types)
      expect(JSON.parse(actionJson)).toMatchObject({ type: actionType });
  });
});

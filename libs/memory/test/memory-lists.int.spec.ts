import type { ListMemoriesRequest } from '@svc/contracts/memory';
import { callerOf } from '@svc/testing';
import { ada, bob, superAdministrator } from './callers.js';
import { serviceId, startMemoryServer, type MemoryServer } from './memory-server.js';
import { userProfile } from './peer-services.js';

const otherServiceId = '5e0000000000000000000002';
const conversations = {
  first: 'c1'.padEnd(24, '0'),
  second: 'c2'.padEnd(24, '0'),
  bobs: 'c3'.padEnd(24, '0'),
};

let server: MemoryServer;
beforeAll(async () => {
  server = await startMemoryServer();
  const { first, second, bobs } = conversations;
  await server.finish({ conversationId: second }, 'I like tea', 'I see.', 'I like rain');
  server.clock.nowMs += 1_000;
  await server.finish({ conversationId: first, serviceId: otherServiceId }, 'I ski');
  await server.finish({ conversationId: bobs, userId: 'bob' }, 'I like beer');
});
beforeEach(() => {
  server.peers.users.set('ada', userProfile('ada'));
});
afterAll(() => server.stop());

const list = (changes: Partial<ListMemoriesRequest> = {}) =>
  server.memory.listMemories({
    caller: ada,
    userId: 'ada',
    memoryIds: [],
    conversationIds: [],
    sortBy: [],
    page: { limit: 50, offset: 0 },
    ...changes,
  });
const contents = async (changes: Partial<ListMemoriesRequest> = {}) =>
  (await list(changes)).memories.map(({ content }) => content.replace('Said: I ', ''));
const model = (caller = ada, userId = 'ada') => server.memory.getUserModel({ caller, userId });

describe('memories of a user', () => {
  it('then they come in the order in which they were made, and in the order asked for', async () => {
    expect(await contents()).toEqual(['like tea', 'like rain', 'ski']);
    expect(await contents({ sortBy: [{ field: 'conversation_id', descending: false }] })).toEqual([
      'ski',
      'like tea',
      'like rain',
    ]);
    expect(await contents({ sortBy: [{ field: 'created_at', descending: true }] })).toEqual([
      'ski',
      'like tea',
      'like rain',
    ]);
  });

  it('when asked for by id or conversation, then only these come', async () => {
    const [tea] = (await list()).memories;
    expect(await contents({ memoryIds: [tea!.memoryId] })).toEqual(['like tea']);
    expect(await contents({ conversationIds: [conversations.first] })).toEqual(['ski']);
    expect(await contents({ memoryIds: [tea!.memoryId], conversationIds: [conversations.first] })).toEqual(
      [],
    );
    expect(await contents({ memoryIds: ['a\u0000'] })).toEqual([]);
  });

  it('when read in pages, then each comes once', async () => {
    const first = await list({ page: { limit: 2, offset: 0 } });
    const rest = await list({ page: { limit: 2, offset: 2 } });
    expect([first.page, rest.page]).toEqual([{ hasMore: true, nextOffset: 2 }, { hasMore: false }]);
    expect([...first.memories, ...rest.memories]).toEqual((await list()).memories);
    expect((await list({ page: { limit: 0, offset: 0 } })).page).toEqual({ hasMore: true, nextOffset: 0 });
  });

  it.each([
    ['another sort field', { sortBy: [{ field: 'content', descending: false }] }, 'validation_failed'],
    ['a limit of 51', { page: { limit: 51, offset: 0 } }, 'validation_failed'],
    ['an unknown user', { userId: 'nobody' }, 'not_found'],
    ['what can not be a user', { userId: 'a\u0000b' }, 'not_found'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    await expect(list(changes)).rejects.toMatchObject({ code });
  });

  it('then nobody reads those of others without grants on their messages', async () => {
    expect(await contents({ caller: bob })).toEqual([]);
    expect(await contents({ caller: superAdministrator })).toHaveLength(3);
    const ofOneService = callerOf('root', 'DefaultUserRole', {
      grants: [
        {
          permissionName: 'Conversation:GetMessage',
          conditions: { service_id: { type: 'Equals', value: serviceId } },
        },
      ],
    });
    expect(await contents({ caller: ofOneService })).toEqual(['like tea', 'like rain']);
  });

  it('given the user hides conversations from administrators, then they read none of them', async () => {
    server.peers.users.set('ada', userProfile('ada', { conversationsVisibleToAdmins: false }));
    expect(await contents({ caller: superAdministrator })).toEqual([]);
    expect(await contents()).toHaveLength(3);
  });

  it('given another tenant, then its user is not found there', async () => {
    const caller = { ...superAdministrator, tenantId: 'org:other', orgId: 'other' };
    expect(await contents({ caller })).toEqual([]);
  });
});

describe('the user model', () => {
  it('then the user reads it, with the notes entered by hand', async () => {
    server.peers.users.set('ada', userProfile('ada', { additionalContext: ['Hears badly'] }));
    const { userModels, additionalContext } = await model();
    expect([userModels.length, additionalContext]).toEqual([3, ['Hears badly']]);
  });

  it('given a member, whose home is elsewhere, then the notes of that home are not shown', async () => {
    const member = userProfile('member', { homeOrgId: 'elsewhere', additionalContext: ['Hears badly'] });
    server.peers.users.set('member', member);
    expect((await model(superAdministrator, 'member')).additionalContext).toEqual([]);
  });

  it('then others with a grant read it, and the rest are refused', async () => {
    expect((await model(superAdministrator)).userModels).toHaveLength(3);
    await expect(model(bob)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(model(superAdministrator, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given the user hides it from administrators, then they are refused', async () => {
    server.peers.users.set('ada', userProfile('ada', { userModelVisibleToAdmins: false }));
    await expect(model(superAdministrator)).rejects.toMatchObject({ code: 'permission_denied' });
    expect((await model()).userModels).toHaveLength(3);
  });

  it('given nothing was processed yet, then it is empty', async () => {
    server.peers.users.set('new', userProfile('new'));
    expect((await model(callerOf('new'), 'new')).userModels).toEqual([]);
  });
});

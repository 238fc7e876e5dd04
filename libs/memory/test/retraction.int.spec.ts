import type { RetractMemoriesRequest } from '@svc/contracts/memory';
import { MemoryStore } from '../src/adapters/memory-store.js';
import { ReadModels } from '../src/application/read-models.js';
import { VerifyLog } from '../src/application/verify-log.js';
import { callerOf } from './callers.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { messageIdOf, userProfile } from './peer-services.js';

let server: MemoryServer;
beforeAll(async () => void (server = await startMemoryServer()));
afterAll(() => server.stop());

let people = 0;
/** A person who has told of Berlin and tea, then of Munich, in two conversations. */
async function somebody() {
  people += 1;
  const userId = `person${people}`;
  const [first, second] = [`c1${people}`.padEnd(24, '0'), `c2${people}`.padEnd(24, '0')] as const;
  server.peers.users.set(userId, userProfile(userId));
  await server.finish({ conversationId: first, userId }, 'Home: Berlin', 'I see.', 'I like tea');
  const firstModel = await modelOf(userId);
  server.clock.nowMs += 60_000;
  await server.finish({ conversationId: second, userId }, 'Home: Munich');
  return { userId, first, second, firstModel };
}

const retract = (retracted: RetractMemoriesRequest['retracted'], tenantId = 'org:demo') =>
  server.admin.retractMemories({ tenantId, retracted });
const modelOf = async (userId: string) =>
  (await server.memory.getUserModel({ caller: callerOf(userId), userId })).userModels;
const memoriesOf = async (userId: string) => {
  const all = { memoryIds: [], conversationIds: [], sortBy: [] };
  return (await server.memory.listMemories({ caller: callerOf(userId), userId, ...all })).memories;
};
const eventsOf = (category: string, id: string) =>
  server.get(MemoryStore).readStream(server.database, `org:demo/${category}/${id}`, { limit: 100 });

describe('a conversation that is retracted', () => {
  it('given that it contradicted another, then the other holds again, and no list shows it', async () => {
    const { userId, first, second, firstModel } = await somebody();
    expect((await modelOf(userId)).map(({ content }) => content)).toContain('Said: Home: Munich');

    const { memoryIds } = await retract({ $case: 'conversationId', value: second });

    expect(memoryIds).toHaveLength(1);
    expect(await modelOf(userId)).toEqual(firstModel);
    expect((await memoriesOf(userId)).map(({ conversationId }) => conversationId)).toEqual([first, first]);
  });

  it('then the history says so, and keeps the words until the person is erased', async () => {
    const { userId, second } = await somebody();
    const { memoryIds } = await retract({ $case: 'conversationId', value: second });

    expect((await eventsOf('user_model', userId)).at(-1)).toMatchObject({
      metadata: { actor: 'operator' },
      event: { data: { conversation: { conversationId: second }, retractedMemoryIds: memoryIds } },
    });
    expect((await eventsOf('episode', second)).at(-1)?.event.data).toMatchObject({
      entries: [],
      retractedMemoryIds: memoryIds,
    });
    expect(await eventsOf('conversation_memories', second)).toMatchObject([
      { event: { type: 'MemoriesExtracted', data: { memories: [{ content: 'Said: Home: Munich' }] } } },
      { event: { type: 'MemoriesRetracted', data: { memoryIds } } },
    ]);
  });

  it('when it is retracted again, or its end comes again, then nothing more happens', async () => {
    const { userId, second, firstModel } = await somebody();
    await retract({ $case: 'conversationId', value: second });

    expect(await retract({ $case: 'conversationId', value: second })).toEqual({ memoryIds: [] });
    await server.bus.repeat();
    await server.settle();

    expect(await modelOf(userId)).toEqual(firstModel);
  });
});

describe('a part of a conversation that is retracted', () => {
  it('given a message, then what rests on it is gone, and the rest stays', async () => {
    const { userId, first } = await somebody();
    await retract({ $case: 'messageId', value: messageIdOf(first, 2) });
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual(['Said: Home: Munich']);
    expect(await memoriesOf(userId)).toHaveLength(2);
  });

  it('given a memory, then it alone is gone', async () => {
    const { userId } = await somebody();
    const [berlin, ...others] = await memoriesOf(userId);
    const value = berlin!.memoryId;
    expect(await retract({ $case: 'memoryId', value })).toEqual({ memoryIds: [value] });
    expect(await memoriesOf(userId)).toEqual(others);
  });
});

describe('what can not be retracted', () => {
  const nowhere = 'f'.repeat(24);
  it.each([
    ['a conversation without memories', { $case: 'conversationId', value: nowhere }],
    ['a message that nothing rests on', { $case: 'messageId', value: nowhere }],
    ['an unknown memory', { $case: 'memoryId', value: nowhere }],
    ['what can not be a conversation', { $case: 'conversationId', value: 'a/b' }],
    ['what can not be a message', { $case: 'messageId', value: 'a\u0000b' }],
  ] as const)('given %s, then it is not found', async (_what, retracted) => {
    await expect(retract(retracted)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given nothing, or no tenant, then the request is refused', async () => {
    await expect(retract(undefined)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(retract({ $case: 'memoryId', value: nowhere }, 'demo')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it("given another tenant's conversation, message or memory, then it is not found and stays", async () => {
    const { userId, first } = await somebody();
    const before = await memoriesOf(userId);
    for (const retracted of [
      { $case: 'conversationId', value: first },
      { $case: 'messageId', value: messageIdOf(first, 0) },
      { $case: 'memoryId', value: before[0]!.memoryId },
    ] as const)
      await expect(retract(retracted, 'org:other')).rejects.toMatchObject({ code: 'not_found' });
    expect(await memoriesOf(userId)).toEqual(before);
  });

  it('given an erased person, then nothing is made again', async () => {
    const { userId, first } = await somebody();
    const before = await eventsOf('user_model', userId);
    await server.admin.eraseSubject({ subject: `org:demo/user/${userId}` });
    server.peers.erased.add(`org:demo/user/${userId}`);
    server.clock.nowMs += 60_000;
    await expect(retract({ $case: 'conversationId', value: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await eventsOf('user_model', userId)).toHaveLength(before.length);
  });
});

it('given retracted memories, when read models are rebuilt, then they stay away, and the log is what was written', async () => {
  const { userId, second } = await somebody();
  await retract({ $case: 'conversationId', value: second });
  const before = await memoriesOf(userId);
  expect(await server.get(ReadModels).rebuild()).toMatchObject({ missing: 0 });
  expect(await memoriesOf(userId)).toEqual(before);
  expect(await server.get(VerifyLog).execute({})).toMatchObject({ faults: [] });
});

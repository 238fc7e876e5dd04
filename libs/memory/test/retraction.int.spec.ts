import { jest } from '@jest/globals';
import type { RetractMemoriesRequest } from '@svc/contracts/memory';
import { callerOf } from '@svc/testing';
import { MemoryStore } from '../src/adapters/memory-store.js';
import { ReadModels } from '../src/application/read-models.js';
import { VerifyLog } from '../src/application/verify-log.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { messageIdOf, userProfile } from './peer-services.js';

let server: MemoryServer;
beforeAll(async () => void (server = await startMemoryServer()));
afterAll(() => server.stop());

let people = 0;
/** A conversation id of the newest person: 24 hex digits. */
const idOf = (prefix: string) => `${prefix}${String(people).padStart(22, '0')}`;
/** A person who mentioned Berlin and tea, then Munich, in two conversations. */
async function somebody() {
  people += 1;
  const userId = `person${people}`;
  const [first, second] = [idOf('c1'), idOf('c2')] as const;
  server.peers.users.set(userId, userProfile(userId));
  await server.finish({ conversationId: first, userId }, 'Home: Berlin', 'I see.', 'I like tea');
  const firstModel = await modelOf(userId);
  server.clock.nowMs += 60_000;
  await server.finish({ conversationId: second, userId }, 'Home: Munich');
  return { userId, first, second, firstModel };
}

const retract = (
  retracted: RetractMemoriesRequest['retracted'],
  tenantId = 'org:demo',
  conversationOfMessage = '',
) => server.admin.retractMemories({ tenantId, retracted, conversationOfMessage });
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
      metadata: { actor: 'installer' },
      event: { data: { conversation: { conversationId: second }, retractedMemoryIds: memoryIds } },
    });
    expect((await eventsOf('episode', second)).at(-1)?.event.data).toMatchObject({
      entries: [],
      retractedMemoryIds: memoryIds,
    });
    expect(await eventsOf('conversation_memories', second)).toMatchObject([
      { event: { type: 'MemoriesExtracted', data: { memories: [{ content: 'Said: Home: Munich' }] } } },
      { event: { type: 'WordsRetracted', data: { messageId: null } } },
      { event: { type: 'MemoriesRetracted', data: { memoryIds } } },
    ]);
  });

  it('when it is retracted again, or its end arrives again, then nothing more happens', async () => {
    const { userId, second, firstModel } = await somebody();
    await retract({ $case: 'conversationId', value: second });

    expect(await retract({ $case: 'conversationId', value: second })).toEqual({ memoryIds: [] });
    await server.bus.repeat();
    await server.settle();

    expect(await modelOf(userId)).toEqual(firstModel);
  });
});

describe('a part of a conversation that is retracted', () => {
  it('given a message, then the memories that quote it are gone, and the rest stays', async () => {
    const { userId, first } = await somebody();
    await retract({ $case: 'messageId', value: messageIdOf(first, 2) });
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual(['Said: Home: Munich']);
    expect(await memoriesOf(userId)).toHaveLength(2);
  });

  it('given a memory, then only that one is gone', async () => {
    const { userId } = await somebody();
    const [berlin, ...others] = await memoriesOf(userId);
    const value = berlin!.memoryId;
    expect(await retract({ $case: 'memoryId', value })).toEqual({ memoryIds: [value] });
    expect(await memoriesOf(userId)).toEqual(others);
  });
});

describe('what is retracted before memories are made of it', () => {
  /** A conversation that has finished while transcripts are unavailable, so it has no memories yet. */
  async function unread() {
    people += 1;
    const userId = `person${people}`;
    const conversationId = idOf('c3');
    server.peers.users.set(userId, userProfile(userId));
    server.peers.isAway = true;
    await server.finish({ conversationId, userId }, 'Home: Berlin', 'I see.', 'I like tea');
    server.peers.isAway = false;
    return { userId, conversationId };
  }

  it('given a conversation, then its stages are signalled and nothing of it is remembered', async () => {
    const { userId, conversationId } = await unread();
    const runs = server.extractor.runs;

    expect(await retract({ $case: 'conversationId', value: conversationId })).toEqual({ memoryIds: [] });
    await server.later(60_000);

    expect([await memoriesOf(userId), await modelOf(userId)]).toEqual([[], []]);
    expect(server.extractor.runs).toBe(runs);
    expect((await eventsOf('post_processing', conversationId)).at(-1)?.event).toMatchObject({
      type: 'PostProcessingStageCompleted',
      data: { stage: 'generate-user-models' },
    });
    expect(await eventsOf('conversation_memories', conversationId)).toMatchObject([
      { metadata: { actor: 'installer' }, event: { type: 'WordsRetracted', data: { messageId: null } } },
      { event: { type: 'MemoriesExtracted', data: { memories: [] } } },
    ]);
  });

  it('given a message with its conversation, then only the rest is remembered', async () => {
    const { userId, conversationId } = await unread();
    const value = messageIdOf(conversationId, 0);
    expect(await retract({ $case: 'messageId', value }, 'org:demo', conversationId)).toEqual({
      memoryIds: [],
    });
    await server.later(60_000);
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual(['Said: I like tea']);
  });

  it('given a message of another conversation, or no conversation, then it is not found', async () => {
    const { conversationId } = await unread();
    const retracted = { $case: 'messageId', value: messageIdOf(conversationId, 0) } as const;
    for (const [message, conversation] of [
      [{ ...retracted, value: 'f'.repeat(24) }, conversationId],
      [retracted, 'f'.repeat(24)],
      [retracted, ''],
    ] as const)
      await expect(retract(message, 'org:demo', conversation)).rejects.toMatchObject({ code: 'not_found' });
    await server.later(60_000);
  });
});

describe('what is retracted while memories are made of it', () => {
  afterEach(() => void (server.extractor.whenExtracted = () => undefined));

  it.each(['conversationId', 'messageId'] as const)(
    'given a %s, then nothing of that is remembered',
    async ($case) => {
      people += 1;
      const userId = `person${people}`;
      const conversationId = idOf('c4');
      const value = { conversationId, messageId: messageIdOf(conversationId, 0) }[$case];
      server.peers.users.set(userId, userProfile(userId));
      server.extractor.whenExtracted = async () => {
        server.extractor.whenExtracted = () => undefined;
        await retract({ $case, value }, 'org:demo', conversationId);
      };
      await server.finish({ conversationId, userId }, 'Home: Berlin', 'I see.', 'I like tea');
      await server.settle();
      const left = $case === 'conversationId' ? [] : ['Said: I like tea'];
      expect((await memoriesOf(userId)).map(({ content }) => content)).toEqual(left);
      expect((await modelOf(userId)).map(({ content }) => content)).toEqual(left);
    },
  );

  it('given another conversation of the same person that ends at the same time, then the user model has what is left', async () => {
    const { userId, first, second } = await somebody();
    const third = idOf('c5');
    // Between the decision and its commit.
    jest.spyOn(server.database, 'transaction').mockImplementationOnce(async (work) => {
      await server.finish({ conversationId: third, userId }, 'I ski');
      return server.database.transaction(work);
    });
    expect((await retract({ $case: 'conversationId', value: second })).memoryIds).toHaveLength(1);
    const memories = await memoriesOf(userId);
    expect(memories.map(({ conversationId }) => conversationId).sort()).toEqual([first, first, third]);
    const model = await modelOf(userId);
    expect(model.map(({ content }) => content).sort()).toEqual([
      'Said: Home: Berlin',
      'Said: I like tea',
      'Said: I ski',
    ]);
    expect(model.flatMap(({ insightIds }) => insightIds).sort()).toEqual(
      memories.map(({ memoryId }) => memoryId).sort(),
    );
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
  expect(await server.get(VerifyLog).execute({})).toMatchObject({ violations: [] });
});

it('then the query for retracted memories uses an index', async () => {
  for (const condition of ["message_ids @> ARRAY['x']", "memory_id = 'x'"]) {
    const plan = await server.database.transaction(async (tx) => {
      await tx.query({ name: 'no_scan', text: 'SET LOCAL enable_seqscan = off', values: [] });
      const text = `EXPLAIN SELECT 1 FROM memory.memory WHERE tenant_id = 'org:demo' AND ${condition}`;
      return (await tx.query({ name: `explain ${condition}`, text, values: [] })).rows;
    });
    expect(JSON.stringify(plan)).toMatch(/Index (?:Only )?Scan (?:on|using) memory_(?:messages|id)/);
  }
});

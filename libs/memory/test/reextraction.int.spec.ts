import { ReextractionOutcome } from '@svc/contracts/memory';
import { callerOf } from '@svc/testing';
import { MemoryStore } from '../src/adapters/memory-store.js';
import { ReadModels } from '../src/application/read-models.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { messageIdOf, userProfile } from './peer-services.js';

let server: MemoryServer;
beforeAll(async () => void (server = await startMemoryServer()));
beforeEach(() => {
  server.extractor.overheard.clear();
  server.extractor.whenExtracted = () => undefined;
  server.clock.nowMs += 60_000;
});
afterAll(() => server.stop());

let people = 0;
/** A person who mentioned Berlin and tea. The first extractor missed the tea; a better one has replaced it. */
async function somebody() {
  people += 1;
  const userId = `person${people}`;
  const conversationId = `c${String(people).padStart(23, '0')}`;
  server.peers.users.set(userId, userProfile(userId));
  server.extractor.overheard.add('I like tea');
  await server.finish({ conversationId, userId }, 'I like tea', 'I see.', 'Home: Berlin');
  server.extractor.overheard.clear();
  server.extractor.version += 1;
  server.clock.nowMs += 60_000;
  return { userId, conversationId };
}

const reextract = (conversationId: string, apply: boolean, tenantId = 'org:demo') =>
  server.admin.reextractMemories({ tenantId, conversationId, apply });
const modelOf = async (userId: string) =>
  (await server.memory.getUserModel({ caller: callerOf(userId), userId })).userModels;
const memoriesOf = async (userId: string) => {
  const all = { memoryIds: [], conversationIds: [], sortBy: [] };
  return (await server.memory.listMemories({ caller: callerOf(userId), userId, ...all })).memories;
};
const eventsOf = (category: string, id: string) =>
  server.get(MemoryStore).readStream(server.database, `org:demo/${category}/${id}`, { limit: 100 });
const outdated = async () => {
  const { conversations } = await server.admin.listOutdatedExtractions({ limit: 1_000 });
  return conversations.map(({ conversationId }) => conversationId);
};
const toldOfTea = {
  outcome: ReextractionOutcome.REEXTRACTION_OUTCOME_REEXTRACTED,
  addedMemories: ['Said: I like tea'],
  removedMemories: [],
  keptMemories: 1,
  userModelChanges: [{ after: 'Said: I like tea' }],
};

describe('a conversation that another extractor has read', () => {
  it('when it is read again, then the result says what would change, and nothing changes', async () => {
    const { userId, conversationId } = await somebody();
    const before = [await memoriesOf(userId), await modelOf(userId), await outdated()];

    expect(await reextract(conversationId, false)).toEqual({ ...toldOfTea, userId });

    expect([await memoriesOf(userId), await modelOf(userId), await outdated()]).toEqual(before);
    expect(await outdated()).toContain(conversationId);
  });

  it('when that is applied, then the changes are made, and existing memories keep their ids and times', async () => {
    const { userId, conversationId } = await somebody();
    const [berlin] = await memoriesOf(userId);

    expect(await reextract(conversationId, true)).toEqual({ ...toldOfTea, userId });

    expect(await memoriesOf(userId)).toEqual([
      berlin,
      expect.objectContaining({ content: 'Said: I like tea', createdAtMs: server.clock.nowMs }),
    ]);
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual([
      'Said: I like tea',
      'Said: Home: Berlin',
    ]);
    expect(await outdated()).not.toContain(conversationId);
  });

  it('then the history says so, and nothing is signalled', async () => {
    const { userId, conversationId } = await somebody();
    const stages = await eventsOf('post_processing', conversationId);
    await reextract(conversationId, true);

    const reextractedBy = { name: 'scripted', version: server.extractor.version };
    expect((await eventsOf('conversation_memories', conversationId)).at(-1)).toMatchObject({
      metadata: { actor: 'installer' },
      event: { type: 'MemoriesExtracted', data: { extractorVersion: reextractedBy.version } },
    });
    expect((await eventsOf('episode', conversationId)).at(-1)?.event.data).toMatchObject({ reextractedBy });
    expect((await eventsOf('user_model', userId)).at(-1)?.event.data).toMatchObject({ reextractedBy });
    expect(await eventsOf('post_processing', conversationId)).toEqual(stages);
  });

  it('when it is read twice at the same time and once more, then the effect is that of once', async () => {
    const { userId, conversationId } = await somebody();
    await Promise.all([reextract(conversationId, true), reextract(conversationId, true)]);
    expect(await reextract(conversationId, true)).toMatchObject({
      outcome: ReextractionOutcome.REEXTRACTION_OUTCOME_CURRENT,
    });
    expect(await memoriesOf(userId)).toHaveLength(2);
    expect(await eventsOf('conversation_memories', conversationId)).toHaveLength(2);
  });

  it('given that the other one had found more, then that is removed', async () => {
    const { userId, conversationId } = await somebody();
    server.extractor.overheard.add('Home: Berlin');
    expect(await reextract(conversationId, true)).toMatchObject({
      removedMemories: ['Said: Home: Berlin'],
      userModelChanges: [{ after: 'Said: I like tea' }, { before: 'Said: Home: Berlin' }],
    });
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual(['Said: I like tea']);
  });

  it('given that the extractor fails, then nothing changes, and it can be read again', async () => {
    const { userId, conversationId } = await somebody();
    server.extractor.failures = 1;
    await expect(reextract(conversationId, true)).rejects.toMatchObject({ code: 'internal_error' });
    expect(await memoriesOf(userId)).toHaveLength(1);
    await reextract(conversationId, true);
    expect(await memoriesOf(userId)).toHaveLength(2);
  });
});

describe('what was retracted', () => {
  it.each(['conversationId', 'messageId', 'memoryId'] as const)(
    'given a %s, when the conversation is read again, then it stays away',
    async ($case) => {
      const { userId, conversationId } = await somebody();
      const [berlin] = await memoriesOf(userId);
      const value = { conversationId, messageId: messageIdOf(conversationId, 2), memoryId: berlin!.memoryId };
      await server.admin.retractMemories({
        tenantId: 'org:demo',
        retracted: { $case, value: value[$case] },
        conversationOfMessage: '',
      });
      const { runs } = server.extractor;
      await reextract(conversationId, true);
      // Retracted words are not given to an extractor.
      expect(server.extractor.runs - runs).toBe($case === 'conversationId' ? 0 : 1);
      expect((await modelOf(userId)).map(({ content }) => content)).toEqual(
        $case === 'conversationId' ? [] : ['Said: I like tea'],
      );
    },
  );
});

describe('what happens while the extractor reads', () => {
  it('when a message is retracted, then no memory is made of it', async () => {
    const { userId, conversationId } = await somebody();
    server.extractor.whenExtracted = async () => {
      const retracted = { $case: 'messageId', value: messageIdOf(conversationId, 0) } as const;
      await server.admin.retractMemories({
        tenantId: 'org:demo',
        retracted,
        conversationOfMessage: conversationId,
      });
    };
    expect(await reextract(conversationId, true)).toMatchObject({ addedMemories: [] });
    expect((await memoriesOf(userId)).map(({ content }) => content)).toEqual(['Said: Home: Berlin']);
    expect((await modelOf(userId)).map(({ content }) => content)).toEqual(['Said: Home: Berlin']);
  });

  it('when the person is erased, then nothing is kept', async () => {
    const { userId, conversationId } = await somebody();
    const before = await eventsOf('conversation_memories', conversationId);
    server.extractor.whenExtracted = async () => {
      server.peers.erased.add(`org:demo/user/${userId}`);
      await server.admin.eraseSubject({ subject: `org:demo/user/${userId}` });
    };
    expect(await reextract(conversationId, true)).toMatchObject({
      outcome: ReextractionOutcome.REEXTRACTION_OUTCOME_ERASED,
    });
    expect(await eventsOf('conversation_memories', conversationId)).toHaveLength(before.length);
    const { rows } = await server.database.pool.query(
      'SELECT FROM memory.memory WHERE conversation_id = $1 AND content IS NOT NULL',
      [conversationId],
    );
    expect(rows).toEqual([]);
  });
});

describe('what can not be read again', () => {
  it('given an erased person, then nothing is made of their words', async () => {
    const { userId, conversationId } = await somebody();
    await server.admin.eraseSubject({ subject: `org:demo/user/${userId}` });
    server.peers.erased.add(`org:demo/user/${userId}`);
    server.clock.nowMs += 60_000;
    const before = await eventsOf('conversation_memories', conversationId);
    const { runs } = server.extractor;
    expect(await reextract(conversationId, true)).toMatchObject({
      outcome: ReextractionOutcome.REEXTRACTION_OUTCOME_ERASED,
    });
    expect(server.extractor.runs).toBe(runs);
    expect(await eventsOf('conversation_memories', conversationId)).toHaveLength(before.length);
  });

  it('given a conversation without memories, or of another tenant, then it is not found', async () => {
    const { conversationId } = await somebody();
    await expect(reextract('f'.repeat(24), true)).rejects.toMatchObject({ code: 'not_found' });
    await expect(reextract(conversationId, true, 'org:other')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([0, 1_001])('given a page of %d, then the request is refused', async (limit) => {
    await expect(server.admin.listOutdatedExtractions({ limit })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

it('then the list continues after a conversation', async () => {
  await somebody();
  await somebody();
  const all = await server.admin.listOutdatedExtractions({ limit: 1_000 });
  const [first, ...others] = all.conversations;
  const rest = await server.admin.listOutdatedExtractions({ after: first, limit: 1_000 });
  expect(all.total).toBe(all.conversations.length);
  expect(rest).toMatchObject({ conversations: others, total: undefined });
});

it('given memories of two extractions, when read models are rebuilt, then they are the same', async () => {
  const { userId, conversationId } = await somebody();
  await reextract(conversationId, true);
  const before = [await memoriesOf(userId), await outdated()];
  expect(await server.get(ReadModels).rebuild()).toMatchObject({ missing: 0 });
  expect([await memoriesOf(userId), await outdated()]).toEqual(before);
});

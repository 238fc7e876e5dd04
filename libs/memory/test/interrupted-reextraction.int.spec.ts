import { callerOf } from '@svc/testing';
import { MemoryStore } from '../src/adapters/memory-store.js';
import { lockStream } from './held-stream.js';
import { startMemoryServer, type MemoryServer } from './memory-server.js';
import { userProfile } from './peer-services.js';

let server: MemoryServer;
beforeAll(async () => void (server = await startMemoryServer()));
afterAll(() => server.stop());

const people = ['cleo', 'dan', 'eve'] as const;
type Person = (typeof people)[number];
const conversationOf = (userId: Person) => `c${people.indexOf(userId) + 1}`.padEnd(24, '0');

const reextract = (conversationId: string) =>
  server.admin.reextractMemories({ tenantId: 'org:demo', conversationId, apply: true });
const outdated = async () => {
  const { conversations } = await server.admin.listOutdatedExtractions({ limit: 1_000 });
  return conversations.map(({ conversationId }) => conversationId);
};
async function knownOf(userId: Person) {
  const all = { memoryIds: [], conversationIds: [], sortBy: [] };
  const { memories } = await server.memory.listMemories({ caller: callerOf(userId), userId, ...all });
  const { userModels } = await server.memory.getUserModel({ caller: callerOf(userId), userId });
  return {
    memories: memories.map(({ content }) => content),
    model: userModels.map(({ content }) => content),
  };
}
async function versionsOf(category: string, id: string): Promise<number> {
  const stream = `org:demo/${category}/${id}`;
  return (await server.get(MemoryStore).readStream(server.database, stream, { limit: 100 })).length;
}

it('given a process that is killed in the commit of one of many, when the command is given again, then each is read again once, and none by half', async () => {
  for (const userId of people) {
    server.peers.users.set(userId, userProfile(userId));
    server.extractor.overheard.add('I like tea');
    await server.finish(
      { conversationId: conversationOf(userId), userId },
      'I like tea',
      'I see.',
      'Home: Berlin',
    );
  }
  server.extractor.overheard.clear();
  server.extractor.version += 1;
  server.clock.nowMs += 60_000;
  await reextract(conversationOf('cleo'));

  // Its memories and its episode are in the transaction then. Its user model waits for the holder of that version.
  const before = await knownOf('dan');
  const held = await lockStream(server.database, 'org:demo/user_model/dan');
  try {
    const interrupted = reextract(conversationOf('dan')).catch((error: unknown) => error);
    // Its connection ends as if its process was killed.
    for (const pid of await held.waitedFor())
      await server.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await interrupted).toMatchObject({ code: 'service_unavailable' });
  } finally {
    await held.release();
  }
  expect(await knownOf('dan')).toEqual(before);
  expect(await outdated()).toEqual([conversationOf('dan'), conversationOf('eve')]);

  for (const conversationId of await outdated()) await reextract(conversationId);

  expect(await outdated()).toEqual([]);
  for (const userId of people) {
    expect(await knownOf(userId)).toEqual({
      memories: ['Said: Home: Berlin', 'Said: I like tea'],
      model: ['Said: I like tea', 'Said: Home: Berlin'],
    });
    const [memories, episodes, models] = [
      await versionsOf('conversation_memories', conversationOf(userId)),
      await versionsOf('episode', conversationOf(userId)),
      await versionsOf('user_model', userId),
    ];
    expect([memories, episodes, models]).toEqual([2, 2, 2]);
  }
});

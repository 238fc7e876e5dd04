import { setTimeout as pause } from 'node:timers/promises';
import { callerOf } from '@svc/testing';
import { MemoryStore } from '../src/adapters/memory-store.js';
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

/** Takes the version of a stream that comes next. */
const nextVersion = `
INSERT INTO memory.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public,
                          previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
SELECT tenant_id, stream_id, subject, stream_version + 1, event_type, event_id, schema_version, is_public,
       previous_public_version, previous_public_hash, payload, metadata, created_at, hash
  FROM memory.event WHERE stream_id = $1 ORDER BY stream_version DESC LIMIT 1`;

/**
 * Ends the connection of whoever waits for the lock, as the death of its process does.
 * @returns once somebody has waited
 */
async function killWhoWaits(): Promise<void> {
  for (;;) {
    const { rows } = await server.database.pool.query<{ killed: boolean }>(
      `SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await pause(10);
  }
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

  // Its memories and its episode stand in the transaction then, and its user model waits for whoever takes that version.
  const before = await knownOf('dan');
  const gate = await server.database.pool.connect();
  try {
    await gate.query('BEGIN');
    await gate.query(nextVersion, ['org:demo/user_model/dan']);
    const interrupted = reextract(conversationOf('dan')).catch((failure: unknown) => failure);
    await killWhoWaits();
    expect(await interrupted).toMatchObject({ code: 'service_unavailable' });
  } finally {
    await gate.query('ROLLBACK');
    gate.release();
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

import { Leftovers } from '../src/index.js';
import { type Host } from './host.js';
import { type Library, openLibrary } from './library.js';
import { appendStart, eventsOf, leases } from './storage.js';
import { begun } from './turns.js';

let library: Library;
let host: Host;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
afterAll(() => library.close());

const many = 250;

/** Expired leases of turns that a newer release began. */
async function newerTurns(): Promise<void> {
  await library.database.pool.query(
    `INSERT INTO conversations.event
       (tenant_id, stream_id, stream_version, event_type, event_id, schema_version, is_public, previous_public_version,
        previous_public_hash, payload, metadata, created_at, hash)
     SELECT 'org:demo', 'org:demo/conversation/' || n, 1, 'OfANewerRelease', gen_random_uuid(), 1, false, 0,
            '', '{}', '{}', now(), ''
       FROM generate_series(1, $1) AS n`,
    [many],
  );
  // All expire at the same moment: the order needs more than the time.
  await library.database.pool.query(
    `INSERT INTO conversations.lease (tenant_id, conversation_id, interaction_id, owner, fence, expires_at)
     SELECT 'org:demo', n::text, 'turn', 'newer', 1, now() - interval '1 hour' FROM generate_series(1, $1) AS n`,
    [many],
  );
}

describe('given more expired leases of a newer release than one look reads', () => {
  let conversationId: string;
  beforeAll(async () => {
    await newerTurns();
    conversationId = await begun(host);
    await appendStart(library, conversationId, 'left-over');
    await library.database.pool.query(
      `INSERT INTO conversations.lease (tenant_id, conversation_id, interaction_id, owner, fence, expires_at)
       VALUES ('org:demo', $1, 'left-over', 'gone', 1, now() - interval '1 second')`,
      [conversationId],
    );
  });

  it('then a younger one that this release can void is voided, and the others stay', async () => {
    await expect(host.get(Leftovers).voidExpired()).rejects.toThrow(/OfANewerRelease/);
    expect((await eventsOf(library, conversationId)).at(-1)).toMatchObject({
      type: 'InteractionVoided',
      data: { reason: 'lease-expired', interactionId: 'left-over' },
    });
    expect(await leases(library)).toHaveLength(many);
  });

  it('then they are left to the newer release, and not read again at the next look', async () => {
    host.wire.statements.length = 0;
    expect(await host.get(Leftovers).voidExpired()).toBe(0);
    const names = host.wire.statements.map(({ name }) => name);
    expect(names).not.toContain('conversations.load_stream');
    expect(names.filter((name) => name === 'conversations.find_expired_leases')).toHaveLength(3);
  });
});

import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesWith, openLeftDatabase } from '@svc/testing';
import { runAdmin } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { collect } from '../support/stream-events.js';

const fixture = new StandaloneFixture();
const databaseFiles = () => path.join(fixture.dataDir, 'postgres');

/** As it stands in the database of a standalone that has ended. */
async function wrappedKeyOf(userId: string): Promise<Buffer> {
  const left = await openLeftDatabase(fixture.dataDir);
  try {
    const { rows } = await left.database.query<{ wrapped_key: Buffer }>({
      name: 'wrapped_key',
      text: 'SELECT wrapped_key FROM identity.data_key WHERE subject = $1',
      values: [`org:demo/user/${userId}`],
    });
    return rows[0]?.wrapped_key ?? Buffer.alloc(0);
  } finally {
    await left.close();
  }
}

describe('a deleted user', () => {
  it('after privacy scrub no file of the database holds the key that opens what they said, and others go on', async () => {
    const first = await fixture.start();
    const administrator = await signInAsDemoUser(first.baseUrl, first.credentials());
    const erased = await signInAsNewUser(administrator, first.credentials());
    const other = await signInAsNewUser(administrator, first.credentials());
    for (const { client } of [erased, other]) {
      const { id } = await beginConversation(client, first.credentials().service_id);
      await collect(client.interact(id, 'I would like to make an appointment.'));
    }
    const conversations = await other.client.conversations();
    await first.stop();
    const [key, keyOfOther] = [await wrappedKeyOf(erased.userId), await wrappedKeyOf(other.userId)];
    expect(key.length).toBeGreaterThan(32);

    const second = await fixture.start();
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    await again.request('DELETE', `user/${erased.userId}`);
    await second.stop();
    expect(filesWith(databaseFiles(), key)).not.toEqual([]);

    const { stdout } = await runAdmin(fixture.dataDir, 'privacy', 'scrub');

    expect(stdout).toMatch(
      /^The database's own files hold no words, names or keys of erased people any more\./,
    );
    expect(filesWith(databaseFiles(), key)).toEqual([]);
    expect(filesWith(databaseFiles(), keyOfOther)).not.toEqual([]);
    const third = await fixture.start();
    const returned = await signInAsDemoUser(third.baseUrl, { ...third.credentials(), user_id: other.userId });
    expect(await returned.conversations()).toEqual(conversations);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { runAdmin } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

jest.setTimeout(180_000); // each test starts whole systems

const system = new StandaloneFixture();

const highestKey = { duration: 'P1D', role_name: 'DefaultSuperAdministratorRole' };

describe('a start after the demo was locked out', () => {
  it('given that its key was deleted, then the credentials name one that works', async () => {
    const first = await system.start();
    const before = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, before);
    const seeded = `organization/api_key/${before.api_key_id}/`;
    await expect(client.json('DELETE', seeded)).rejects.toMatchObject({ status: 409 });
    // One that nobody writes down.
    await client.json('POST', 'organization/api_key/', { body: highestKey });
    await client.json('DELETE', seeded);
    await first.stop();

    const second = await system.start();

    const after = second.credentials();
    expect(after).toMatchObject({ user_id: before.user_id, service_id: before.service_id });
    expect(after.api_key_id).not.toBe(before.api_key_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
  });

  it('given that its administrator has deleted itself, then another one gets in', async () => {
    const first = await system.start();
    const before = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, before);
    const itself = `user/${before.user_id}`;
    await expect(client.request('DELETE', itself)).rejects.toMatchObject({ status: 409 });
    const { client: other, userId } = await signInAsNewUser(client, before);
    await runAdmin(system.dataDir, 'organization', 'grant-super-administrator', 'demo', userId);
    await other.json('POST', 'organization/api_key/', { body: highestKey });
    await client.request('DELETE', itself);
    await first.stop();

    const second = await system.start();

    const after = second.credentials();
    expect(after.user_id).not.toBe(before.user_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
  });
});

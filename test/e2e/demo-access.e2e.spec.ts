import { describe, expect, it, jest } from '@jest/globals';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

jest.setTimeout(180_000); // each test starts whole systems

const system = new StandaloneFixture();

describe('a start after the demo was locked out', () => {
  it('given that its key was deleted, then the credentials name one that works', async () => {
    const first = await system.start();
    const before = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, before);
    await client.json('DELETE', `organization/api_key/${before.api_key_id}/`);
    await first.stop();

    const second = await system.start();

    const after = second.credentials();
    expect(after).toMatchObject({ user_id: before.user_id, service_id: before.service_id });
    expect(after.api_key_id).not.toBe(before.api_key_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
  });

  it('given that its only user has deleted itself, then another administrator gets in', async () => {
    const first = await system.start();
    const before = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, before);
    await client.request('DELETE', `user/${before.user_id}`);
    await first.stop();

    const second = await system.start();

    const after = second.credentials();
    expect(after.user_id).not.toBe(before.user_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
  });
});

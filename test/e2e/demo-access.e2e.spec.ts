import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runAdmin } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { HttpError } from '../support/client.js';
import { PlatformClient } from '../support/platform-client.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { Credentials } from '../support/product-process.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

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
    // The workspace is theirs now, and its key as good as before.
    const { workspace_id: id, workspace_api_key: key } = before;
    expect(after).toMatchObject({ workspace_id: id, workspace_api_key: key });
    expect(await statusOf(second, id, again.token ?? '')).toBe(200);
    expect(await statusOf(second, id, key)).toBe(200);
  });
});

describe('a start on a data folder that has no workspace, or knows of none', () => {
  /** As a release from before there were workspaces has left it. */
  async function stopAndForget(standalone: StandaloneProcess): Promise<Credentials> {
    const credentials = standalone.credentials();
    await standalone.stop();
    const { workspace_id: _id, workspace_api_key: _key, ...older } = credentials;
    writeFileSync(path.join(system.dataDir, 'credentials.json'), JSON.stringify(older));
    return credentials;
  }

  it('given credentials without one, then they name it, with another key', async () => {
    const before = await stopAndForget(await system.start());

    const second = await system.start();

    const after = second.credentials();
    expect({ ...after, workspace_api_key: '' }).toEqual({
      ...before,
      base_url: second.baseUrl,
      workspace_api_key: '',
    });
    expect(after.workspace_api_key).not.toBe(before.workspace_api_key);
    expect(await statusOf(second, after.workspace_id, after.workspace_api_key)).toBe(200);
  });

  it('given that there is none but archived ones, then another is made', async () => {
    const first = await system.start();
    const { workspace_id: archived, workspace_api_key: key } = first.credentials();
    await new PlatformClient(first.baseUrl, key).request('POST', `workspaces/${archived}/archive`, {
      body: { slug: 'demo' },
    });
    await stopAndForget(first);

    const second = await system.start();

    const { workspace_id: id, workspace_api_key: other } = second.credentials();
    expect(id).not.toBe(archived);
    const made = await new PlatformClient(second.baseUrl, other).json('GET', `workspaces/${id}`);
    expect(made).toMatchObject({ id, slug: 'demo-2', provisioned_at: expect.any(String) });
    expect(await statusOf(second, id, key)).toBe(401);
  });
});

/** Of a look at the workspace. */
async function statusOf(
  { baseUrl }: StandaloneProcess,
  workspaceId: string,
  credential: string,
): Promise<number> {
  const shown = new PlatformClient(baseUrl, credential).request('GET', `workspaces/${workspaceId}`);
  return shown.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof HttpError) return error.status;
      throw error;
    },
  );
}

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAdmin } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { HttpError } from '../support/client.js';
import { PlatformClient } from '../support/platform-client.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { Credentials } from '../support/product-process.js';
import type { StandaloneProcess } from '../support/standalone-process.js';

/** Each test locks itself out of what the one before it has left. */
const system = new StandaloneFixture({ isShared: true });
let running: StandaloneProcess;
beforeAll(async () => {
  running = await system.start();
});

/** What the next test begins with. */
async function startAgain(): Promise<StandaloneProcess> {
  return (running = await system.start());
}

const highestKey = { duration: 'P1D', role_name: 'DefaultSuperAdministratorRole' };

describe('a start after the demo was locked out', () => {
  it('given that its key was deleted, then the credentials name one that works', async () => {
    const before = running.credentials();
    const client = await signInAsDemoUser(running.baseUrl, before);
    const seeded = `organization/api_key/${before.api_key_id}/`;
    await expect(client.json('DELETE', seeded)).rejects.toMatchObject({ status: 409 });
    // One that nobody writes down.
    await client.json('POST', 'organization/api_key/', { body: highestKey });
    await client.json('DELETE', seeded);
    await running.stop();

    const second = await startAgain();

    const after = second.credentials();
    expect(after).toMatchObject({ user_id: before.user_id, service_id: before.service_id });
    expect(after.api_key_id).not.toBe(before.api_key_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
  });

  it('given that its administrator has deleted itself, then another one is created', async () => {
    const before = running.credentials();
    const client = await signInAsDemoUser(running.baseUrl, before);
    const itself = `user/${before.user_id}`;
    await expect(client.request('DELETE', itself)).rejects.toMatchObject({ status: 409 });
    const { client: other, userId } = await signInAsNewUser(client, before);
    await runAdmin(system.dataDir, 'organization', 'grant-super-administrator', 'demo', userId);
    await other.json('POST', 'organization/api_key/', { body: highestKey });
    await client.request('DELETE', itself);
    await running.stop();

    const second = await startAgain();

    const after = second.credentials();
    expect(after.user_id).not.toBe(before.user_id);
    const again = await signInAsDemoUser(second.baseUrl, after);
    expect((await beginConversation(again, after.service_id)).id).not.toBe('');
    // The workspace belongs to them now, and its key still works.
    const { workspace_id: id, workspace_api_key: key } = before;
    expect(after).toMatchObject({ workspace_id: id, workspace_api_key: key });
    expect(await statusOf(second, id, again.token ?? '')).toBe(200);
    expect(await statusOf(second, id, key)).toBe(200);
  });
});

describe('a start on a data folder without a usable workspace', () => {
  /** As a release without workspaces has left it. */
  async function stopAndForget(standalone: StandaloneProcess): Promise<Credentials> {
    const credentials = standalone.credentials();
    await standalone.stop();
    const { workspace_id: _id, workspace_api_key: _key, ...older } = credentials;
    writeFileSync(path.join(system.dataDir, 'credentials.json'), JSON.stringify(older));
    return credentials;
  }

  it('given credentials without one, then they name it, with another key', async () => {
    const before = await stopAndForget(running);

    const second = await startAgain();

    const after = second.credentials();
    expect({ ...after, workspace_api_key: '' }).toEqual({
      ...before,
      base_url: second.baseUrl,
      workspace_api_key: '',
    });
    expect(after.workspace_api_key).not.toBe(before.workspace_api_key);
    expect(await statusOf(second, after.workspace_id, after.workspace_api_key)).toBe(200);
  });

  it('given only archived workspaces, then another one is created', async () => {
    const { workspace_id: archived, workspace_api_key: key } = running.credentials();
    await new PlatformClient(running.baseUrl, key).request('POST', `workspaces/${archived}/archive`, {
      body: { slug: 'demo' },
    });
    await stopAndForget(running);

    const second = await startAgain();

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

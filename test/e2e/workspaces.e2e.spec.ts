import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError } from '../support/client.js';
import { PlatformClient } from '../support/platform-client.js';
import { SuiteSystem } from '../support/suite-system.js';

interface WorkspaceRecord {
  readonly id: string;
  readonly slug: string;
  readonly [key: string]: unknown;
}

interface IssuedKey {
  readonly key_id: string;
  readonly api_key: string;
  readonly [key: string]: unknown;
}

const system = new SuiteSystem();
let owner: PlatformClient;

beforeAll(() => void (owner = platformWith(system.administrator.token ?? '')));

const platformWith = (credential: string) => new PlatformClient(system.baseUrl, credential);

let workspaces = 0;
function makeWorkspace(changes: object = {}): Promise<WorkspaceRecord> {
  workspaces += 1;
  const body = { slug: `desk-${workspaces}`, name: 'Front desk', environment: 'staging', ...changes };
  return owner.json('POST', 'me/workspaces', { body });
}
const makeKey = (by: PlatformClient, { id }: WorkspaceRecord, changes: object = {}): Promise<IssuedKey> =>
  by.json('POST', `${id}/api-keys`, { body: { duration_days: 1, ...changes } });

/** `200`, or `403 workspace_mismatch`. */
async function outcomeOf(request: Promise<Response>): Promise<string> {
  try {
    return String((await request).status);
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.body.error_code}`;
    throw error;
  }
}
const looking = (credential: string, { id }: WorkspaceRecord) =>
  outcomeOf(platformWith(credential).request('GET', `workspaces/${id}`));

describe('a workspace', () => {
  it('is created by an administrator of the organization in the serving region, and is listed and changed', async () => {
    const made = await makeWorkspace({ slug: 'reception' });
    expect(made).toMatchObject({
      slug: 'reception',
      backend_org_id: 'demo',
      region: 'us-east-1',
      platform_authoring: false,
      provisioned_at: null,
    });
    const { items } = await owner.json<{ items: unknown[] }>('GET', 'workspaces', { query: { limit: 100 } });
    expect(items).toContainEqual(made);
    const body = { name: 'Reception', platform_authoring: true };
    const changed = await owner.json('PATCH', `workspaces/${made.id}`, { body });
    expect(changed).toEqual({ ...made, ...body, updated_at: expect.any(String) });
    const { workspace } = await owner.json('POST', `workspaces/${made.id}/provision`);
    expect(workspace).toMatchObject({ id: made.id, provisioned_at: expect.any(String) });
  });

  it('given a slug that is taken, another region or no permission, then it is refused', async () => {
    const body = { slug: 'wanted', name: 'Desk' };
    await makeWorkspace(body);
    const { client: user } = await system.newUser();
    const make = (by: PlatformClient, changes: object = {}) =>
      outcomeOf(by.request('POST', 'me/workspaces', { body: { ...body, slug: 'another', ...changes } }));
    expect(await make(owner, body)).toBe('409 slug_conflict');
    expect(await make(owner, { region: 'eu-central-1' })).toBe('422 validation_failed');
    expect(await make(platformWith(user.token ?? ''))).toBe('403 permission_denied');
    expect(await make(platformWith('nothing'))).toBe('401 invalid_api_key');
  });

  it('that is archived looks like none, and so do its keys', async () => {
    const workspace = await makeWorkspace();
    const { api_key: key } = await makeKey(owner, workspace, { role: 'owner' });
    expect(await looking(key, workspace)).toBe('200');
    const archive = (slug: string) =>
      outcomeOf(owner.request('POST', `workspaces/${workspace.id}/archive`, { body: { slug } }));
    expect(await archive('another')).toBe('422 validation_failed');
    expect(await archive(workspace.slug)).toBe('200');
    expect(await looking(key, workspace)).toBe('401 invalid_api_key');
    expect(await looking(system.administrator.token ?? '', workspace)).toBe('403 workspace_mismatch');
    expect(await archive(workspace.slug)).toBe('403 workspace_mismatch');
  });
});

describe('a workspace key', () => {
  it('is shown once, listed without its secret, and tells about itself', async () => {
    const workspace = await makeWorkspace();
    const { api_key: key, ...issued } = await makeKey(owner, workspace, { name: 'nightly', role: 'admin' });
    const { items } = await platformWith(key).json<{ items: unknown[] }>('GET', `${workspace.id}/api-keys`);
    expect(items).toMatchObject([{ key_id: issued.key_id, name: 'nightly', role: 'admin' }]);
    expect(JSON.stringify(items)).not.toContain(key);
    expect(await platformWith(key).json('GET', 'auth/me')).toMatchObject({
      workspace_id: workspace.id,
      key_id: issued.key_id,
      name: 'nightly',
    });
  });

  it('that is rotated keeps its id and ends the former secret; one that is deleted ends', async () => {
    const workspace = await makeWorkspace();
    const { key_id: keyId, api_key: former } = await makeKey(owner, workspace);
    expect(await looking(former, workspace)).toBe('200');
    const path = `${workspace.id}/api-keys/${keyId}`;
    const body = { duration_days: 2 };
    const rotated = await owner.json<IssuedKey>('POST', `${path}/rotate`, { body });
    expect(rotated.key_id).toBe(keyId);
    expect(await looking(former, workspace)).toBe('401 invalid_api_key');
    expect(await looking(rotated.api_key, workspace)).toBe('200');
    expect(await outcomeOf(owner.request('DELETE', path))).toBe('204');
    expect(await looking(rotated.api_key, workspace)).toBe('401 invalid_api_key');
    expect(await outcomeOf(owner.request('DELETE', path))).toBe('404 not_found');
    expect(await outcomeOf(owner.request('POST', `${path}/rotate`, { body }))).toBe('404 not_found');
  });

  it('creates no key with more permissions than its own', async () => {
    const workspace = await makeWorkspace();
    const admin = platformWith((await makeKey(owner, workspace, { role: 'admin' })).api_key);
    const make = (changes: object) =>
      outcomeOf(
        admin.request('POST', `${workspace.id}/api-keys`, { body: { duration_days: 1, ...changes } }),
      );
    expect(await make({ role: 'admin' })).toBe('201');
    expect(await make({ role: 'owner' })).toBe('403 permission_denied');
    expect(await make({ permissions: ['Workspace.archive'] })).toBe('403 permission_denied');
    const member = platformWith((await makeKey(owner, workspace)).api_key);
    expect(await outcomeOf(member.request('GET', `${workspace.id}/api-keys`))).toBe('403 permission_denied');
  });

  it('on the path of another workspace gets the same error, whether that exists or not', async () => {
    const [own, another] = [await makeWorkspace(), await makeWorkspace()];
    const { api_key: key } = await makeKey(owner, own, { role: 'owner' });
    const rejectionOf = async (id: string) => {
      const refused = await platformWith(key)
        .request('GET', `workspaces/${id}`)
        .catch((error: unknown) => error);
      if (!(refused instanceof HttpError)) throw new Error(`expected a refusal, got ${String(refused)}`);
      return { status: refused.status, body: { ...refused.body, request_id: '' } };
    };
    const refusal = await rejectionOf(another.id);
    expect(refusal).toMatchObject({ status: 403, body: { error_code: 'workspace_mismatch' } });
    expect(await rejectionOf(randomUUID())).toEqual(refusal);
  });
});

describe('a workspace of somebody who loses their rights', () => {
  const administrator = async (roleName: string) => {
    const { userId, client } = await system.newUser(roleName);
    return { userId, platform: platformWith(client.token ?? '') };
  };
  const make = (by: PlatformClient) => {
    workspaces += 1;
    const body = { slug: `desk-${workspaces}`, name: 'Front desk', environment: 'staging' };
    return by.json<WorkspaceRecord>('POST', 'me/workspaces', { body });
  };

  it('is closed to them and their keys at the next request, and open to administrators', async () => {
    const boss = await administrator('DefaultSvcAdministratorRole');
    const lesser = await administrator('DefaultAdministratorRole');
    const workspace = await make(boss.platform);
    const { api_key: key } = await makeKey(boss.platform, workspace, { role: 'owner' });
    expect(await looking(key, workspace)).toBe('200');
    expect(await looking(lesser.platform.credential, workspace)).toBe('403 workspace_mismatch');

    const body = { user_id: boss.userId };
    await system.administrator.request('POST', 'role/DefaultUserRole/assign', { body });
    expect(await looking(boss.platform.credential, workspace)).toBe('403 workspace_mismatch');
    expect(await looking(key, workspace)).toBe('403 permission_denied');
    expect(await outcomeOf(makeKey(boss.platform, workspace) as Promise<never>)).toBe(
      '403 workspace_mismatch',
    );
    expect(await looking(lesser.platform.credential, workspace)).toBe('200');

    await system.administrator.request('DELETE', `user/${boss.userId}`);
    expect(await looking(key, workspace)).toBe('401 invalid_api_key');
    const { items } = await lesser.platform.json<{ items: { key_id: string }[] }>(
      'GET',
      `${workspace.id}/api-keys`,
    );
    for (const { key_id: keyId } of items)
      await lesser.platform.request('DELETE', `${workspace.id}/api-keys/${keyId}`);
  });
});

describe('the regions', () => {
  it('are shown to everybody', async () => {
    const response = await fetch(`${system.baseUrl}/v1/platform/regions`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { regions: [{ region: 'us-east-1', base_url: 'https://api.example.com' }] },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ClassicClient } from '../support/client.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();

interface NewKey {
  readonly api_key_id: string;
  readonly api_key: string;
}

const newKey = (roleName?: string) =>
  system.administrator.json<NewKey>('POST', 'organization/api_key/', {
    body: { name: 'test', duration: 'P1D', ...(roleName && { role_name: roleName }) },
  });

describe('the permissions of a user', () => {
  it('change with the next request after their role has changed', async () => {
    const { client, userId } = await system.newUser();
    await expect(client.json('GET', 'organization/api_key/')).resolves.toMatchObject({ api_keys: [] });

    await system.administrator.json('POST', 'role/DefaultAdministratorRole/assign', {
      body: { user_id: userId },
    });

    const { api_keys } = await client.json<{ api_keys: unknown[] }>('GET', 'organization/api_key/');
    expect(api_keys).not.toEqual([]);
  });

  it('end with the next request after the user was deleted', async () => {
    const { client, userId } = await system.newUser();
    await client.services();

    await system.administrator.request('DELETE', `user/${userId}`);

    await expect(client.services()).rejects.toMatchObject({ status: 401 });
    await expect(client.signIn({ ...system.credentials, user_id: userId })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('end with the next request after the key that signed them in was deleted', async () => {
    const key = await newKey();
    const { userId } = await system.newUser();
    const client = new ClassicClient(system.baseUrl, 'demo');
    await client.signIn({ ...key, user_id: userId });
    await client.services();

    await system.administrator.request('DELETE', `organization/api_key/${key.api_key_id}`);

    await expect(client.services()).rejects.toMatchObject({ status: 401 });
  });

  it('continue with a new key that an administrator issued to replace theirs', async () => {
    const roleName = 'DefaultAdministratorRole';
    const { userId } = await system.newUser(roleName);
    const signedInWith = async (key: NewKey) => {
      const client = new ClassicClient(system.baseUrl, 'demo');
      await client.signIn({ ...key, user_id: userId });
      return client;
    };
    const old = await newKey(roleName);
    const before = await signedInWith(old);

    const successor = await before.json<NewKey>('POST', 'organization/api_key/', {
      body: { name: 'successor', duration: 'P1D', role_name: roleName },
    });
    const after = await signedInWith(successor);
    await after.request('DELETE', `organization/api_key/${old.api_key_id}`);

    await expect(before.services()).rejects.toMatchObject({ status: 401 });
    await expect(after.services()).resolves.toMatchObject({ has_more: expect.any(Boolean) });
    await after.request('DELETE', `organization/api_key/${successor.api_key_id}`);
  });

  it('are bounded by the ceiling of the key', async () => {
    const key = await newKey('DefaultUserRole');
    const client = new ClassicClient(system.baseUrl, 'demo');

    await expect(client.signIn({ ...key, user_id: system.credentials.user_id })).rejects.toMatchObject({
      status: 401,
    });
    const { userId } = await system.newUser();
    await expect(client.signIn({ ...key, user_id: userId })).resolves.toMatchObject({
      id_token: expect.any(String),
    });
  });

  it('follow the conditions of a custom role', async () => {
    const grant = (permission: string, conditions: object) => ({
      permission_name: permission,
      conditions,
    });
    const own = { conversation_user_id: { type: 'Equals', value: '{self_user_id}' } };
    await system.administrator.json('POST', 'role/', {
      body: {
        role_name: 'OwnConversationsOnly',
        description: 'Reads only its own conversations.',
        frontend_view: 'client',
        permission_grants: [
          grant('Conversation:GetConversation', own),
          grant('Conversation:CreateConversation', own),
          grant('Service:GetService', {}),
        ],
      },
    });
    const one = await system.newUser('OwnConversationsOnly');
    const other = await system.newUser('OwnConversationsOnly');
    const { id } = await system.begin(one.client);

    expect((await one.client.conversations()).conversations.map((conversation) => conversation.id)).toEqual([
      id,
    ]);
    expect((await other.client.conversations()).conversations).toEqual([]);
    await expect(one.client.finish(id)).rejects.toMatchObject({ status: 403 });
  });

  it('include conversations of another user while a temporary grant allows it', async () => {
    const owner = await system.newUser();
    const helper = await system.newUser();
    const { id } = await system.begin(owner.client);
    const give = (permission: string, attribute: string) =>
      system.administrator.json('POST', 'role/temporary_permission_grant/', {
        body: {
          user_id: helper.userId,
          duration: 'PT1H',
          justification: 'Talks in their place.',
          permission_grant: {
            permission_name: permission,
            conditions: { [attribute]: { type: 'Equals', value: owner.userId } },
          },
        },
      });

    await give('Conversation:GetConversation', 'conversation_user_id');
    await give('Conversation:GetMessage', 'conversation_user_id');
    expect((await helper.client.conversations()).conversations).toMatchObject([{ id }]);
    expect((await helper.client.messages(id)).messages).toHaveLength(1);
    await expect(helper.client.interact(id, 'hello').next()).rejects.toMatchObject({ status: 403 });

    await give('Conversation:InteractWithConversation', 'conversation_user_id');
    await expect(helper.client.interact(id, 'hello').next()).rejects.toMatchObject({ status: 403 });
    await give('User:UpdateUserInfo', 'user_id');
    for await (const event of helper.client.interact(id, 'hello')) expect(event.type).not.toBe('error');
    expect((await owner.client.messages(id)).messages.length).toBeGreaterThan(1);

    const { id: others } = await system.begin(system.administrator);
    await expect(helper.client.messages(others)).rejects.toMatchObject({ status: 404 });
    await system.administrator.finish(others);
  });

  it('do not include conversations of others for a plain user', async () => {
    const one = await system.newUser();
    const other = await system.newUser();
    const { id } = await system.begin(one.client);

    expect((await other.client.conversations()).conversations).toEqual([]);
    await expect(other.client.messages(id)).rejects.toMatchObject({ status: 404 });
    await expect(other.client.finish(id)).rejects.toMatchObject({ status: 403 });
    await expect(other.client.interact(id, 'hello').next()).rejects.toMatchObject({ status: 403 });
    expect((await one.client.messages(id)).messages).toHaveLength(1);
  });
});

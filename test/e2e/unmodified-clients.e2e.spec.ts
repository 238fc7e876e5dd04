import { describe, expect, it } from '@jest/globals';
import { ClassicClient, type Query } from '../support/client.js';
import { bashBlocksOf } from '../support/documented-commands.js';
import { runCommands } from '../support/documented-shell.js';
import { collect, only } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();

const objectId = /^[a-f0-9]{24}$/;
const timeWithOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const list = (path: string, query: Query = {}) =>
  system.administrator.json<Readonly<Record<string, unknown>>>('GET', path, { query });
const begin = async () => {
  const { client } = await system.newUser();
  return { client, ...(await system.begin(client)) };
};

// The numbers are those of the list that clients of the Classic interface were checked against. Recommended responses (6),
// changes of a service (4) and sound (of 7) have no route yet.
describe('what existing clients of the Classic interface rely on', () => {
  it('1: all keys, times with an offset, whole numbers as tokens, ids of 24 hex digits', async () => {
    const { id } = await begin();
    const pages = {
      conversations: await list('conversation/', { limit: 1 }),
      messages: await list(`conversation/${id}/messages/`, { limit: 1 }),
      services: await list('service/', { limit: 1 }),
      users: await list('user/', { limit: 1 }),
    };
    // That each key is there, and no other, is compared with the declared schema at every answer.
    for (const { has_more: hasMore, continuation_token: token } of Object.values(pages))
      expect(hasMore === true ? Number.isSafeInteger(token) : token === null).toBe(true);
    const first = (items: unknown) => (items as readonly Readonly<Record<string, unknown>>[])[0] ?? {};
    const conversation = first(pages.conversations['conversations']);
    const message = first(pages.messages['messages']);
    const service = first(pages.services['services']);
    const { roles } = await system.administrator.json<{ roles: unknown }>('GET', 'role/');
    const ids = [conversation['id'], message['id'], message['interaction_id'], service['id']];
    for (const one of [...ids, service['agent_id'], first(roles)['id']])
      expect(one).toEqual(expect.stringMatching(objectId));
    for (const one of [conversation['created_at'], message['created_at']])
      expect(one).toEqual(expect.stringMatching(timeWithOffset));
  });

  it('2: a known type on every line of a stream, and only known types of actions', async () => {
    const { id, events: ofCreation } = await begin();
    const ofTurn = await collect(system.administrator.interact(id, 'I would like to make an appointment.'));
    const events = [...ofCreation, ...ofTurn];
    // The types of the lines, and of actions, are a closed list in the document that each line is compared with.
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        'conversation-created',
        'user-message-available',
        'current-agent-action',
        'new-message',
        'interaction-complete',
      ]),
    );
  });

  it('3: a key that may be null may be missing', async () => {
    const { api_key_id: id } = await system.administrator.json<{ api_key_id: string }>(
      'POST',
      'organization/api_key/',
      { body: { duration: 'P1D', role_name: 'DefaultUserRole' } },
    );
    const { api_keys: keys } = await system.administrator.json<{
      api_keys: { key_id: string; name: null }[];
    }>('GET', 'organization/api_key/');
    expect(keys).toContainEqual(expect.objectContaining({ key_id: id, name: null }));
  });

  it('5: who is unknown where', async () => {
    const statusOf = (request: Promise<unknown>) =>
      request.then(
        () => 'no failure',
        (failure: { status?: number }) => failure.status,
      );
    const user = { first_name: 'A', last_name: 'B', email: 'nobody@demo.example', role_name: 'NoSuchRole' };
    const nowhere = new ClassicClient(system.baseUrl, 'nowhere');
    const client = new ClassicClient(system.baseUrl, system.credentials.org_id);
    expect({
      user: await statusOf(system.administrator.request('POST', 'user/No%20one!', { body: {} })),
      organizationAtSignIn: await statusOf(nowhere.signIn(system.credentials)),
      key: await statusOf(client.signIn({ ...system.credentials, api_key: 'svc_wrong' })),
      userAtSignIn: await statusOf(client.signIn({ ...system.credentials, user_id: 'nobody' })),
      role: await statusOf(system.administrator.request('POST', 'user/', { body: user })),
    }).toEqual({ user: 404, organizationAtSignIn: 404, key: 401, userAtSignIn: 401, role: 404 });
  });

  it('7: a message as a field of a form, and as a file', async () => {
    const { client, id } = await begin();
    for (const asFile of [false, true]) {
      const said = `Said ${asFile ? 'in a file' : 'in a field'}.`;
      const events = await collect(client.interact(id, said, { asFile }));
      expect(only(events, 'user-message-available').user_message).toBe(said);
    }
  });

  it('8: the next turn as soon as the last line of one is read', async () => {
    const { client, id } = await begin();
    for (const said of ['First.', 'Second.', 'Third.']) {
      for await (const event of client.interact(id, said)) if (event.type === 'interaction-complete') break;
    }
    const { messages } = await client.messages(id, { message_type: 'user-message' });
    expect(messages.map(({ message }) => message)).toEqual(['First.', 'Second.', 'Third.']);
  });

  it('9: external events that are a few seconds ahead', async () => {
    const { client, id } = await begin();
    const form = new FormData();
    form.append('initial_message_type', 'user-message');
    form.append('recorded_message', 'What has arrived?');
    for (const aheadMs of [1_000, 2_000]) {
      form.append('external_event_message_content', `Arrived ${aheadMs}`);
      form.append('external_event_message_timestamp', new Date(Date.now() + aheadMs).toISOString());
    }
    const query = { request_format: 'text', response_format: 'text' };
    const events = await collect(client.stream(`conversation/${id}/interact`, { query, body: form }));
    only(events, 'interaction-complete');
    const { messages } = await client.messages(id, { message_type: 'external-event' });
    expect(messages.map(({ message }) => message)).toEqual(['Arrived 1000', 'Arrived 2000']);
  });

  it('10: more sign-ins in a minute than the documented five, where that is configured', async () => {
    const client = new ClassicClient(system.baseUrl, system.credentials.org_id);
    for (let signIn = 0; signIn < 30; signIn++)
      expect(await client.signIn(system.credentials)).toMatchObject({ id_token: expect.any(String) });
  });

  it('11: `{}` for a language and a time zone that stay as they are', async () => {
    const { client, userId } = await system.newUser();
    const update = (body: object) => client.request('POST', `user/${userId}`, { body });
    const preferences = async () => {
      const { users } = await system.administrator.json<{ users: { preferences: object }[] }>(
        'GET',
        'user/',
        {
          query: { user_id: userId },
        },
      );
      return users[0]?.preferences;
    };
    await update({ preferred_language: 'deu', timezone: 'Europe/Berlin' });
    await update({ preferred_language: {}, timezone: {} });
    expect(await preferences()).toMatchObject({ preferred_language: 'deu', timezone: 'Europe/Berlin' });
    await update({ preferred_language: null, timezone: null });
    expect(await preferences()).toMatchObject({ preferred_language: null, timezone: null });
  });

  it('12: the organization with a token and without', async () => {
    const stranger = new ClassicClient(system.baseUrl, system.credentials.org_id);
    const { org_id: orgId, default_user_preferences: preferences } = await stranger.json<{
      org_id: string;
      default_user_preferences: unknown;
    }>('GET', 'organization/');
    expect([orgId, preferences]).toEqual(['demo', null]);
    expect(await system.administrator.json('GET', 'organization/')).toMatchObject({ org_id: 'demo' });
  });
});

describe('the commands of docs/api/roles.md', () => {
  it('replace an API key by three: make one, move to it, delete the former', async () => {
    const [commands = ''] = bashBlocksOf('docs/api/roles.md');
    expect(commands.match(/^[^#\s]/gm)).toHaveLength(3);
    const roleName = 'DefaultAdministratorRole';
    const { userId } = await system.newUser(roleName);
    const old = await system.administrator.json<{ api_key_id: string; api_key: string }>(
      'POST',
      'organization/api_key/',
      { body: { duration: 'P1D', role_name: roleName } },
    );
    const before = new ClassicClient(system.baseUrl, system.credentials.org_id);
    const { id_token: token } = await before.signIn({ ...old, user_id: userId });

    const { stdout } = await runCommands(`${commands}\necho; echo "$TOKEN"`, {
      cwd: system.dataDir,
      env: {
        ...process.env,
        API: `${system.baseUrl}/v1/${system.credentials.org_id}`,
        TOKEN: token,
        ROLE_NAME: roleName,
        USER_ID: userId,
        OLD_KEY_ID: old.api_key_id,
      },
    });

    const [deleted = '', after = ''] = stdout.trim().split(/\n+/).slice(-2);
    expect(JSON.parse(deleted)).toEqual({ deleted_key_id: old.api_key_id });
    await expect(before.services()).rejects.toMatchObject({ status: 401 });
    before.token = after;
    await expect(before.services()).resolves.toMatchObject({ has_more: expect.any(Boolean) });
  });
});

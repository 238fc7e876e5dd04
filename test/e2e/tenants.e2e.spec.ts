import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createOrganization, runAdmin, type SeededOrganization } from '../support/admin.js';
import { ClassicClient, HttpError, type RequestOptions } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneProcess, type Credentials } from '../support/standalone-process.js';

jest.setTimeout(180_000); // the first one starts a whole system

let dataDir: string;
let standalone: StandaloneProcess;
let demo: ClassicClient;
let credentials: Credentials;
let conversation: string;
let other: SeededOrganization;
let stranger: ClassicClient;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  standalone = await StandaloneProcess.start({ dataDir });
  credentials = standalone.credentials();
  demo = await signInAsDemoUser(standalone.baseUrl, credentials);
  conversation = (await beginConversation(demo, credentials.service_id)).id;
  other = await createOrganization(dataDir, 'other');
  stranger = new ClassicClient(standalone.baseUrl, 'other');
  await stranger.signIn(other);
});
afterAll(async () => {
  await standalone?.stop();
  removeFolder(dataDir);
});

type Route = readonly [method: string, path: () => string, options?: () => RequestOptions];

const someUser = { first_name: 'A', last_name: 'B', email: 'a@b.example', role_name: 'DefaultUserRole' };
const someRole = {
  role_name: 'Spy',
  description: 'Reads along.',
  frontend_view: 'client',
  permission_grants: [],
};
const form = () => {
  const data = new FormData();
  data.append('initial_message_type', 'user-message');
  data.append('recorded_message', 'hello');
  return data;
};
const textTurn = { request_format: 'text', response_format: 'text' };

/** Every route under an organization that takes a credential. */
const routes: readonly Route[] = [
  ['GET', () => 'role/'],
  ['POST', () => 'role/', () => ({ body: someRole })],
  ['POST', () => 'role/DefaultUserRole/assign', () => ({ body: { user_id: credentials.user_id } })],
  ['GET', () => 'user/'],
  ['POST', () => 'user/', () => ({ body: someUser })],
  ['POST', () => `user/${credentials.user_id}`, () => ({ body: { first_name: 'Eve' } })],
  ['DELETE', () => `user/${credentials.user_id}`],
  ['GET', () => 'organization/api_key/'],
  ['POST', () => 'organization/api_key/', () => ({ body: { duration: 'P1D' } })],
  ['DELETE', () => `organization/api_key/${credentials.api_key_id}`],
  ['GET', () => 'service/'],
  ['GET', () => 'conversation/'],
  [
    'POST',
    () => 'conversation/',
    () => ({ query: { response_format: 'text' }, body: { service_id: credentials.service_id } }),
  ],
  ['POST', () => `conversation/${conversation}/interact`, () => ({ query: textTurn, body: form() })],
  ['POST', () => `conversation/${conversation}/finish/`],
  ['GET', () => `conversation/${conversation}/messages/`],
];

async function everythingOfTheDemo(): Promise<unknown> {
  return {
    conversations: await demo.conversations(),
    messages: await demo.messages(conversation),
    users: await demo.json('GET', 'user/'),
    keys: await demo.json('GET', 'organization/api_key/'),
    roles: await demo.json('GET', 'role/'),
    services: await demo.services(),
  };
}

async function refusalOf(request: Promise<Response>): Promise<HttpError> {
  const outcome = await request.then(
    (response) => response.status,
    (failure: unknown) => failure,
  );
  if (outcome instanceof HttpError) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}

describe('with the credentials of another organization', () => {
  it.each(routes.map((route) => [`${route[0]} ${route[1].toString().slice(6)}`, route] as const))(
    '%s answers as if the organization did not exist',
    async (_name, [method, path, options]) => {
      const before = await everythingOfTheDemo();
      const intruder = new ClassicClient(standalone.baseUrl, 'demo');
      intruder.token = stranger.token;
      const nowhere = new ClassicClient(standalone.baseUrl, 'nobody');
      nowhere.token = stranger.token;

      const refusal = await refusalOf(intruder.request(method, path(), options?.()));
      const reference = await refusalOf(nowhere.request(method, path(), options?.()));

      expect(refusal.status).toBe(404);
      expect(refusal.body.error_code).toBe('organization_not_found');
      expect({ ...refusal.body, request_id: '' }).toEqual({ ...reference.body, request_id: '' });
      expect(await everythingOfTheDemo()).toEqual(before);
    },
  );

  it.each(
    routes
      .filter(([, path]) => path.toString().includes('${'))
      .map((route) => [`${route[0]} ${route[1].toString().slice(6)}`, route] as const),
  )('%s of another organization is unknown inside the own one', async (_name, [method, path, options]) => {
    const before = await everythingOfTheDemo();

    const refusal = await refusalOf(stranger.request(method, path(), options?.()));

    expect(refusal.status).toBe(404);
    expect(await everythingOfTheDemo()).toEqual(before);
  });

  it('lists show nothing of the other organization', async () => {
    const { services } = await stranger.services({ id: credentials.service_id });
    const { conversations } = await stranger.conversations({ id: conversation });
    expect([services, conversations]).toEqual([[], []]);
    await expect(beginConversation(stranger, credentials.service_id)).rejects.toMatchObject({ status: 404 });
  });

  it('an API key signs in to its own organization alone', async () => {
    const mixed = new ClassicClient(standalone.baseUrl, 'demo');
    await expect(mixed.signIn(other)).rejects.toMatchObject({ status: 401 });
    await expect(mixed.signIn({ ...other, user_id: credentials.user_id })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('the logs after all this', () => {
  it('are whole', async () => {
    await standalone.stop();
    const { stdout } = await runAdmin(dataDir, 'events', 'verify');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^identity: \d+ events in \d+ streams, all chains are whole\.$/),
      expect.stringMatching(/^agents: .* all chains are whole\.$/),
      expect.stringMatching(/^conversations: .* all chains are whole\.$/),
    ]);
  });
});

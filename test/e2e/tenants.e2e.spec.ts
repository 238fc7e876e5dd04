import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createOrganization, runAdmin, type SeededOrganization } from '../support/admin.js';
import { ClassicClient, HttpError, type RequestOptions } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { declaredRoutes, type DeclaredRoute } from '../support/declared-routes.js';
import { PlatformClient } from '../support/platform-client.js';
import { startSystem, type RunningSystem } from '../support/running-system.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import type { Credentials } from '../support/standalone-process.js';
import { listUsersWithoutStatistics } from '../support/users.js';
import { createDestination } from '../support/webhook-destinations.js';

const roleName = 'OfTheDemo';

jest.setTimeout(180_000); // the first one starts a whole system

let dataDir: string;
let system: RunningSystem;
let demo: ClassicClient;
let credentials: Credentials;
let conversation: string;
let destination: string;
let other: SeededOrganization;
let stranger: ClassicClient;
/** The same with a key of their own workspace. */
let strangerKey: PlatformClient;
let strangersWorkspace: string;
let demoKeyId: string;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  system = await startSystem({ dataDir });
  credentials = system.credentials();
  demo = await signInAsDemoUser(system.baseUrl, credentials);
  conversation = (await beginConversation(demo, credentials.service_id)).id;
  destination = (await createDestination(demo, 'https://example.com/hook')).id;
  await demo.json('POST', 'role/', {
    body: {
      role_name: roleName,
      description: 'Of nobody else',
      permission_grants: [],
      frontend_view: 'client',
    },
  });
  other = await createOrganization(dataDir, 'other');
  stranger = new ClassicClient(system.baseUrl, 'other');
  await stranger.signIn(other);
  const strangers = new PlatformClient(system.baseUrl, stranger.token ?? '');
  const { id } = await strangers.json<{ id: string }>('POST', 'me/workspaces', {
    body: { slug: 'others-desk', name: 'Desk' },
  });
  const body = { duration_days: 1, role: 'owner' };
  const { api_key: key } = await strangers.json<{ api_key: string }>('POST', `${id}/api-keys`, { body });
  strangersWorkspace = id;
  strangerKey = new PlatformClient(system.baseUrl, key);
  demoKeyId = (await demoPlatform().json<{ key_id: string }>('GET', 'auth/me')).key_id;
});
afterAll(async () => {
  await system?.stop();
  removeFolder(dataDir);
});

const demoPlatform = () => new PlatformClient(system.baseUrl, credentials.workspace_api_key);

/** Every route under an organization that takes a credential. */
const routes = declaredRoutes.filter(
  ({ access }) => access.credential === 'required' && access.organization === 'known',
);
/** Every route about the workspace in its path. */
const workspaceRoutes = declaredRoutes.filter(({ access }) => access.workspace?.of === 'path');
const named = (some: readonly DeclaredRoute[]) =>
  some.map((route) => [`${route.method} ${route.path}`, route] as const);

/** What is the demo's, by the names that paths and bodies give it. */
const ofTheDemo = (): Readonly<Record<string, string>> => ({
  user_id: credentials.user_id,
  api_key_id: credentials.api_key_id,
  service_id: credentials.service_id,
  conversation_id: conversation,
  role_name: roleName,
  webhook_destination_id: destination,
  webhook_delivery_id: 'aaaaaaaaaaaaaaaaaaaaaaaa', // its destination has none yet
});

/** The path after `/v1/:org/`, about what is the demo's. */
function pathOf(route: DeclaredRoute): string {
  return route.path.replace('/v1/:org/', '').replaceAll(/:(\w+)/g, (parameter, name: string) => {
    const value = ofTheDemo()[name];
    if (value === undefined) throw new Error(`Say what ${parameter} of ${route.path} is in the demo.`);
    return value;
  });
}

/** The example of the route, about what is the demo's. */
function optionsOf({ body: declared, example: { headers, query, body } }: DeclaredRoute): RequestOptions {
  if (!body) return { headers, query };
  const about = Object.entries(body).map(([name, value]) => [
    name,
    name.endsWith('_id') ? (ofTheDemo()[name] ?? value) : value,
  ]);
  if (declared?.media !== 'form') return { headers, query, body: Object.fromEntries(about) as object };
  const form = new FormData();
  for (const [name, value] of about) form.append(String(name), String(value));
  return { headers, query, body: form };
}

async function everythingOfTheDemo(): Promise<unknown> {
  return {
    conversations: await demo.conversations(),
    messages: await demo.messages(conversation),
    users: await listUsersWithoutStatistics(demo),
    keys: await demo.json('GET', 'organization/api_key/'),
    roles: await demo.json('GET', 'role/'),
    services: await demo.services(),
    destinations: await demo.json('GET', 'webhook_destination'),
    ...(await everythingOfTheWorkspace()),
  };
}

async function everythingOfTheWorkspace(): Promise<object> {
  const { workspace_id: id } = credentials;
  const client = demoPlatform();
  const { items } = await client.json<{ items: Record<string, unknown>[] }>('GET', `${id}/api-keys`);
  return {
    workspace: await client.json('GET', `workspaces/${id}`),
    // When a key was used last changes with the looking.
    workspaceKeys: items.map((key) => ({ ...key, last_used_at: null })),
    testCallerNumbers: await client.json('GET', `workspaces/${id}/test-caller-numbers`),
    testCredentialIds: await client.json('GET', `workspaces/${id}/test-credential-ids`),
  };
}

/** What is at the path of a route in a workspace; a key in it is the demo's. */
function platformRequest(
  client: PlatformClient,
  route: DeclaredRoute,
  workspaceId: string,
): Promise<Response> {
  const path = route.path
    .replace('/v1/', '')
    .replace(':workspace_id', workspaceId)
    .replace(':key_id', demoKeyId);
  if (path.includes(':')) throw new Error(`Say what the parameters of ${route.path} are in the demo.`);
  const { body, query } = route.example;
  return client.request(route.method, path, { query, ...(body && { body: { ...body, ...ofItself(body) } }) });
}

/** Archiving takes the slug of the workspace that is meant. */
function ofItself(body: object): object {
  return 'slug' in body ? { slug: 'demo' } : {};
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
  it.each(named(routes))('%s answers as if the organization did not exist', async (_name, route) => {
    const before = await everythingOfTheDemo();
    const intruder = new ClassicClient(system.baseUrl, 'demo');
    intruder.token = stranger.token;
    const nowhere = new ClassicClient(system.baseUrl, 'nobody');
    nowhere.token = stranger.token;

    const refusal = await refusalOf(intruder.request(route.method, pathOf(route), optionsOf(route)));
    const reference = await refusalOf(nowhere.request(route.method, pathOf(route), optionsOf(route)));

    expect(refusal.status).toBe(404);
    expect(refusal.body.error_code).toBe('organization_not_found');
    expect({ ...refusal.body, request_id: '' }).toEqual({ ...reference.body, request_id: '' });
    expect(await everythingOfTheDemo()).toEqual(before);
  });

  const aboutOneThing = routes.filter(({ path }) => path.replace('/v1/:org', '').includes(':'));
  it.each(named(aboutOneThing))(
    '%s of another organization is unknown inside the own one',
    async (_name, route) => {
      const before = await everythingOfTheDemo();

      const refusal = await refusalOf(stranger.request(route.method, pathOf(route), optionsOf(route)));

      expect(refusal.status).toBe(404);
      expect(await everythingOfTheDemo()).toEqual(before);
    },
  );

  it('lists show nothing of the other organization', async () => {
    const { services } = await stranger.services({ id: credentials.service_id });
    const { conversations } = await stranger.conversations({ id: conversation });
    expect([services, conversations]).toEqual([[], []]);
    await expect(beginConversation(stranger, credentials.service_id)).rejects.toMatchObject({ status: 404 });
  });

  it('an API key signs in to its own organization alone', async () => {
    const mixed = new ClassicClient(system.baseUrl, 'demo');
    await expect(mixed.signIn(other)).rejects.toMatchObject({ status: 401 });
    await expect(mixed.signIn({ ...other, user_id: credentials.user_id })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('with the credentials of another workspace', () => {
  it.each(named(workspaceRoutes))('%s answers as if the workspace did not exist', async (_name, route) => {
    const before = await everythingOfTheWorkspace();
    const token = new PlatformClient(system.baseUrl, stranger.token ?? '');
    for (const client of [strangerKey, token]) {
      const refusal = await refusalOf(platformRequest(client, route, credentials.workspace_id));
      const reference = await refusalOf(platformRequest(client, route, randomUUID()));

      expect(refusal.status).toBe(403);
      expect(refusal.body.error_code).toBe('workspace_mismatch');
      expect({ ...refusal.body, request_id: '' }).toEqual({ ...reference.body, request_id: '' });
    }
    expect(await everythingOfTheWorkspace()).toEqual(before);
  });

  const aboutOneKey = workspaceRoutes.filter(({ path }) => path.includes(':key_id'));
  it.each(named(aboutOneKey))(
    '%s of another workspace is unknown inside the own one',
    async (_name, route) => {
      const before = await everythingOfTheWorkspace();

      const refusal = await refusalOf(platformRequest(strangerKey, route, strangersWorkspace));

      expect(refusal.status).toBe(404);
      expect(await everythingOfTheWorkspace()).toEqual(before);
    },
  );

  it('lists show nothing of the other organization, and what a key says of itself is its own', async () => {
    const token = new PlatformClient(system.baseUrl, stranger.token ?? '');
    for (const client of [strangerKey, token])
      expect(await client.json('GET', 'workspaces')).toMatchObject({ items: [{ id: strangersWorkspace }] });
    expect(await strangerKey.json('GET', 'auth/me')).toMatchObject({ workspace_id: strangersWorkspace });
  });

  it('no workspace is made for another organization', async () => {
    const token = new PlatformClient(system.baseUrl, stranger.token ?? '');
    const body = { slug: 'stolen', name: 'Desk', backend_org_id: 'demo' };
    const refusal = await refusalOf(token.request('POST', 'me/workspaces', { body }));
    expect(refusal.status).toBe(422);
  });

  it('every route of the Platform interface that takes a credential is among these', () => {
    const rest = declaredRoutes.filter(({ access }) => access.workspace && access.workspace.of !== 'path');
    expect(rest.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /v1/auth/me',
      'GET /v1/workspaces',
      'POST /v1/me/workspaces',
    ]);
  });
});

describe('the logs after all this', () => {
  it('are whole', async () => {
    await system.stop();
    const { stdout } = await runAdmin(dataDir, 'events', 'verify');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^identity: \d+ events in \d+ streams, all chains are whole\.$/),
      expect.stringMatching(/^agents: .* all chains are whole\.$/),
      expect.stringMatching(/^conversations: .* all chains are whole\.$/),
      expect.stringMatching(/^memory: .* all chains are whole\.$/),
      expect.stringMatching(/^webhooks: 1 events in 1 streams, all chains are whole\.$/),
    ]);
  });
});

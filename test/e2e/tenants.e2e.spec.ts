import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createOrganization, runAdmin, type SeededOrganization } from '../support/admin.js';
import { ClassicClient, HttpError, type RequestOptions } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { declaredRoutes, type DeclaredRoute } from '../support/declared-routes.js';
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
});
afterAll(async () => {
  await system?.stop();
  removeFolder(dataDir);
});

/** Every route under an organization that takes a credential. */
const routes = declaredRoutes.filter(
  ({ access }) => access.credential === 'required' && access.organization === 'known',
);
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
  for (const [name, value] of about) form.append(name ?? '', value ?? '');
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

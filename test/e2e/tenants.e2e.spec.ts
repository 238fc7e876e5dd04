import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createOrganization, runAdmin, type SeededOrganization } from '../support/admin.js';
import { ClassicClient, HttpError } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { PlatformClient } from '../support/platform-client.js';
import { startSystem, type RunningSystem } from '../support/running-system.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import type { Credentials } from '../support/product-process.js';
import { createDestination } from '../support/webhook-destinations.js';

// An object of each service, in one process or several: apps/standalone/test/every-route takes all routes.

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

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  system = await startSystem({ dataDir });
  credentials = system.credentials();
  demo = await signInAsDemoUser(system.baseUrl, credentials);
  conversation = (await beginConversation(demo, credentials.service_id)).id;
  destination = (await createDestination(demo, 'https://example.com/hook')).id;
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
});
afterAll(async () => {
  await system?.stop();
  removeFolder(dataDir);
});

async function rejectionOf(request: Promise<Response>): Promise<HttpError> {
  const outcome = await request.then(
    (response) => response.status,
    (error: unknown) => error,
  );
  if (outcome instanceof HttpError) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}

describe('with the credentials of another organization', () => {
  it.each([
    ['a user, of identity', 'POST', () => `user/${credentials.user_id}`, {}],
    ['a conversation', 'POST', () => `conversation/${conversation}/finish/`, undefined],
    ['messages', 'GET', () => `conversation/${conversation}/messages/`, undefined],
    ['memories', 'GET', () => `user/${credentials.user_id}/memory`, undefined],
    ['a webhook destination', 'DELETE', () => `webhook_destination/${destination}`, undefined],
  ])('%s can neither be reached there nor from the own organization', async (_what, method, path, body) => {
    const intruder = new ClassicClient(system.baseUrl, 'demo');
    intruder.token = stranger.token;
    const there = await rejectionOf(intruder.request(method, path(), { body }));
    expect([there.status, there.body.error_code]).toEqual([404, 'organization_not_found']);
    expect((await rejectionOf(stranger.request(method, path(), { body }))).status).toBe(404);
  });

  it('the requested objects are unchanged', async () => {
    const { conversations } = await demo.conversations({ id: conversation });
    expect(conversations).toMatchObject([{ id: conversation, is_finished: false }]);
    expect(await demo.json('GET', 'webhook_destination')).toMatchObject({
      webhook_destinations: [{ id: destination }],
    });
  });

  it('lists show nothing of the other organization', async () => {
    const { services } = await stranger.services({ id: credentials.service_id });
    const { conversations } = await stranger.conversations({ id: conversation });
    expect([services, conversations]).toEqual([[], []]);
    await expect(beginConversation(stranger, credentials.service_id)).rejects.toMatchObject({ status: 404 });
  });

  it('an API key signs in only to its own organization', async () => {
    const mixed = new ClassicClient(system.baseUrl, 'demo');
    await expect(mixed.signIn(other)).rejects.toMatchObject({ status: 401 });
    await expect(mixed.signIn({ ...other, user_id: credentials.user_id })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('with the credentials of another workspace', () => {
  it('lists show nothing of the other organization, and what a key says of itself is its own', async () => {
    const token = new PlatformClient(system.baseUrl, stranger.token ?? '');
    for (const client of [strangerKey, token])
      expect(await client.json('GET', 'workspaces')).toMatchObject({ items: [{ id: strangersWorkspace }] });
    expect(await strangerKey.json('GET', 'auth/me')).toMatchObject({ workspace_id: strangersWorkspace });
  });

  it('no workspace is made for another organization', async () => {
    const token = new PlatformClient(system.baseUrl, stranger.token ?? '');
    const body = { slug: 'stolen', name: 'Desk', backend_org_id: 'demo' };
    const refusal = await rejectionOf(token.request('POST', 'me/workspaces', { body }));
    expect(refusal.status).toBe(422);
  });
});

describe('the logs afterwards', () => {
  it('are whole', async () => {
    await system.stop();
    const { stdout } = await runAdmin(dataDir, 'events', 'verify');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^identity: \d+ events in \d+ streams, all chains are whole\.$/),
      expect.stringMatching(/^agents: .* all chains are whole\.$/),
      expect.stringMatching(/^conversations: .* all chains are whole\.$/),
      expect.stringMatching(/^memory: .* all chains are whole\.$/),
      expect.stringMatching(/^webhooks: 1 events in 1 streams, all chains are whole\.$/),
      expect.stringMatching(/^world: .* all chains are whole\.$/),
    ]);
  });
});

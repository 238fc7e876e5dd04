import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runAdmin, runCommandLine } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { PlatformClient } from '../support/platform-client.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { collect } from '../support/stream-events.js';
import { countedUser } from '../support/users.js';

const fixture = new StandaloneFixture();

describe("the operator's commands", () => {
  it('rebuild the read models to what they were, and find the logs on their own server', async () => {
    const before = await fixture.start();
    const client = await signInAsDemoUser(before.baseUrl, before.credentials());
    const { id } = await beginConversation(client, before.credentials().service_id);
    await collect(client.interact(id, 'I would like to make an appointment.'));
    const shown = async (of: typeof client) => ({
      conversations: await of.conversations(),
      messages: await of.messages(id),
      services: await of.services(),
      users: await of.json('GET', 'user/'),
    });
    await countedUser(client, before.credentials().user_id, 3);
    const known = await shown(client);

    const beside = await runAdmin(fixture.dataDir, 'read-models', 'rebuild', 'conversations');
    expect(beside.stdout).toMatch(/^conversations: \d+ rows made anew .* 0 had been missing/);
    expect(await shown(client)).toEqual(known);
    await before.stop();

    const rebuilt = await runAdmin(fixture.dataDir, 'read-models', 'rebuild');
    expect(rebuilt.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^identity: \d+ rows made anew from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^agents: \d+ rows made anew from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^conversations: \d+ rows made anew from \d+ events in 1 streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^memory: \d+ rows made anew from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(/^webhooks: 0 rows made anew .* 0 had been missing/),
    ]);
    const epochs = await runAdmin(fixture.dataDir, 'events', 'new-epoch', 'identity');
    expect(epochs.stdout).toMatch(/^identity: still epoch \d+; this is its own server\.\n$/);

    const after = await fixture.start();
    expect(await shown(await signInAsDemoUser(after.baseUrl, after.credentials()))).toEqual(known);
  });

  it('record a conversation with all that taking its turns again needs, and say that it is for invented persons', async () => {
    const standalone = await fixture.start();
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    const { id } = await beginConversation(client, standalone.credentials().service_id);
    await collect(client.interact(id, 'I would like to make an appointment.'));
    await standalone.stop();

    const { stdout, stderr } = await runAdmin(fixture.dataDir, 'conversations', 'record-history', 'demo', id);
    const history = JSON.parse(stdout) as { events: { type: string }[]; key: { secret: string } };
    expect(history.events.map(({ type }) => type)).toContain('TurnRecorded');
    expect(Buffer.from(history.key.secret, 'base64')).toHaveLength(32);
    expect(stderr).toContain('For invented persons alone');
    expect(stderr).not.toContain('came out differently');

    const unknown = runAdmin(fixture.dataDir, 'conversations', 'record-history', 'demo', '0'.repeat(24));
    await expect(unknown).rejects.toMatchObject({ stderr: 'There is no such conversation.\n' });
  });

  it('make a workspace with a key, give one whose owner is gone to another user, and archive it', async () => {
    const standalone = await fixture.start();
    const credentials = standalone.credentials();
    const client = await signInAsDemoUser(standalone.baseUrl, credentials);
    const { userId: leaving } = await signInAsNewUser(client, credentials);
    const run = async (...args: readonly string[]) =>
      JSON.parse((await runAdmin(fixture.dataDir, 'workspaces', ...args)).stdout) as Record<string, string>;
    const listed = async (id: string) => {
      const { stdout } = await runAdmin(fixture.dataDir, 'workspaces', 'list', 'demo');
      const lines = stdout.trim().split('\n');
      return lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((one) => one.workspace_id === id);
    };

    const made = await run('create', 'demo', leaving, 'front-desk', '--name', 'Front desk');
    const id = made.workspace_id ?? '';
    expect(made).toMatchObject({ slug: 'front-desk', environment: 'staging', platform_authoring: false });
    const { api_key: key = '' } = await run('issue-key', id, '--days', '1', '--role', 'viewer');
    const shown = (credential: string) =>
      new PlatformClient(standalone.baseUrl, credential).json('GET', `workspaces/${id}`);
    expect(await shown(key)).toMatchObject({ slug: 'front-desk', provisioned_at: expect.any(String) });
    expect(await run('platform-authoring', id, 'on')).toMatchObject({ platform_authoring: true });
    expect(await shown(key)).toMatchObject({ platform_authoring: true });

    await client.request('DELETE', `user/${leaving}`);
    expect(await listed(id)).toMatchObject({
      owner_user_id: leaving,
      owner_is_gone: true,
      archived_at: null,
    });
    await expect(shown(client.token ?? '')).rejects.toMatchObject({ status: 403 });
    await run('hand-over', id, credentials.user_id);
    expect(await shown(client.token ?? '')).toMatchObject({ id });
    expect(await shown(key)).toMatchObject({ id });
    expect(await listed(id)).toMatchObject({ owner_user_id: credentials.user_id, owner_is_gone: false });

    await expect(run('archive', id, 'another')).rejects.toMatchObject({
      stderr: expect.stringMatching(/\S/),
    });
    await run('archive', id, 'front-desk');
    expect(await listed(id)).toMatchObject({ archived_at: expect.any(String) });
    await expect(run('hand-over', id, credentials.user_id)).rejects.toMatchObject({
      stderr: 'There is no workspace with this id.\n',
    });
  });

  it('as processes of their own: rotate the signing key, and tokens stay valid', async () => {
    const standalone = await fixture.start();
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());

    const { stdout } = await runCommandLine(fixture.dataDir, 'rotate-signing-key');

    expect(stdout).toMatch(/^New tokens are signed with key \S+\.\n$/);
    await expect(client.services()).resolves.toBeDefined();
    await expect(client.signIn(standalone.credentials())).resolves.toBeDefined();
  });

  it('change the master key: everything is as before, and the former key starts nothing any more', async () => {
    const first = await fixture.start();
    const client = await signInAsDemoUser(first.baseUrl, first.credentials());
    const { id } = await beginConversation(client, first.credentials().service_id);
    const said = await client.messages(id);
    await expect(runAdmin(fixture.dataDir, 'keys', 'rewrap')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^A standalone runs on .*: stop it first\.\n$/),
    });
    await first.stop();
    const keyFile = path.join(fixture.dataDir, 'master.key');
    const former = readFileSync(keyFile, 'utf8');

    const { stdout, stderr } = await runAdmin(fixture.dataDir, 'keys', 'rewrap');

    expect(stdout).toMatch(/^identity: [1-9]\d* secrets are under the new master key\.\nagents: 0 /);
    expect(stdout + stderr).not.toContain(former.trim());
    const key = readFileSync(keyFile, 'utf8');
    expect(stdout + stderr).not.toContain(key.trim());
    const second = await fixture.start();
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    expect(await again.messages(id)).toEqual(said);
    await second.stop();

    writeFileSync(keyFile, former);
    const { output } = await fixture.startInVain();
    expect(output).toMatch(/The secrets of identity are wrapped by another master key: restore/);
  });

  it('given an installation in use, or one that does not run, say in one sentence what to do', async () => {
    await fixture.start();
    await expect(runAdmin(fixture.dataDir, 'events', 'verify')).rejects.toMatchObject({
      stderr: expect.stringContaining('is already in use'),
    });
    const elsewhere = path.join(fixture.folder, 'elsewhere');
    await expect(runAdmin(elsewhere, 'organization', 'issue-key', 'demo', 'x')).rejects.toMatchObject({
      stderr: expect.stringContaining('start it with npm start'),
    });
    await expect(runAdmin(elsewhere, 'events', 'verify')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^There is no database in .*\n$/),
    });
    expect(existsSync(elsewhere)).toBe(false);
  });
});

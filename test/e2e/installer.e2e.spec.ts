import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAdmin, runCommandLine } from '../support/admin.js';
import { signInAsNewUser } from '../support/members.js';
import { PlatformClient } from '../support/platform-client.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';
import { collect } from '../support/stream-events.js';
import { countedUser } from '../support/users.js';

/** The tests go on from each other. */
const fixture = new StandaloneFixture({ isShared: true });
let standalone: StandaloneProcess;
let conversation: string;
let said: unknown;
beforeAll(async () => {
  standalone = await fixture.start();
});

const signIn = () => signInAsDemoUser(standalone.baseUrl, standalone.credentials());

describe("the installer's commands", () => {
  it('rebuild identical read models, and recognize the server of the logs', async () => {
    const client = await signIn();
    conversation = (await beginConversation(client, standalone.credentials().service_id)).id;
    await collect(client.interact(conversation, 'I would like to make an appointment.'));
    const shown = async (of: typeof client) => ({
      conversations: await of.conversations(),
      messages: await of.messages(conversation),
      services: await of.services(),
      users: await of.json('GET', 'user/'),
    });
    await countedUser(client, standalone.credentials().user_id, 3);
    const known = await shown(client);

    const beside = await runAdmin(fixture.dataDir, 'read-models', 'rebuild', 'conversations');
    expect(beside.stdout).toMatch(/^conversations: \d+ rows rebuilt .* 0 had been missing/);
    expect(await shown(client)).toEqual(known);
    await standalone.stop();

    const rebuilt = await runAdmin(fixture.dataDir, 'read-models', 'rebuild');
    expect(rebuilt.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^identity: \d+ rows rebuilt from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^agents: \d+ rows rebuilt from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^conversations: \d+ rows rebuilt from \d+ events in 1 streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(
        /^memory: \d+ rows rebuilt from \d+ events in \d+ streams in [\d.]+ s; 0 had been missing/,
      ),
      expect.stringMatching(/^webhooks: 0 rows rebuilt .* 0 had been missing/),
      expect.stringMatching(/^world: \d+ rows rebuilt .* 0 had been missing/),
    ]);
    const epochs = await runAdmin(fixture.dataDir, 'events', 'new-epoch', 'identity');
    expect(epochs.stdout).toMatch(/^identity: still epoch \d+; this is its own server\.\n$/);

    standalone = await fixture.start();
    expect(await shown(await signIn())).toEqual(known);
  });

  it('say which streams are parked, and take requests for them, beside the running system', async () => {
    const stream = 'org:demo/user/65f0c0ffee65f0c0ffee65f0';
    for (const group of ['bus', 'events'])
      expect(await runAdmin(fixture.dataDir, group, 'parked')).toEqual({ stdout: '', stderr: '' });
    const redrive = runAdmin(
      fixture.dataDir,
      'bus',
      'redrive',
      'conversations',
      'erasure',
      'identity',
      stream,
    );
    await expect(redrive).rejects.toMatchObject({ stderr: expect.stringContaining('it is not parked') });
  });

  it('create a workspace with a key, hand one without owner over to another user, and archive it', async () => {
    const credentials = standalone.credentials();
    const client = await signIn();
    const { userId: leaving } = await signInAsNewUser(client, credentials, 'DefaultSvcAdministratorRole');
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
    expect(await shown(client.token ?? '')).toMatchObject({ id });
    await run('hand-over', id, credentials.user_id);
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
    const client = await signIn();

    const { stdout } = await runCommandLine(fixture.dataDir, 'rotate-signing-key');

    expect(stdout).toMatch(/^New tokens are signed with key \S+\.\n$/);
    await expect(client.services()).resolves.toBeDefined();
    await expect(client.signIn(standalone.credentials())).resolves.toBeDefined();
  });

  it('given an installation in use, or a stopped one, say in one sentence what to do', async () => {
    await expect(runAdmin(fixture.dataDir, 'events', 'verify')).rejects.toMatchObject({
      stderr: expect.stringContaining('is already in use'),
    });
    await expect(runAdmin(fixture.dataDir, 'keys', 'rewrap')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^A standalone runs on .*: stop it first\.\n$/),
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

  it('replay a conversation from what was recorded, beside the running system, without its words', async () => {
    const lines = async (...command: readonly string[]) => {
      const { stdout } = await runAdmin(fixture.dataDir, 'conversations', 'replay', ...command);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly outcome: string });
    };
    const verified = await lines('verify', 'org:demo', conversation);
    expect(verified.map(({ outcome }) => outcome)).toEqual(['identical', 'identical']);
    const compared = await lines('compare', 'org:demo', conversation);
    expect(compared).toMatchObject([
      { outcome: 'unchanged', differences: [] },
      { outcome: 'unchanged', differences: [] },
    ]);
    const unknown = lines('compare', 'org:demo', conversation, '--graph-version', '999');
    await expect(unknown).rejects.toMatchObject({ stderr: expect.stringMatching(/^There is no /) });
  });

  it('record a conversation with all that a replay needs, and say that it is only for invented persons', async () => {
    said = await (await signIn()).messages(conversation);
    await standalone.stop();

    const command = ['conversations', 'record-history', 'demo'];
    const { stdout, stderr } = await runAdmin(fixture.dataDir, ...command, conversation);
    const history = JSON.parse(stdout) as { events: { type: string }[]; key: { secret: string } };
    expect(history.events.map(({ type }) => type)).toContain('TurnRecorded');
    expect(Buffer.from(history.key.secret, 'base64')).toHaveLength(32);
    expect(stderr).toContain('Only for invented persons');
    expect(stderr).not.toContain('replayed turns differ');

    const unknown = runAdmin(fixture.dataDir, ...command, '0'.repeat(24));
    await expect(unknown).rejects.toMatchObject({ stderr: 'There is no such conversation.\n' });
  });

  it('change the master key: all data stays readable, and the former key no longer starts anything', async () => {
    const keyFile = path.join(fixture.dataDir, 'master.key');
    const former = readFileSync(keyFile, 'utf8');

    const { stdout, stderr } = await runAdmin(fixture.dataDir, 'keys', 'rewrap');

    expect(stdout).toMatch(/^identity: [1-9]\d* secrets are under the new master key\.\nagents: 0 /);
    expect(stdout + stderr).not.toContain(former.trim());
    const key = readFileSync(keyFile, 'utf8');
    expect(stdout + stderr).not.toContain(key.trim());
    standalone = await fixture.start();
    expect(await (await signIn()).messages(conversation)).toEqual(said);
    await standalone.stop();

    writeFileSync(keyFile, former);
    const { output } = await fixture.runToItsEnd();
    expect(output).toMatch(/The secrets of identity are wrapped by another master key: restore/);
  });
});

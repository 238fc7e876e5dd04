import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ClassicClient } from '../support/client.js';
import { isRunning } from '../support/processes.js';
import type { Credentials } from '../support/product-process.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';
import { collect, only } from '../support/stream-events.js';
import type { Ending } from '../support/watched-child.js';

const system = new StandaloneFixture();

/** It leaves no process, no socket and no lock. */
async function expectOrderlyEnd(
  { dataDir }: StandaloneFixture,
  standalone: StandaloneProcess,
  end: () => Promise<Ending>,
): Promise<void> {
  const processes = standalone.processes();
  expect(processes.map(({ command }) => command)).toContain('postgres');

  expect(await end()).toMatchObject({ exitCode: 0, signal: null });

  expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
  expect(readdirSync(path.join(dataDir, 'postgres', 'cluster'))).not.toContain('postmaster.pid');
  await expect(fetch(`${standalone.credentials().base_url}/livez`)).rejects.toThrow('fetch failed');
}

describe('an installation', () => {
  const installation = new StandaloneFixture({ isShared: true });
  let standalone: StandaloneProcess;
  let credentials: Credentials;
  let client: ClassicClient;
  let conversation: string;
  let messages: readonly unknown[];

  it('creates the database and the demo at its first start, takes a free port, says where it listens and how to try it, and is ready', async () => {
    standalone = await installation.launch({ isFirst: true, port: 0 });
    const said = await standalone.untilItSays('Stop with Ctrl-C');

    credentials = standalone.credentials();
    expect(credentials).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      org_id: 'demo',
      user_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      api_key_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      api_key: expect.any(String),
      service_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workspace_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      workspace_api_key: expect.stringMatching(/^svcp_\w+$/),
    });
    expect(statSync(path.join(installation.dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    for (const fact of [
      `: ${credentials.base_url}\n`,
      credentials.org_id,
      credentials.user_id,
      credentials.service_id,
      credentials.workspace_id,
    ]) {
      expect(said).toContain(fact);
    }
    expect(said).not.toContain(credentials.api_key);
    expect(said).not.toContain(credentials.workspace_api_key);
    for (const probe of ['livez', 'readyz', 'metrics']) {
      expect((await fetch(`${credentials.base_url}/${probe}`)).status).toBe(200);
    }
  });

  it('ends in order by SIGTERM, with an open conversation', async () => {
    client = await signInAsDemoUser(credentials.base_url, credentials);
    conversation = (await beginConversation(client, credentials.service_id)).id;
    await collect(client.interact(conversation, 'I would like to make an appointment.'));
    ({ messages } = await client.messages(conversation));
    expect(messages).toHaveLength(3);

    await expectOrderlyEnd(installation, standalone, () => standalone.stop('SIGTERM'));
  });

  it('accepts the same key and earlier tokens at its second start, and continues the conversation', async () => {
    standalone = await installation.start({ port: Number(new URL(credentials.base_url).port) });

    expect(standalone.credentials()).toEqual(credentials);
    expect((await client.messages(conversation)).messages).toEqual(messages);
    const again = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    const events = await collect(again.interact(conversation, 'On Monday, please.'));
    expect(only(events, 'interaction-complete').full_message).not.toBe('');
    expect((await again.messages(conversation)).messages).toHaveLength(5);
  });

  it('ends in order by SIGINT', async () => {
    await expectOrderlyEnd(installation, standalone, () => standalone.stop('SIGINT'));
  });
});

describe('a first start that is cut off while it makes the database', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s leaves nothing that hinders the next', async (signal) => {
    const first = await system.launch({ isFirst: true });
    await first.untilItSays('Creating the database');
    const processes = first.processes();
    if (signal === 'SIGKILL') await first.kill('node');
    else expect(await first.stop()).toMatchObject({ exitCode: 0, signal: null });

    const second = await system.start();

    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    const client = await signInAsDemoUser(second.baseUrl, second.credentials());
    expect((await client.services()).services).toHaveLength(1);
  });
});

describe('a stop of npm start', () => {
  it.each([
    ['Ctrl-C, which reaches npm, launcher and application at once', 'pressCtrlC'],
    ['SIGTERM only to npm', 'stop'],
  ] as const)('by %s is an orderly one', async (_how, end) => {
    const standalone = await system.start({ byNpm: true });
    await expectOrderlyEnd(system, standalone, () => standalone[end]());
  });
});

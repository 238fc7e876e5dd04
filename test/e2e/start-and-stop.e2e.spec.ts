import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRunning } from '../support/processes.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import type { StandaloneProcess } from '../support/standalone-process.js';
import { collect, only } from '../support/stream-events.js';
import type { Ending } from '../support/watched-child.js';

const system = new StandaloneFixture();

describe('a first start', () => {
  it('makes the database and the demo, says where it listens and how to try it, and is ready', async () => {
    const standalone = await system.start({ isFirst: true });

    const credentials = standalone.credentials();
    expect(credentials).toEqual({
      base_url: standalone.baseUrl,
      org_id: 'demo',
      user_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      api_key_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      api_key: expect.any(String),
      service_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workspace_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      workspace_api_key: expect.stringMatching(/^svcp_\w+$/),
    });
    expect(statSync(path.join(system.dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    const said = await standalone.untilItSays('Stop with Ctrl-C');
    for (const fact of [
      standalone.baseUrl,
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
      expect((await fetch(`${standalone.baseUrl}/${probe}`)).status).toBe(200);
    }
  });
});

describe('a second start', () => {
  it('knows the same key and the tokens of before, and goes on with the conversation', async () => {
    const first = await system.start();
    const credentials = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, credentials);
    const conversation = await beginConversation(client, credentials.service_id);
    await collect(client.interact(conversation.id, 'I would like to make an appointment.'));
    const before = await client.messages(conversation.id);
    expect(before.messages).toHaveLength(3);
    await first.stop();

    const second = await system.start({ port: Number(new URL(first.baseUrl).port) });

    expect(second.credentials()).toEqual(credentials);
    expect((await client.messages(conversation.id)).messages).toEqual(before.messages);
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    const events = await collect(again.interact(conversation.id, 'On Monday, please.'));
    expect(only(events, 'interaction-complete').full_message).not.toBe('');
    expect((await again.messages(conversation.id)).messages).toHaveLength(5);
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

describe('a stop', () => {
  /** It leaves no process, no socket and no lock. */
  async function expectOrderlyEnd(standalone: StandaloneProcess, end: () => Promise<Ending>): Promise<void> {
    const processes = standalone.processes();
    expect(processes.map(({ command }) => command)).toContain('postgres');

    expect(await end()).toMatchObject({ exitCode: 0, signal: null });

    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(readdirSync(path.join(system.dataDir, 'postgres', 'cluster'))).not.toContain('postmaster.pid');
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, of one that has taken a free port and said which, is an orderly one',
    async (signal) => {
      const standalone = await system.launch({ port: 0 });
      const said = await standalone.untilItSays('Stop with Ctrl-C');
      const address = standalone.credentials().base_url;
      expect(said).toContain(`: ${address}\n`);
      expect((await fetch(`${address}/readyz`)).status).toBe(200);

      await expectOrderlyEnd(standalone, () => standalone.stop(signal));

      await expect(fetch(`${address}/livez`)).rejects.toThrow('fetch failed');
    },
  );

  it.each([
    ['Ctrl-C, which reaches npm, launcher and application at once', 'pressCtrlC'],
    ['SIGTERM to npm alone', 'stop'],
  ] as const)('of npm start by %s is an orderly one', async (_how, end) => {
    const standalone = await system.start({ byNpm: true });
    await expectOrderlyEnd(standalone, () => standalone[end]());
  });
});

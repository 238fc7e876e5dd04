import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { ModelServer } from '../support/model-server.js';
import { isRunning } from '../support/processes.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { collect, only } from '../support/stream-events.js';

jest.setTimeout(180_000); // each test starts whole systems

const system = new StandaloneFixture();

describe('a first start', () => {
  it('makes the database and the demo, says where it listens and how to try it, and is ready', async () => {
    const standalone = await system.start();

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

  it('on port 0 takes a free port, and says which', async () => {
    const standalone = await system.launch({ port: 0 });
    const said = await standalone.untilItSays('Stop with Ctrl-C');
    const address = standalone.credentials().base_url;
    expect(said).toContain(`: ${address}\n`);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });
});

describe('a second start', () => {
  it('knows the same key, and goes on with the conversation', async () => {
    const first = await system.start();
    const credentials = first.credentials();
    const client = await signInAsDemoUser(first.baseUrl, credentials);
    const conversation = await beginConversation(client, credentials.service_id);
    await collect(client.interact(conversation.id, 'I would like to make an appointment.'));
    const before = await client.messages(conversation.id);
    expect(before.messages).toHaveLength(3);
    await first.stop();

    const second = await system.start();

    expect(second.credentials()).toEqual({ ...credentials, base_url: second.baseUrl });
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    expect((await again.messages(conversation.id)).messages).toEqual(before.messages);
    const events = await collect(again.interact(conversation.id, 'On Monday, please.'));
    expect(only(events, 'interaction-complete').full_message).not.toBe('');
    expect((await again.messages(conversation.id)).messages).toHaveLength(5);
  });

  it('keeps a token of before the stop valid', async () => {
    const first = await system.start();
    const client = await signInAsDemoUser(first.baseUrl, first.credentials());
    await first.stop();
    const second = await system.start({ port: Number(new URL(first.baseUrl).port) });
    expect(second.baseUrl).toBe(client.baseUrl);
    expect((await client.services()).services).toHaveLength(1);
  });
});

describe('a first start that is cut off while it makes the database', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s leaves nothing that hinders the next', async (signal) => {
    const first = await system.launch();
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
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends with 0 and leaves no process and no socket',
    async (signal) => {
      const standalone = await system.start();
      const processes = standalone.processes();
      expect(processes.map(({ command }) => command)).toContain('postgres');

      const ending = await standalone.stop(signal);

      expect(ending).toMatchObject({ exitCode: 0, signal: null });
      expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
      expect(readdirSync(path.join(system.dataDir, 'postgres', 'cluster'))).not.toContain('postmaster.pid');
      await expect(fetch(`${standalone.baseUrl}/livez`)).rejects.toThrow('fetch failed');
    },
  );

  it.each([
    ['Ctrl-C, which reaches npm, launcher and application at once', 'pressCtrlC'],
    ['SIGTERM to npm alone', 'stop'],
  ] as const)('of npm start by %s is an orderly one', async (_how, end) => {
    const standalone = await system.start({ byNpm: true });
    const processes = standalone.processes();
    expect(processes.map(({ command }) => command)).toContain('postgres');

    const ending = await standalone[end]();

    expect(ending).toMatchObject({ exitCode: 0, signal: null });
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(readdirSync(path.join(system.dataDir, 'postgres', 'cluster'))).not.toContain('postmaster.pid');
  });

  it('during a turn lets it end: the client hears the whole message, and the log has it', async () => {
    const model = await ModelServer.start({ pieces: ['Hello', ' there.'] });
    system.atEnd(() => model.stop());
    model.holdAfter(1);
    const standalone = await system.start({ env: model.env });
    const credentials = standalone.credentials();
    const client = await signInAsDemoUser(standalone.baseUrl, credentials);
    const stream = client.createConversation(credentials.service_id);
    const heard = [(await stream.next()).value];
    while (heard.at(-1)?.type !== 'new-message') heard.push((await stream.next()).value);

    const stopped = standalone.stop();
    await standalone.untilItRefuses();
    model.release();
    for await (const event of stream) heard.push(event);

    expect(heard.at(-1)).toMatchObject({ type: 'interaction-complete', full_message: 'Hello there.' });
    expect(await stopped).toMatchObject({ exitCode: 0, signal: null });
    const next = await system.start();
    const reader = await signInAsDemoUser(next.baseUrl, next.credentials());
    const [conversation] = (await reader.conversations()).conversations;
    const { messages } = await reader.messages(conversation?.id ?? '');
    expect(messages.map(({ message }) => message)).toEqual(['Hello there.']);
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { ownRepository } from '../support/program.js';
import { makeService, newWorkspace } from '../support/sdk-workspace.js';
import { SuiteSystem } from '../support/suite-system.js';
import { findChromium } from './chromium.js';

/** The project of somebody who makes a page with Vite, and has installed the package of the SDK. */
const project = {
  'package.json': '{ "private": true, "type": "module" }',
  'index.html': `<!doctype html><title>SDK</title><link rel="icon" href="data:,">
<script type="module" src="/main.js"></script>`,
  'main.js': `import * as sdk from '@svc/sdk';\nglobalThis.sdk = sdk;\n`,
};

/** What Vite has built of it, served from another origin than the product's. */
class PageServer {
  readonly #folder = makeTemporaryFolder();
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? 'index.html' : path.normalize(pathname);
    const type = name.endsWith('.html') ? 'text/html' : 'text/javascript';
    // Only what is in the project is asked for, by the page that is above.
    const file = readFileSync(path.join(this.#folder, 'project/dist', name));
    return response.writeHead(200, { 'content-type': type }).end(file);
  });

  static async start(): Promise<PageServer> {
    const page = new PageServer();
    page.#build();
    page.#server.listen(0, '127.0.0.1');
    await once(page.#server, 'listening');
    return page;
  }

  #build(): void {
    const options = { cwd: path.join(this.#folder, 'project'), encoding: 'utf8' } as const;
    mkdirSync(options.cwd);
    for (const [file, text] of Object.entries(project)) writeFileSync(path.join(options.cwd, file), text);
    const pack = path.join(ownRepository, 'tools/sdk/pack.mjs');
    const printed = execFileSync(process.execPath, [pack, this.#folder], { encoding: 'utf8' });
    const tarball = /^Wrote (\S+\.tgz)/m.exec(printed)?.[1] ?? '';
    const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quietly, tarball], options);
    const vite = path.join(ownRepository, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], options);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of the system: it answers pages of this origin. */
  get env(): Readonly<Record<string, string>> {
    return { SVC_CORS_ORIGINS: this.origin };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    removeFolder(this.#folder);
  }
}

const system = new SuiteSystem({ counterpart: () => PageServer.start() });
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  // Root may not use the sandbox of Chromium, and the only page that it opens is ours.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => void complaints.push(message.text()));
  await page.goto(system.counterpart.origin);
});
afterAll(async () => {
  await browser?.close();
});

/** Runs the body of a function in the page, whose script has made `sdk`. */
const inPage = (body: string, input: object): Promise<unknown> =>
  page.evaluate(`(async (input) => { ${body} })(${JSON.stringify(input)})`);

describe('the SDK in a page of another origin, built by Vite', () => {
  it('signs in, and holds a conversation of an organization', async () => {
    const { userId } = await system.newUser();
    const {
      base_url: baseUrl,
      org_id: org,
      api_key: apiKey,
      api_key_id: apiKeyId,
      service_id,
    } = system.credentials;
    const body = `
      const client = new sdk.ClassicClient(input.client);
      let id = '';
      for await (const event of await client.conversations.create({ service_id: input.service_id }))
        if (event.type === 'conversation-created') id = event.conversation_id;
      const types = [];
      for await (const { type } of await client.conversations.interact(id, 'Hello')) types.push(type);
      const messages = [];
      for await (const { message } of client.conversations.listMessagesAutoPaging(id, { limit: 2 })) messages.push(message);
      await client.conversations.finish(id);
      const error = await client.conversations.finish(id).catch((thrown) => thrown);
      return { types, messages, error: [error.name, error.statusCode, error.requestId !== undefined] };`;
    const seen = await inPage(body, { client: { baseUrl, org, apiKey, apiKeyId, userId }, service_id });
    expect(seen).toEqual({
      types: expect.arrayContaining([
        'user-message-available',
        'new-message',
        'interaction-complete',
      ]) as unknown,
      messages: [expect.any(String), 'Hello', expect.any(String)],
      error: ['ConflictError', 409, true],
    });
  });

  it('lists what a workspace has, and its limits, with a key', async () => {
    const { base_url: baseUrl, workspace_id: workspaceId, workspace_api_key: apiKey } = system.credentials;
    const body = `
      const client = new sdk.PlatformClient(input);
      const { name } = await client.agents.create({ name: 'Of a page' });
      const { items, lastResponse } = await client.agents.list({ search: name });
      return [items.map((item) => item.name), typeof lastResponse.rateLimit.limit, typeof lastResponse.requestId];`;
    expect(await inPage(body, { baseUrl, workspaceId, apiKey })).toEqual([['Of a page'], 'number', 'string']);
  });

  it('holds a conversation of a workspace as a stream, and goes on with it over a WebSocket', async () => {
    const { client, apiKey } = await newWorkspace(system);
    const { baseUrl, workspaceId } = client;
    const serviceId = await makeService(client);
    const body = `
      const { serviceId, ...options } = input;
      const client = new sdk.PlatformClient(options);
      const { id } = await client.conversations.create({ service_id: serviceId, channel: 'web' });
      const streamed = [];
      for await (const { event } of await client.conversations.streamTurn(id, 'Hello')) streamed.push(event);
      const session = client.conversations.openTextSession({ serviceId, conversationId: id });
      session.say('My foot hurts.');
      const told = [];
      for await (const { type } of session) {
        told.push(type);
        if (type === 'response_complete') session.stop();
        if (type === 'session_ended') break;
      }
      const { turns } = await client.conversations.get(id);
      return { streamed: streamed.slice(-2), told: told.slice(-2), roles: turns.map(({ role }) => role) };`;
    expect(await inPage(body, { baseUrl, workspaceId, apiKey, serviceId })).toEqual({
      streamed: ['message', 'done'],
      told: ['response_complete', 'session_ended'],
      roles: ['agent', 'user', 'agent', 'user', 'agent'],
    });
  });

  it('complains of nothing but the conflict', () => {
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { ownRepository } from '../support/program.js';
import { SuiteSystem } from '../support/suite-system.js';
import { findChromium } from './chromium.js';

/** A page of another origin, with the package of the SDK as customers install it. */
class PageServer {
  readonly #folder = makeTemporaryFolder();
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    // Only what is in the package is asked for, by the page that is above.
    const file = path.join(this.#folder, 'package', path.normalize(pathname));
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
  });

  static async start(): Promise<PageServer> {
    const page = new PageServer();
    const pack = path.join(ownRepository, 'tools/sdk/pack.mjs');
    const printed = execFileSync(process.execPath, [pack, page.#folder], { encoding: 'utf8' });
    const tarball = /^Wrote (\S+\.tgz)/m.exec(printed)?.[1] ?? '';
    mkdirSync(path.join(page.#folder, 'package'), { recursive: true });
    execFileSync('tar', ['xzf', tarball, '-C', page.#folder]);
    page.#server.listen(0, '127.0.0.1');
    await once(page.#server, 'listening');
    return page;
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

const html = `<!doctype html><title>SDK</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "@svc/sdk": "/esm/index.js" } }</script>`;

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

/** Runs the body of a function in the page. */
const inPage = (body: string, input: object): Promise<unknown> =>
  page.evaluate(
    `(async (input) => { const sdk = await import('@svc/sdk'); ${body} })(${JSON.stringify(input)})`,
  );

describe('the SDK in a page of another origin', () => {
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

  it('complains of nothing but the conflict', () => {
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../src/run-cli.js';

// What a server may do to the terminal, and to the keys, of those who use the command.

const home = mkdtempSync(path.join(tmpdir(), 'svc-home-'));
const escape = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
/** What moves the cursor of a terminal, names its window, or turns its text. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
const seen: string[] = [];
let answer: (response: ServerResponse) => void = (response) => void response.end();
const server = createServer((request, response) => {
  seen.push(request.url ?? '');
  answer(response);
});
let address = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = path.join(home, 'credentials.json');
  const keys = { workspace_id: 'ws', workspace_api_key: 'secret' };
  writeFileSync(credentials, JSON.stringify({ base_url: address, ...keys }));
  expect((await svc(['profiles', 'add', 'demo', '--from', credentials])).code).toBe(0);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

async function svc(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  seen.length = 0;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const interrupted = () => Promise.resolve();
  const environment = { XDG_CONFIG_HOME: home, ...env };
  const code = await runCli(words, { environment, stdin: Readable.from([]), stdout, stderr, interrupted });
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}
const answers = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  answer = (response) => void response.writeHead(status, headers).end(JSON.stringify(body));
};
const listOf = (...items: readonly object[]) => ({ items, has_more: false, continuation_token: null });

describe('what a server says', () => {
  it.each([
    ['as an error', 404, { message: `no${escape}`, request_id: escape }, ['agents', 'list']],
    ['as names', 200, listOf({ id: '1', name: escape }, { id: '2' }), ['chat']],
    ['as a field', 200, { [`k${escape}`]: escape }, ['agents', 'get', 'x']],
    ['as JSON', 200, { [`k${escape}`]: escape }, ['--json', 'agents', 'get', 'x']],
    [
      'as a conversation',
      200,
      { status: escape, turns: [{ role: escape, text: escape, tool_calls: [{ tool_name: escape }] }] },
      ['conversations', 'show', 'x', '--tools'],
    ],
  ])('%s, then no control of a terminal is printed', async (_what, status, body, words) => {
    answers(status, body);
    const { stdout, stderr } = await svc(words);
    expect(`${stdout}${stderr}`).toMatch(/owned/);
    expect(`${stdout}${stderr}`).not.toMatch(controls);
  });

  it('as JSON, then it is still what it was', async () => {
    answers(200, { name: escape });
    const { stdout } = await svc(['--json', 'agents', 'get', 'x']);
    expect(JSON.parse(stdout)).toEqual({ name: escape });
  });
});

describe('a saved key', () => {
  it('given another address in the environment, then it is not sent there', async () => {
    answers(200, listOf());
    const { port } = new URL(address);
    const { code, stderr } = await svc(['agents', 'list'], { SVC_URL: `http://localhost:${port}` });
    expect([code, seen, stderr]).toEqual([2, [], expect.stringContaining(address)]);
  });

  it('given its profile is named, then it goes to its own address, whatever the environment says', async () => {
    answers(200, listOf());
    const env = { SVC_URL: 'http://127.0.0.1:1', SVC_WORKSPACE_ID: 'other', SVC_WORKSPACE_API_KEY: 'other' };
    expect((await svc(['agents', 'list', '--profile', 'demo'], env)).code).toBe(0);
    expect(seen).toEqual(['/v1/ws/agents']);
  });

  it('given the key of another address is in the environment too, then that one is sent', async () => {
    answers(200, listOf());
    const env = { SVC_URL: `${address}/other`, SVC_WORKSPACE_API_KEY: 'other' };
    expect((await svc(['agents', 'list'], env)).code).toBe(0);
    expect(seen).toEqual(['/other/v1/ws/agents']);
  });
});

describe('a server that is not as it should be', () => {
  it('given it asks to wait for a day, then that is said at once', async () => {
    answers(429, { message: 'Too many.' }, { 'retry-after': '86400' });
    const { code, stderr } = await svc(['agents', 'list']);
    expect([code, stderr, seen.length]).toEqual([6, 'Too many. Try again in 86400 s.\n', 1]);
  });

  it.each([
    ['breaks off', (response: ServerResponse) => void response.socket?.destroy(), 6],
    [
      'leads elsewhere',
      (response: ServerResponse) => void response.writeHead(302, { location: '/' }).end(),
      1,
    ],
    ['answers something else', (response: ServerResponse) => void response.end('<html>'), 1],
  ])('given it %s where its routes are asked for, then a sentence says so', async (_what, does, expected) => {
    answer = does;
    const { code, stderr } = await svc(['agents', 'schema']);
    expect([code, stderr.split('\n').length, seen.length]).toEqual([expected, 2, 1]);
    expect(stderr).not.toMatch(/TypeError|undefined|fetch failed/);
  });
});

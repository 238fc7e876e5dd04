import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { findFreePort } from '../support/free-port.js';
import { WatchedChild } from '../support/watched-child.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const [program = '', standardProgram = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].map(
  ([, block = '']) => block,
);
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

let folder: string;
let port: number;
let receiver: WatchedChild;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  port = await findFreePort();
  writeFileSync(path.join(folder, 'receiver.mjs'), program);
  await start();
});
afterAll(async () => {
  await receiver?.endedAfter('SIGTERM');
  removeFolder(folder);
});

async function start(): Promise<void> {
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  receiver = new WatchedChild(child);
  await receiver.untilItSays('Listening on port');
}

interface Attempt {
  readonly key?: string;
  readonly secrets?: readonly string[];
  readonly agoMs?: number;
  /** What comes instead of what was signed. */
  readonly body?: string;
  readonly signature?: string;
}

/** @returns the status of the answer to a request as the product makes one */
async function attempt({ key = 'k', secrets = [secret], agoMs = 0, body, signature }: Attempt) {
  const signed = JSON.stringify({ type: 'api-key-expiration-soon', name: 'ü', idempotent_key: key });
  const timestamp = String((Date.now() - agoMs) * 1_000);
  const signatures = secrets.map((each) =>
    createHmac('sha256', each).update(`v1:${timestamp}:${signed}`).digest('hex'),
  );
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: {
      'x-svc-request-timestamp': timestamp,
      'x-svc-request-signature': signature ?? signatures.join(','),
    },
    body: body ?? signed,
  });
  return status;
}

/** The keys that it has kept, in the order in which it did. */
const kept = () =>
  readFileSync(path.join(folder, 'webhooks.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { idempotent_key: string }).idempotent_key);

describe('the receiver of docs/webhooks.md', () => {
  it('keeps signed webhooks, once for each key, also after a restart', async () => {
    expect(await attempt({ key: 'a' })).toBe(204);
    expect(await attempt({ key: 'a' })).toBe(204);
    await receiver.endedAfter('SIGTERM');
    await start();
    expect(await attempt({ key: 'a' })).toBe(204);
    expect(kept()).toEqual(['a']);
  });

  it('takes either signature while a secret is being replaced', async () => {
    expect(await attempt({ key: 'older', secrets: [otherSecret, secret] })).toBe(204);
    expect(await attempt({ key: 'newer', secrets: [secret, otherSecret] })).toBe(204);
    expect(kept()).toEqual(expect.arrayContaining(['older', 'newer']));
  });

  it.each<[string, Attempt]>([
    ['another secret', { secrets: [otherSecret] }],
    ['another body', { body: '{"idempotent_key":"refused"}' }],
    ['no signature', { signature: '' }],
    ['something else for a signature', { signature: 'zz,\u00ff' }],
    ['a part of a signature', { signature: 'ab' }],
    ['a time before the last five minutes', { agoMs: 301_000 }],
    ['a time that is yet to come', { agoMs: -301_000 }],
  ])('given %s, then it answers 401 and keeps nothing', async (_what, forged) => {
    expect(await attempt({ key: 'refused', ...forged })).toBe(401);
    expect(kept()).not.toContain('refused');
  });
});

describe('the receiver of docs/webhooks.md that reads the headers of Standard Webhooks', () => {
  it('takes either signature while a secret is being replaced, and no other or old one', async () => {
    const standardPort = await findFreePort();
    writeFileSync(path.join(folder, 'standard-receiver.mjs'), standardProgram);
    const standard = new WatchedChild(
      spawn(process.execPath, ['standard-receiver.mjs'], {
        cwd: folder,
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(standardPort) },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    await standard.untilItSays('Listening');
    const body = JSON.stringify({ type: 'api-key-expiration-soon', idempotent_key: 'k' });
    const statusOf = async (secrets: readonly string[], agoSeconds = 0) => {
      const seconds = String(Math.floor(Date.now() / 1_000) - agoSeconds);
      const signatures = secrets.map((each) => {
        const key = Buffer.from(each.slice('whsec_'.length), 'base64');
        return `v1,${createHmac('sha256', key).update(`k.${seconds}.${body}`).digest('base64')}`;
      });
      const headers = {
        'webhook-id': 'k',
        'webhook-timestamp': seconds,
        'webhook-signature': signatures.join(' '),
      };
      return (await fetch(`http://127.0.0.1:${standardPort}/`, { method: 'POST', headers, body })).status;
    };
    const both = [secret, otherSecret];
    expect([await statusOf([secret]), await statusOf(both), await statusOf(both.toReversed())]).toEqual([
      204, 204, 204,
    ]);
    expect([await statusOf([otherSecret]), await statusOf([secret], 600)]).toEqual([401, 401]);
    await standard.endedAfter('SIGTERM');
  });
});

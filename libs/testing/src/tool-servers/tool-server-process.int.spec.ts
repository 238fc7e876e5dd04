import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startToolServerProcess, type ToolServerProcess } from './tool-server-process.js';

const booking = { name: 'Ada', day: '2026-11-23', time: '09:00' };
const folder = mkdtempSync(path.join(tmpdir(), 'tool-server-'));
const effectsFile = path.join(folder, 'effects.jsonl');
let server: ToolServerProcess;

beforeAll(async () => void (server = await startToolServerProcess({ kind: 'http', effectsFile })));
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

const book = (key: string) =>
  fetch(`${server.url}/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(booking),
  });

describe('the tool server as a process', () => {
  it('counts what it did with key and input in a file, and a key that comes again after kill -9 changes nothing', async () => {
    const first: unknown = await (await book('one')).json();
    await server.kill();
    server = await startToolServerProcess({ kind: 'http', effectsFile });

    expect(await (await book('one')).json()).toEqual(first);
    expect(server.effects()).toEqual([
      { key: 'one', what: 'POST /appointments', input: booking, isRepeat: false, answer: first },
      { key: 'one', what: 'POST /appointments', input: booking, isRepeat: true, answer: first },
    ]);
  });

  it('given a failure of a route, then only as many requests as asked for fail', async () => {
    await server.behave({ 'POST /appointments': { status: 503, times: 1 } });

    expect([(await book('two')).status, (await book('two')).status]).toEqual([503, 201]);
    expect(server.effects().filter(({ key }) => key === 'two')).toHaveLength(1);
  });

  it('given a break after the work, then the caller gets nothing and the effect stands', async () => {
    await server.behave({ 'POST /appointments': { breaksOff: 'after', times: 1 } });

    await expect(book('three')).rejects.toThrow('fetch failed');
    expect(server.effects().filter(({ key }) => key === 'three')).toHaveLength(1);
  });
});

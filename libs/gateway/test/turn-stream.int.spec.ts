import { request as httpRequest } from 'node:http';
import { DomainError } from '@svc/errors';
import type { RpcCall } from '@svc/rpc';
import { linesOf } from './answers.js';
import { startTestGateway } from './harness.js';
import {
  complete,
  created,
  createPath,
  events,
  form,
  interactPath,
  piece,
  serviceId,
  until,
  TurnPeer,
} from './turns.js';

const peer = new TurnPeer();
beforeAll(() => peer.start());
afterAll(() => peer.stop());
beforeEach(() => peer.reset(events(created, complete)));

describe('a stream', () => {
  it('sends each piece before the next one exists, and its status with the first event', async () => {
    let releaseFirst = (): void => undefined;
    let releaseSecond = (): void => undefined;
    const first = new Promise<void>((resolve) => (releaseFirst = resolve));
    const second = new Promise<void>((resolve) => (releaseSecond = resolve));
    peer.turn = async function* () {
      await first;
      yield created;
      await second;
      yield complete;
    };
    let answered = false;
    const pending = peer.create().then((response) => {
      answered = true;
      return response;
    });
    await until(() => peer.requests.length === 1);
    expect(answered).toBe(false);

    releaseFirst();
    const reader = (await pending).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('conversation-created');
    releaseSecond();
    expect((await reader?.read())?.value).toContain('interaction-complete');
  });

  it('that fails midway ends with an error and omits nothing', async () => {
    peer.turn = async function* () {
      yield await Promise.resolve(created);
      throw new DomainError('service_unavailable', 'The model does not answer.');
    };
    expect((await linesOf(await peer.create())).at(-1)).toEqual({
      type: 'error',
      http_error_code: 503,
      error_description: 'service_unavailable: The model does not answer.',
    });
  });

  it('of a turn with an unknown outcome is cut off, with neither an error nor an end', async () => {
    peer.turn = async function* () {
      yield created;
      // The text was sent before the end was known.
      await new Promise((resolve) => setImmediate(resolve));
    };
    const response = await peer.create();
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow();
  });

  it('is cut off too when its service is lost midway', async () => {
    const lonely = await startTestGateway({ conversations: peer.handlers });
    peer.turn = async function* (_request, context) {
      yield created;
      await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
    };
    const response = await lonely.call('POST', createPath, { service_id: serviceId });
    await lonely.stopService('conversations');
    await expect(response.text()).rejects.toThrow();
    await lonely.stop();
  });

  it('is cancelled when its client leaves, before and after the first event', async () => {
    for (const events of [0, 1]) {
      let signal: AbortSignal | undefined;
      peer.turn = async function* (_request, context) {
        signal = context.signal;
        yield* [created, piece('Hel', 0)].slice(0, 2 * events);
        await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
      };
      const client = httpRequest(`${peer.gateway.url}${createPath}`, {
        method: 'POST',
        headers: { ...(await peer.gateway.bearer()), 'content-type': 'application/json' },
      });
      client.on('error', () => undefined);
      const firstByte = new Promise((resolve) =>
        client.on('response', (response) => response.once('data', resolve)),
      );
      client.end(JSON.stringify({ service_id: serviceId }));
      if (events > 0) await firstByte;
      await until(() => signal !== undefined);

      client.destroy();
      await until(() => signal?.aborted === true);
    }
  });

  it('applies back-pressure of a slow reader to its source', async () => {
    const pieceBytes = 64 * 1024;
    let produced = 0;
    peer.turn = async function* () {
      yield created;
      for (;;) {
        produced += 1;
        yield await Promise.resolve(piece('x'.repeat(pieceBytes), produced));
      }
    };
    const client = httpRequest(`${peer.gateway.url}${createPath}`, {
      method: 'POST',
      headers: { ...(await peer.gateway.bearer()), 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    client.end(JSON.stringify({ service_id: serviceId }));
    await new Promise((resolve) => client.on('response', (response) => resolve(response.pause())));

    let before = -1;
    while (before !== produced) {
      before = produced;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    // Buffers of four sockets and two HTTP/2 windows. Without back-pressure the stream would never stop.
    expect(produced * pieceBytes).toBeLessThan(48 * 1024 * 1024);
    client.destroy();
  });

  it('runs to its end when the gateway is stopped', async () => {
    const stopping = await startTestGateway({ conversations: peer.handlers });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    peer.turn = async function* () {
      yield created;
      await held;
      yield complete;
    };
    const response = await stopping.call('POST', createPath, { service_id: serviceId });
    const stopped = stopping.gateway.stop(5_000);
    release();

    expect((await linesOf(response)).at(-1)).toMatchObject({ type: 'interaction-complete' });
    await stopped;
    await stopping.stop();
  });
});

describe('the request id', () => {
  it('and the trace reach the service with any form of the body', async () => {
    const seen: RpcCall[] = [];
    peer.turn = async function* (_request, context) {
      seen.push(context);
      yield await Promise.resolve(complete);
    };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await peer.gateway.call(
      'POST',
      createPath,
      { service_id: serviceId },
      { 'x-request-id': 'r-1', traceparent },
    );
    await peer.gateway.call('POST', interactPath, form({ recorded_message: 'hi' }), {
      'x-request-id': 'r-2',
      traceparent,
    });
    expect(seen).toMatchObject([
      { requestId: 'r-1', traceparent },
      { requestId: 'r-2', traceparent },
    ]);
  });
});

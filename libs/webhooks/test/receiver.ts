import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answer = (response: http.ServerResponse, received: ReceivedWebhook, times: number) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** From now on. `times` counts the attempts under the same key, from 1. */
  answers(answer: Answer): void;
  stop(): Promise<void>;
}

export const accept: Answer = (response) => response.writeHead(204).end();

/** A real HTTP server that records requests and responds 204 by default. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answer = accept;
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const webhook = { path: request.url ?? '', headers, body: Buffer.concat(pieces).toString() };
      received.push(webhook);
      const key = headers['x-svc-idempotent-key'];
      const ofKey = received.filter(({ headers: of }) => of['x-svc-idempotent-key'] === key);
      answer(response, webhook, new Set(ofKey.map(({ headers: of }) => of['x-request-id'])).size);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers: (next) => (answer = next),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

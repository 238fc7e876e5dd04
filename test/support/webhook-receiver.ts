import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookReceiverOptions {
  /** Gets a line for each request before the response: the body as received. */
  readonly file?: string;
  /** Default: 204 at once. */
  readonly answer?: (response: ServerResponse, received: ReceivedWebhook) => void;
}

/** A real HTTP server on this machine that webhooks are sent to. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];

  private constructor(
    readonly url: string,
    private readonly close: () => Promise<void>,
  ) {}

  static async start({
    file,
    answer = (response) => response.writeHead(204).end(),
  }: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        const received = { headers: request.headers as Record<string, string>, body };
        receiver.received.push(received);
        if (file !== undefined) appendFileSync(file, `${body}\n`);
        answer(response, received);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(`http://127.0.0.1:${port}/webhooks`, async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    });
    return receiver;
  }

  stop(): Promise<void> {
    return this.close();
  }
}

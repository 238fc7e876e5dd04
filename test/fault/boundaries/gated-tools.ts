import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Boundaries } from './boundaries.js';

/** Stands between the product and a server of tools. Each call with an effect is a boundary on its way, and one on its way back. */
export class GatedTools {
  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly boundaries: Boundaries,
  ) {}

  static async start(target: string, boundaries: Boundaries): Promise<GatedTools> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gated = new GatedTools(server, target, boundaries);
    server.on('request', (incoming, response) => {
      // Killed: nobody waits for the answer.
      gated.#pass(incoming, response).catch(() => response.destroy());
    });
    return gated;
  }

  /** The address for the product. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await buffer(incoming);
    const key = headers['idempotency-key'];
    const conversationId = typeof key === 'string' ? key.split('/')[0] : undefined;
    if (conversationId !== undefined) await this.boundaries.cross(conversationId, 'before the call');
    const answered = await fetch(`${this.target}${url}`, {
      method,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(body.length > 0 && { body }),
    });
    const text = await answered.text();
    if (conversationId !== undefined) await this.boundaries.cross(conversationId, 'after the call');
    response
      .writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? 'text/plain' })
      .end(text);
  }
}

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Boundaries } from './boundaries.js';

/** Stands between the product and a server of tools. Each call with an effect is a boundary on its way, and one on its way back. */
export class GatedTools {
  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly boundaries: Boundaries,
  ) {}

  /** @param target address of the server of tools */
  static async start(target: string, boundaries: Boundaries): Promise<GatedTools> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gated = new GatedTools(server, new URL(target), boundaries);
    server.on('request', (incoming, response) => {
      // Killed: nobody waits for the answer.
      gated.#pass(incoming, response).catch(() => response.destroy());
    });
    return gated;
  }

  /** The address for the product. */
  get url(): string {
    const path = this.target.pathname === '/' ? '' : this.target.pathname;
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** What was sent and has not passed yet, never passes. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = incoming.headers['idempotency-key'];
    const conversationId = typeof key === 'string' ? key.split('/')[0] : undefined;
    const body = await buffer(incoming);
    if (conversationId !== undefined) await this.boundaries.cross(conversationId, 'before the call');
    const answer = await this.#ask(incoming, body);
    if (conversationId === undefined) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(response);
    }
    const whole = await buffer(answer);
    await this.boundaries.cross(conversationId, 'after the call');
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(whole);
  }

  async #ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port, host } = this.target;
    const asked = request({ hostname, port, method, path: url, headers: { ...headers, host }, agent: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  }
}

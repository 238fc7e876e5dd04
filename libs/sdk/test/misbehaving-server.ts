import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with a request. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** As far as it has come. */
  body: string;
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);
/** Takes the request, and ends the connection. */
export const breakOff: Behaviour = (response) => void response.socket?.destroy();
/** Never answers. */
export const hang: Behaviour = () => undefined;
/** Sends a head and a part of the body it promised, and ends the connection. */
export const breakOffInBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"half":', () => response.socket?.destroy());
};

/** A real HTTP server that misbehaves on purpose: request by request as it was told, the last behaviour again and again. */
export class MisbehavingServer {
  readonly seen: SeenRequest[] = [];
  #behaviours: readonly Behaviour[] = [answer(200)];
  readonly #server = createServer((request, response) => {
    const index = Math.min(this.seen.length, this.#behaviours.length - 1);
    const { method = '', url = '', headers } = request;
    const seen: SeenRequest = { method, path: url, headers, body: '' };
    this.seen.push(seen);
    request.setEncoding('utf8').on('data', (piece: string) => void (seen.body += piece));
    request.once('end', () => this.#behaviours[index]?.(response, request));
  });

  static async start(): Promise<MisbehavingServer> {
    const server = new MisbehavingServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  behave(...behaviours: readonly Behaviour[]): void {
    this.#behaviours = behaviours;
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

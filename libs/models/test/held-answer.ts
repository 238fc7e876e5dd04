import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mountable } from '@copilotkit/aimock';

/** A response of the mock server that a test sends by hand, mounted next to the mock's own routes. */
export class HeldAnswer implements Mountable {
  #response: ServerResponse | null = null;
  readonly #arrival = Promise.withResolvers<void>();
  readonly #closing = Promise.withResolvers<void>();

  async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    this.#response = response;
    response.on('close', () => this.#closing.resolve());
    request.resume();
    this.#arrival.resolve();
    return true;
  }

  /** Resolves when the request has arrived. */
  get arrived(): Promise<void> {
    return this.#arrival.promise;
  }

  /** Resolves when the client has closed the connection, or the response has ended. */
  get closed(): Promise<void> {
    return this.#closing.promise;
  }

  /** Sends one chunk of a chat completion stream. */
  say(content: string): void {
    this.#send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  }

  sendRaw(text: string): void {
    this.#started().write(text);
  }

  finish(): void {
    this.#send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    this.#started().end('data: [DONE]\n\n');
  }

  breakOff(): void {
    this.#response?.destroy();
  }

  #send(chunk: object): void {
    const whole = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', ...chunk };
    this.#started().write(`data: ${JSON.stringify(whole)}\n\n`);
  }

  #started(): ServerResponse {
    const response = this.#response;
    if (response === null) throw new Error('no request has arrived');
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response;
  }
}

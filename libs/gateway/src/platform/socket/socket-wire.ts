import type { RawData, WebSocket } from 'ws';
import type { Closing } from './close-codes.js';
import type { Timers, Wire } from './conversation-socket.js';

const pingMs = 15_000;
/** Pings that may stay unanswered. */
const maxUnanswered = 3;

interface Listeners {
  readonly heard: (bytes: Buffer, isBinary: boolean) => void;
  readonly left: () => void;
}

/** One WebSocket. It is not read before somebody listens. */
export class SocketWire implements Wire {
  /** The code that it was closed with; 1006 without a close frame (RFC 6455 section 7.1.5). */
  readonly closed: Promise<number>;
  #closing: Closing | undefined;
  #unanswered = 0;
  #isClosed = false;

  constructor(
    private readonly webSocket: WebSocket,
    private readonly timers: Timers,
  ) {
    webSocket.pause();
    // The close that follows tells of it.
    webSocket.on('error', () => undefined);
    const stopPings = timers.every(pingMs, () => {
      this.#unanswered += 1;
      webSocket.ping();
    });
    webSocket.on('pong', () => (this.#unanswered = 0));
    this.closed = new Promise((resolve) => {
      webSocket.once('close', (code) => {
        this.#isClosed = true;
        stopPings();
        resolve(this.#closing?.code ?? code);
      });
    });
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#closing !== undefined;
  }

  listen({ heard, left }: Listeners): void {
    this.webSocket.on('message', (data: RawData, isBinary) => {
      if (!this.#closing) heard(data as Buffer, isBinary);
    });
    this.webSocket.once('close', left);
    this.webSocket.resume();
  }

  send(text: string): void {
    this.webSocket.send(text, () => undefined);
  }

  unsentBytes(): number {
    return this.webSocket.bufferedAmount;
  }

  isAlive(): boolean {
    return this.#unanswered <= maxUnanswered;
  }

  close(closing: Closing): void {
    if (this.#closing) return;
    this.#closing = closing;
    this.webSocket.resume();
    this.webSocket.close(closing.code, closing.reason);
  }

  /** Cuts the connection if its client does not answer the close frame. */
  terminateSoon(): void {
    const cut = this.timers.after(500, () => this.webSocket.terminate());
    void this.closed.then(cut);
  }
}

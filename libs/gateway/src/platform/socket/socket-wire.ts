import type { RawData, WebSocket } from 'ws';
import type { Closing } from './close-codes.js';
import type { Timers, Wire } from './conversation-socket.js';

/** As long as three pings may stay unanswered. */
const deadMs = 50_000;
const pingMs = 15_000;

interface Listeners {
  readonly heard: (bytes: Buffer, isBinary: boolean) => void;
  readonly left: () => void;
}

/** One WebSocket. It is not read before somebody listens. */
export class SocketWire implements Wire {
  /** The code that it was closed with; 1006 without a close frame (RFC 6455 section 7.1.5). */
  readonly closed: Promise<number>;
  #closing: Closing | undefined;
  #aliveAtMs: number;
  #isClosed = false;

  constructor(
    private readonly webSocket: WebSocket,
    private readonly timers: Timers,
  ) {
    this.#aliveAtMs = timers.now();
    webSocket.pause();
    // The close that follows tells of it.
    webSocket.on('error', () => undefined);
    const stopPings = timers.every(pingMs, () => webSocket.ping());
    webSocket.on('pong', () => (this.#aliveAtMs = timers.now()));
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
    return this.timers.now() - this.#aliveAtMs < deadMs;
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

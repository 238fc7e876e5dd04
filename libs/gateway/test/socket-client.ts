import { once } from 'node:events';
import { WebSocket, type ClientOptions, type RawData } from 'ws';

type Frame = Readonly<Record<string, unknown>>;

/** A client of a WebSocket that keeps what it hears in order. */
export class SocketClient {
  readonly frames: Frame[] = [];
  readonly webSocket: WebSocket;
  /** Code and reason. */
  readonly closed: Promise<readonly [number, string]>;
  #wake = (): void => undefined;
  #isClosed = false;

  constructor(url: string, protocols: readonly string[], options: ClientOptions = {}) {
    this.webSocket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols], options);
    this.webSocket.on('message', (data: RawData) => {
      this.frames.push(JSON.parse((data as Buffer).toString()) as Frame);
      this.#wake();
    });
    this.webSocket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.webSocket.once('close', (code, reason) => {
        this.#isClosed = true;
        this.#wake();
        resolve([code, reason.toString()]);
      });
    });
  }

  async open(): Promise<this> {
    if (this.webSocket.readyState === WebSocket.CONNECTING) await once(this.webSocket, 'open');
    return this;
  }

  say(frame: unknown): void {
    this.webSocket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** All frames up to the first of those not taken yet that is so. */
  async until(is: (frame: Frame) => boolean): Promise<readonly Frame[]> {
    for (;;) {
      const at = this.frames.findIndex(is);
      if (at >= 0) return this.frames.splice(0, at + 1);
      if (this.#isClosed) throw new Error(`closed after ${JSON.stringify(this.frames)}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  untilType(name: string): Promise<readonly Frame[]> {
    return this.until(({ type, event }) => (type ?? event) === name);
  }

  close(): Promise<readonly [number, string]> {
    this.webSocket.close();
    return this.closed;
  }
}

import { ConfigurationError } from '../errors/client-errors.js';
import { maxTimerMs, platformEnvironment, type Environment } from '../transport/environment.js';
import { meaningOf, type Meaning } from './close-codes.js';
import { ReconnectingWebSocketError } from './reconnecting-web-socket-error.js';
import { webSocketFactoryOf, type WebSocketFactory, type WebSocketLike } from './web-socket.js';

export type WebSocketState = 'connecting' | 'open' | 'closing' | 'closed' | 'reconnecting' | 'terminal';

export interface ReconnectingWebSocketOptions {
  /** A function is asked before each connection, such as to go on where the last one ended. */
  readonly url: string | (() => string);
  readonly protocols?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>);
  /** Before the first new connection: 1000. It doubles with each that fails. */
  readonly initialDelayMs?: number;
  /** 30000 */
  readonly maxDelayMs?: number;
  /** How many new connections may fail one after the other: 10. */
  readonly maxReconnects?: number;
  /** A connection on which nothing comes for so long is given up: 45000. */
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Needed where the platform has no WebSocket, such as Node 20. */
  readonly webSocketFactory?: WebSocketFactory;
  readonly onStateChange?: (state: WebSocketState) => void;
  /** What comes, as it comes: text frames as texts. */
  readonly onMessage?: (data: unknown) => void;
  /** Told when a connection is open again. */
  readonly onReconnect?: (attempt: number) => void;
  /** Why it ended, where that was an error. `done` is rejected with the same. */
  readonly onError?: (error: ReconnectingWebSocketError) => void;
}

interface Ended {
  readonly isOpened: boolean;
  /** Whether anything came. */
  readonly isHeard: boolean;
  readonly code: number | undefined;
  readonly reason: string | undefined;
  readonly meaning: Meaning;
}

const defaults = { initialDelayMs: 1_000, maxDelayMs: 30_000, maxReconnects: 10, idleTimeoutMs: 45_000 };

/** A WebSocket that connects again where its connection breaks off. */
export class ReconnectingWebSocket {
  /** Resolved when it is closed; rejected with a ReconnectingWebSocketError where it can't go on. */
  readonly done: Promise<void>;
  readonly #options: ReconnectingWebSocketOptions & typeof defaults;
  readonly #environment: Environment;
  readonly #open: WebSocketFactory;
  readonly #closing = new AbortController();
  #socket: WebSocketLike | undefined;
  #state: WebSocketState = 'connecting';
  #closedWith: readonly [code: number, reason: string] = [1_000, ''];

  /** @throws ConfigurationError where there is no WebSocket, or a number can't be meant */
  constructor(options: ReconnectingWebSocketOptions, environment: Environment = platformEnvironment) {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#options = { ...defaults, ...options, ...Object.fromEntries(given) };
    this.#environment = environment;
    this.#open = webSocketFactoryOf(options.webSocketFactory);
    const { initialDelayMs, maxDelayMs, maxReconnects } = this.#options;
    if (!(initialDelayMs >= 0) || !(maxDelayMs >= 0) || !(maxReconnects >= 0))
      throw new ConfigurationError('initialDelayMs, maxDelayMs and maxReconnects must not be negative.');
    this.done = this.#run();
    // Who has given `onError` need not look at it.
    if (options.onError) this.done.catch(() => undefined);
  }

  get state(): WebSocketState {
    return this.#state;
  }

  /** @returns whether it went out: between two connections nothing does */
  send(data: string): boolean {
    if (this.#state !== 'open' || this.#socket === undefined) return false;
    this.#socket.send(data);
    return true;
  }

  /** @param code 1000, or 3000 to 4999 */
  close(code = 1_000, reason = ''): void {
    if (this.#state === 'closed' || this.#state === 'terminal') return;
    this.#closedWith = [code, reason];
    this.#become('closing');
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    try {
      await this.#connections();
      this.#become('closed');
    } catch (error) {
      this.#become('terminal');
      if (error instanceof ReconnectingWebSocketError) this.#options.onError?.(error);
      throw error;
    }
  }

  async #connections(): Promise<void> {
    const { signal: outer, maxReconnects, onReconnect } = this.#options;
    const signal = outer ? AbortSignal.any([outer, this.#closing.signal]) : this.#closing.signal;
    let failed = 0;
    let startsFailed = 0;
    for (let attempts = 1; ; attempts += 1) {
      const ended = await this.#connection(signal, () => attempts > 1 && onReconnect?.(failed));
      const { code, reason, meaning, isHeard } = ended;
      if (outer?.aborted)
        throw new ReconnectingWebSocketError('The socket was aborted.', 'aborted', code, reason, attempts, {
          cause: outer.reason,
        });
      if (this.#closing.signal.aborted || code === 1_000) return;
      const fail = (why: string, as = meaning.reason) =>
        new ReconnectingWebSocketError(why, as, code, reason, attempts);
      const isSecondStart = meaning.next === 'once' && ++startsFailed > 1;
      if (meaning.next === 'end' || isSecondStart)
        throw fail(`The server has closed the socket: ${reason || 'it gives no reason'} (${code}).`);
      if (isHeard) failed = 0;
      if (failed >= maxReconnects && maxReconnects > 0)
        throw fail(
          `The socket was lost, and ${maxReconnects} new connections failed.`,
          'reconnect_budget_exhausted',
        );
      if (maxReconnects === 0) throw fail('The socket was lost.');
      this.#become('reconnecting');
      await this.#environment.sleep(this.#delayBefore(failed, meaning), signal);
      failed += 1;
      if (this.#closing.signal.aborted) return;
    }
  }

  /** Between half and all of the exponential wait, so that clients don't come back all at once. */
  #delayBefore(failed: number, { next }: Meaning): number {
    const { initialDelayMs, maxDelayMs } = this.#options;
    const full = next === 'later' ? maxDelayMs : Math.min(maxDelayMs, initialDelayMs * 2 ** failed);
    return full * (0.5 + this.#environment.random() / 2);
  }

  async #connection(signal: AbortSignal, onOpen: () => void): Promise<Ended> {
    const notOpened = { isOpened: false, isHeard: false, code: undefined, reason: undefined };
    const failedToOpen: Ended = { ...notOpened, meaning: { reason: 'open_failed', next: 'again' } };
    if (signal.aborted) return failedToOpen;
    const { url, protocols = [], idleTimeoutMs, onMessage } = this.#options;
    const offered = typeof protocols === 'function' ? await protocols() : protocols;
    return new Promise((resolve) => {
      const socket = this.#open(typeof url === 'function' ? url() : url, [...offered]);
      let isOpened = false;
      let isHeard = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (ended: Pick<Ended, 'code' | 'reason' | 'meaning'>) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (this.#socket === socket) this.#socket = undefined;
        resolve({ ...ended, isOpened, isHeard });
      };
      // A dead connection tells of no end: it is not waited for.
      const leave = (code: number, reason: string, meaning: Meaning) => {
        socket.close(code, reason);
        end({ code: undefined, reason: undefined, meaning });
      };
      const stop = () => leave(...this.#closedWith, { reason: 'aborted', next: 'end' });
      const feed = () => {
        clearTimeout(timer);
        if (!(idleTimeoutMs > 0) || !Number.isFinite(idleTimeoutMs)) return;
        const bite = () => leave(4_000, 'idle', { reason: 'idle_watchdog', next: 'again' });
        timer = setTimeout(bite, Math.min(idleTimeoutMs, maxTimerMs));
      };
      this.#socket = socket;
      signal.addEventListener('abort', stop, { once: true });
      feed();
      const isCurrent = () => this.#socket === socket;
      socket.addEventListener('open', () => {
        if (!isCurrent()) return;
        isOpened = true;
        feed();
        this.#become('open');
        onOpen();
      });
      socket.addEventListener('message', ({ data }) => {
        if (!isCurrent()) return;
        isHeard = true;
        feed();
        onMessage?.(data);
      });
      // `close` follows, with what is known.
      socket.addEventListener('error', () => undefined);
      socket.addEventListener('close', ({ code, reason }) => {
        if (!isCurrent()) return;
        const meaning = isOpened || code !== 1_006 ? meaningOf(code) : failedToOpen.meaning;
        end({ code, reason, meaning });
      });
    });
  }

  #become(state: WebSocketState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onStateChange?.(state);
  }
}

export const createReconnectingWebSocket = (options: ReconnectingWebSocketOptions): ReconnectingWebSocket =>
  new ReconnectingWebSocket(options);

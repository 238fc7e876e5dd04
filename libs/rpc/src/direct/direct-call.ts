import { maxMessageBytes } from '../channel-options.js';
import { brokenCall, lostCall } from '../error-metadata.js';
import type { IncomingCall } from '../incoming-call.js';
import { unixPeer } from '../rpc-peer.js';
import type { OutgoingCall } from '../transport.js';

/** A call between two parts of one process: the caller's end and the server's. */
export class DirectCall implements IncomingCall {
  readonly request: unknown;
  readonly metadata: IncomingCall['metadata'];
  /** Any code in the process could open its sockets. */
  readonly peer = unixPeer;
  readonly #listed: readonly Set<DirectCall>[];
  readonly #signal: AbortSignal | undefined;
  readonly #onLost: (error: Error) => void;
  readonly #deadline: NodeJS.Timeout | undefined;
  #tellServer: (() => void) | undefined;
  #isOver = false;

  /**
   * @param listed the set that holds it while it runs.
   * @param onLost called if the call ends before the server has ended it.
   * @throws LostCallError for a request that can't be encoded
   */
  constructor(listed: readonly Set<DirectCall>[], call: OutgoingCall, onLost: (error: Error) => void) {
    const { method, request, metadata, signal, deadlineMs } = call;
    // Encoded as for the wire: neither side can change the other's objects, and omitted fields have their defaults.
    this.request = orBroken(() => method.requestDeserialize(bounded(method.requestSerialize(request))));
    this.metadata = metadata;
    this.#listed = listed;
    this.#signal = signal;
    this.#onLost = onLost;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (deadlineMs !== undefined)
      this.#deadline = setTimeout(
        () => this.lose(lostCall(new Error('The deadline has passed'))),
        deadlineMs,
      );
    for (const calls of listed) calls.add(this);
  }

  onCancelled(listener: () => void): () => void {
    this.#tellServer = listener;
    return () => (this.#tellServer = undefined);
  }

  /** The caller cancels it. */
  leave(): void {
    if (!this.#isOver) this.lose(lostCall(new Error('The caller has left')));
  }

  /** Ends it for both, unless it has ended. */
  lose(error: Error): void {
    if (!this.end()) return;
    this.#tellServer?.();
    this.#onLost(error);
  }

  /** @returns false if it had already ended. */
  end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#deadline);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    for (const calls of this.#listed) calls.delete(this);
    return true;
  }

  readonly #onAbort = (): void => this.leave();
}

/** One side can't decode the other's data. @throws LostCallError */
export function orBroken<Value>(make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    throw brokenCall(error);
  }
}

/** The same maximum length as on a connection. @throws RangeError */
export function bounded(message: Buffer): Buffer {
  if (message.length <= maxMessageBytes) return message;
  throw new RangeError(`A message of ${message.length} bytes is longer than ${maxMessageBytes}.`);
}

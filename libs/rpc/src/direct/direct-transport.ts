import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainError } from '@svc/errors';
import { asReceived, lostCall } from '../error-metadata.js';
import { MessageQueue } from '../message-queue.js';
import type { ServedMethod } from '../served-method.js';
import type { OutgoingCall, Transport } from '../transport.js';
import { bounded, DirectCall, orBroken } from './direct-call.js';
import { directServerAt } from './direct-server.js';

/** A handler runs in the async context of its server, not of its caller. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Calls a server of this process without its socket. Bytes, errors, deadlines and cancellation are the same, without
 * the cost of a connection, which is most of a short call. Other servers are reached through the fallback.
 */
export class DirectTransport implements Transport {
  readonly #calls = new Set<DirectCall>();
  #isClosed = false;

  constructor(
    private readonly address: string,
    private readonly elsewhere: Transport,
  ) {}

  unary(call: OutgoingCall): Promise<unknown> {
    const { server, served } = this.#find(call);
    return server && served
      ? callUnary(served, call, [server.calls, this.#calls])
      : this.elsewhere.unary(call);
  }

  stream(call: OutgoingCall): AsyncIterable<unknown> {
    const { server, served } = this.#find(call);
    return server && served
      ? callStream(served, call, [server.calls, this.#calls])
      : this.elsewhere.stream(call);
  }

  isReady(): boolean {
    return directServerAt(this.address) !== undefined;
  }

  /** Running calls fail; later ones use the fallback. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#calls) call.lose(lostCall(new Error('The client was closed')));
  }

  #find({ method }: OutgoingCall) {
    const server = this.#isClosed ? undefined : directServerAt(this.address);
    return { server, served: server?.find(method.path) };
  }
}

function callUnary(
  served: ServedMethod,
  call: OutgoingCall,
  listed: readonly Set<DirectCall>[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const direct = new DirectCall(listed, call, reject);
    const reply = {
      answer: (message: Buffer) => {
        // Before the end: a caller that can't decode it gets an error and does not wait.
        const response = call.method.responseDeserialize(bounded(message));
        if (direct.end()) resolve(response);
      },
      refuse: (error: DomainError) => {
        if (direct.end()) reject(asReceived(error));
      },
    };
    outside(() => served.answer(direct, reply));
  });
}

async function* callStream(
  served: ServedMethod,
  call: OutgoingCall,
  listed: readonly Set<DirectCall>[],
): AsyncGenerator {
  const queue = new MessageQueue();
  const direct = new DirectCall(listed, call, (error) => queue.abandon(error));
  const reply = {
    send: (message: Buffer) => queue.send(bounded(message)),
    end: () => {
      if (direct.end()) queue.end();
    },
    refuse: (error: DomainError) => {
      if (direct.end()) queue.end(asReceived(error));
    },
  };
  outside(() => served.stream(direct, reply));
  try {
    for (;;) {
      const message = await queue.take();
      if (!message) return;
      yield orBroken(() => call.method.responseDeserialize(message));
    }
  } finally {
    direct.leave();
  }
}

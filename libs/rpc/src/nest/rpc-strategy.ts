import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { AnyRpcMethod, RpcDefinition } from '../definition.js';
import type { RpcCall } from '../rpc-call.js';
import { startRpcServer, type RpcServer, type RpcServerOptions } from '../rpc-server.js';
import type { BoundMethod } from '../served-method.js';
import { rpcTransport } from './rpc-transport.js';
import { offerDrain } from './stream-draining.js';

export interface RpcStrategyOptions extends Omit<RpcServerOptions, 'services'> {
  /** The served definitions. Each method must have exactly one RpcController; nothing else is served. */
  readonly definitions: readonly RpcDefinition[];
}

/**
 * Serves the RpcControllers of a Nest microservice by this package's server: back-pressure on streams, abort signals,
 * and errors with their meaning. Nest's own path from handler to wire (`Server.send`) has none of these.
 */
export class RpcStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = rpcTransport;
  #server: RpcServer | undefined;
  #stopped: Promise<void> | undefined;

  constructor(private readonly options: RpcStrategyOptions) {
    super();
  }

  /** The address for clients; set once it listens. */
  get address(): string {
    return this.unwrap<RpcServer>().address;
  }

  /** @throws Error for a path that already has a handler: Nest itself silently uses the last one. */
  override addHandler(
    path: string,
    handler: MessageHandler,
    isEvent?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    if (this.messageHandlers.has(path)) throw new Error(`Two RpcControllers serve ${path}`);
    super.addHandler(path, handler, isEvent, extras);
  }

  async listen(callback: (error?: unknown, address?: string) => void): Promise<void> {
    try {
      this.#server = await startRpcServer({ ...this.options, services: [{ methods: this.#boundMethods() }] });
    } catch (error) {
      callback(error);
      return;
    }
    callback(undefined, this.#server.address);
  }

  /**
   * As `RpcServer.stop`, once: later calls wait for the first. Nest's `close()` has no grace, so call this before it.
   */
  stop(graceMs: number): Promise<void> {
    return (this.#stopped ??= this.#server?.stop(graceMs) ?? Promise.resolve());
  }

  close(): Promise<void> {
    return this.stop(0);
  }

  override on(): never {
    throw new Error('An RPC server has no events');
  }

  override unwrap<Unwrapped = RpcServer>(): Unwrapped {
    if (!this.#server) throw new Error('The RPC server does not listen');
    // The caller knows the type, as everywhere in Nest.
    return this.#server as Unwrapped;
  }

  /** @throws Error unless the definitions' methods and the controllers' handlers are the same. */
  #boundMethods(): BoundMethod[] {
    const unserved = new Set(this.messageHandlers.keys());
    const missing: string[] = [];
    const methods: BoundMethod[] = [];
    for (const method of this.options.definitions.flatMap((definition) => Object.values(definition))) {
      const handler = this.messageHandlers.get(method.path);
      if (handler) methods.push(bind(method, handler));
      else missing.push(method.path);
      unserved.delete(method.path);
    }
    if (missing.length > 0) throw new Error(`No RpcController serves ${missing.join(', ')}`);
    if (unserved.size > 0) throw new Error(`No definition of this server has ${[...unserved].join(', ')}`);
    return methods;
  }
}

function bind(method: AnyRpcMethod, handler: MessageHandler): BoundMethod {
  const answer = async (request: unknown, call: RpcCall): Promise<unknown> =>
    settled(await handler(request, call));
  if (!method.responseStream) return { method, handler: answer };
  return {
    method,
    handler: async (request, call, drain) => {
      offerDrain(call, drain);
      const left = await answer(request, call);
      // An interceptor has replaced the method's stream with its own.
      if (isAsyncIterable(left)) await drain(left);
    },
  };
}

/** Nest responds with an Observable if there is an interceptor before the handler. */
function settled(answer: unknown): unknown {
  return isObservable(answer) ? lastValueFrom(answer, { defaultValue: undefined }) : answer;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

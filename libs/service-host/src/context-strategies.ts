import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isEventMethod, type EventStrategy } from '@svc/event-bus/nest';
import type { RpcStrategy } from '@svc/rpc/nest';

/**
 * RPCs and events of a context in one container. Nest allows a microservice one strategy, and gives one without a
 * transport of its own all handlers.
 */
export class ContextStrategies extends Server implements CustomTransportStrategy {
  constructor(
    private readonly rpc: RpcStrategy,
    private readonly events: EventStrategy,
  ) {
    super();
  }

  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEvent?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    const strategy = isEventMethod(extras) ? this.events : this.rpc;
    strategy.addHandler(pattern, handler, isEvent, extras);
  }

  /** Serves calls before the first event arrives. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    for (const strategy of [this.rpc, this.events]) {
      let failed: unknown;
      await strategy.listen((error?: unknown) => (failed = error));
      if (failed !== undefined) return callback(failed);
    }
    callback();
  }

  /** Takes no new calls and events; running ones may end within the grace. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.rpc.stop(graceMs), this.events.close()]);
  }

  close(): Promise<void> {
    return this.stop(0);
  }

  override on(): never {
    throw new Error('Neither an RPC server nor a consumer has events of its own');
  }

  override unwrap<Unwrapped = RpcStrategy>(): Unwrapped {
    // The caller knows the type, as everywhere in Nest.
    return this.rpc as Unwrapped;
  }
}

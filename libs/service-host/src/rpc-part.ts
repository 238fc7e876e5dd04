import { startRpcServer, type BoundService, type RpcServer } from '@svc/rpc';
import type { LifecyclePart } from '@svc/runtime';
import type { Logger, Metrics } from '@svc/telemetry';

/** What a context's module offers to a process: its services, and what to do before and after serving. */
export interface ContextModule {
  readonly services: readonly BoundService[];
  start?(): Promise<void>;
  stop?(graceMs: number): Promise<void>;
}

export interface RpcPartOptions {
  readonly name: string;
  readonly address: string;
  /** Called when the part starts: a module needs what the parts before it have opened. */
  readonly create: () => ContextModule;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A context served over gRPC. A stop refuses new work, lets running calls end, and closes the server. */
export function rpcPart({ name, address, create, logger, metrics }: RpcPartOptions): LifecyclePart {
  let module: ContextModule | undefined;
  let server: RpcServer | undefined;
  return {
    name,
    start: async () => {
      module = create();
      await module.start?.();
      server = await startRpcServer({
        address,
        services: module.services,
        logger: logger.child({ context: name }),
        metrics,
      });
    },
    stop: async (graceMs) => {
      await Promise.all([module?.stop?.(graceMs), server?.stop(graceMs)]);
    },
  };
}

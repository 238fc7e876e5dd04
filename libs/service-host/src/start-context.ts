import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PublicEventServiceService } from '@svc/contracts/common';
import { StartupError } from '@svc/errors';
import type { EventBus, Subscriber } from '@svc/event-bus';
import { EventStrategy } from '@svc/event-bus/nest';
import { nestLogger } from '@svc/http';
import { isConfidential, type RpcServerLimits, type RpcTls } from '@svc/rpc';
import { RpcStrategy } from '@svc/rpc/nest';
import type { SubjectKeys } from '@svc/sealing';
import type { ContextDefinition, ContextParts, ProviderToken } from './context-definition.js';
import { contextRoot, keyRingOf, lifecycleOf } from './context-root.js';
import { ContextStrategies } from './context-strategies.js';
import { PublicEventsModule } from './public-events/public-events.module.js';
import { forgetErasedKeys } from './subject-keys/forget-erased-keys.js';
import { SUBJECT_KEYS } from './subject-keys/subject-keys.module.js';

export interface ContextOptions extends ContextParts {
  readonly context: ContextDefinition;
  /** Where it listens: `unix:///short/path.sock`, or `host:port`. */
  readonly address: string;
  /** For a network address. */
  readonly tls?: RpcTls | undefined;
  readonly limits?: RpcServerLimits;
  /**
   * The source of the events for its EventControllers; required if it has any. Its key ring learns of erasures from
   * them. `idle`: it serves for a command and consumes nothing.
   */
  readonly bus?: EventBus | 'idle' | undefined;
}

export interface RunningContext {
  /** The address for clients, with the actual port. */
  readonly address: string;
  /** A provider of the context. @throws Error if it has none of this token. */
  get<Provider>(token: ProviderToken<Provider>): Provider;
  /** Rejects new calls, lets running ones end, aborts the rest after `graceMs`; then ends timers and clients. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a context as a Nest microservice. Several in one process have a container each: a common one would give each
 * context's server the handlers of all.
 * @throws StartupError if a context with keys would be served without protection; the error of a provider, of the
 * context's `start` or of the address, after stopping what was started.
 */
export async function startContext(options: ContextOptions): Promise<RunningContext> {
  const { context, module, address, tls, limits, bus } = options;
  if (context.isConfidential && !isConfidential(address, tls)) throw inTheOpen(context.name, address);
  const platform = { ...options.platform, logger: options.platform.logger.child({ context: context.name }) };
  const { logger, metrics, database } = platform;
  const definitions = [...context.services, PublicEventServiceService];
  const rpc = new RpcStrategy({ address, definitions, tls, limits, logger, metrics });
  const events = new EventStrategy({
    context: context.name,
    bus,
    database,
    keys: (): SubjectKeys => application.get<SubjectKeys>(SUBJECT_KEYS, { strict: false }),
    logger,
    metrics,
  });
  const strategy = new ContextStrategies(rpc, events);
  const application: INestMicroservice = await NestFactory.createMicroservice(
    contextRoot({ module, platform }, [PublicEventsModule.of(context.migrations.schema)]),
    {
      strategy,
      // All containers of a process share Nest's latest logger, so it names no context.
      logger: nestLogger(options.platform.logger),
      // Otherwise a missing provider would end the process.
      abortOnError: false,
    },
  );
  const lifecycle = lifecycleOf(application);
  let erased: Subscriber | undefined;
  const end = async (): Promise<void> => {
    try {
      await erased?.stop();
      await lifecycle.stop();
    } finally {
      await application.close();
    }
  };
  try {
    await lifecycle.start();
    const ring = keyRingOf(application);
    if (ring && bus && bus !== 'idle')
      erased = forgetErasedKeys({ context: context.name, keys: ring, bus, logger, metrics });
    await application.listen();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    address: rpc.address,
    get: (token) => application.get(token, { strict: false }),
    stop: async (graceMs) => {
      try {
        await Promise.all([lifecycle.drain(graceMs), strategy.stop(graceMs)]);
      } finally {
        await end();
      }
    },
  };
}

function inTheOpen(name: string, address: string): StartupError {
  return new StartupError(
    `${name} gives keys of people to other services, and at ${address} anybody could ask for them or read along: set SVC_RPC_CA, SVC_RPC_CERT and SVC_RPC_KEY, or RPC_ADDRESS to a unix socket (unix:///path).`,
  );
}

import { Module, type Abstract, type DynamicModule, type INestMicroservice, type Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { nestLogger } from '@svc/http';
import type { MigrationOptions } from '@svc/postgres';
import type { RpcDefinition } from '@svc/rpc';
import { RpcStrategy } from '@svc/rpc/nest';
import { ContextLifecycle } from './context-lifecycle.js';
import { PlatformModule, type Platform } from './platform.module.js';

/** What a bounded context is to those who run it; each context exports its own. */
export interface ContextDefinition {
  /** `identity`. */
  readonly name: string;
  /** Of the Postgres schema that it owns. */
  readonly migrations: MigrationOptions;
  /** The services that it serves, all of them: a method without a handler keeps it from starting. */
  readonly services: readonly RpcDefinition[];
}

export interface ContextOptions {
  readonly context: ContextDefinition;
  /** Nest module of the context, with what is not the platform's. */
  readonly module: Type | DynamicModule;
  readonly platform: Platform;
  /** Where it listens: `unix:///short/path.sock`, or `host:port`. */
  readonly address: string;
}

export interface RunningContext {
  /** Where clients reach it, the chosen port filled in. */
  readonly address: string;
  /** A provider of the context. @throws Error when it has none of this token. */
  get<Provider>(token: Type<Provider> | Abstract<Provider>): Provider;
  /** Refuses new calls, lets running ones end, aborts those left after `graceMs`; then ends timers and clients. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a context as a Nest microservice. Several in one process have a container each: a common one would build the
 * handlers of all contexts for each of them.
 * @throws what a provider, the context's `start` or the address gave, after all that was started has been stopped.
 */
export async function startContext(options: ContextOptions): Promise<RunningContext> {
  const { context, module, address } = options;
  const logger = options.platform.logger.child({ context: context.name });
  const { metrics } = options.platform;
  const strategy = new RpcStrategy({ address, definitions: context.services, logger, metrics });
  const application = await NestFactory.createMicroservice(
    { module: ContextRoot, imports: [PlatformModule.of({ ...options.platform, logger }), module] },
    // Without the first a provider that is missing would end the process.
    { abortOnError: false, logger: nestLogger(logger), strategy },
  );
  const lifecycle = lifecycleOf(application);
  const end = async (): Promise<void> => {
    await lifecycle.stop();
    await application.close();
  };
  try {
    await lifecycle.start();
    await application.listen();
  } catch (failure) {
    await end();
    throw failure;
  }
  return {
    address: strategy.address,
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

@Module({})
class ContextRoot {}

/** @throws Error when there are several: one of them would be forgotten. */
function lifecycleOf(application: INestMicroservice): ContextLifecycle {
  const modules = [...application.get(ModulesContainer).values()];
  const [lifecycle, ...others] = modules.flatMap(({ providers }) => providers.get(ContextLifecycle) ?? []);
  if (others.length > 0) throw new Error('A context has one ContextLifecycle');
  return lifecycle ? (lifecycle.instance as ContextLifecycle) : new ContextLifecycle();
}

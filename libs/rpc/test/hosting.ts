import { Inject, type CanActivate, type NestInterceptor, type Provider } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import {
  service,
  startRpcServer,
  type Handlers,
  type RpcCall,
  type RpcServer,
  type RpcServerOptions,
} from '../src/index.js';
import { RpcController, RpcStrategy } from '../src/nest/index.js';
import { EchoService, type CountRequest, type EchoRequest } from './echo-service.js';

/** The ways to serve calls. All behave the same. */
export const hostings = [
  'functions',
  'a controller',
  'a controller behind a guard and an interceptor',
] as const;
export type Hosting = (typeof hostings)[number];

/** The ways from a client to its server. */
export const ways = ['a connection', 'its own process'] as const;
export type Way = (typeof ways)[number];

/** Every RPC test runs for each of these. */
export const systems = hostings.flatMap((hosting) => ways.map((way) => [hosting, way] as const));

const HANDLERS = Symbol('HANDLERS');

@RpcController(EchoService)
class EchoController {
  constructor(@Inject(HANDLERS) private readonly handlers: Handlers<typeof EchoService>) {}

  echo(request: EchoRequest, call: RpcCall) {
    return this.handlers.echo(request, call);
  }

  count(request: CountRequest, call: RpcCall) {
    return this.handlers.count(request, call);
  }
}

const guard: CanActivate = { canActivate: () => true };
const interceptor: NestInterceptor = { intercept: (_call, next) => next.handle() };
const surroundings: Readonly<Record<Exclude<Hosting, 'functions'>, Provider[]>> = {
  'a controller': [],
  'a controller behind a guard and an interceptor': [
    { provide: APP_GUARD, useValue: guard },
    { provide: APP_INTERCEPTOR, useValue: interceptor },
  ],
};

export async function host(
  hosting: Hosting,
  handlers: Handlers<typeof EchoService>,
  options: Omit<RpcServerOptions, 'services'>,
): Promise<RpcServer> {
  if (hosting === 'functions') {
    return startRpcServer({ ...options, services: [service(EchoService, handlers)] });
  }
  const strategy = new RpcStrategy({ ...options, definitions: [EchoService] });
  const providers = [{ provide: HANDLERS, useValue: handlers }, ...surroundings[hosting]];
  const application = await NestFactory.createMicroservice(
    { module: class EchoModule {}, controllers: [EchoController], providers },
    { strategy, abortOnError: false, logger: false },
  );
  await application.listen();
  return {
    address: strategy.address,
    stop: async (graceMs) => {
      await strategy.stop(graceMs);
      await application.close();
    },
  };
}

import { Inject, Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { RpcDefinition } from '../definition.js';
import { createClient } from '../rpc-client.js';
import type { RpcTls } from '../rpc-tls.js';

export interface RemoteService {
  readonly definition: RpcDefinition;
  /** `unix:///short/path.sock`, or `host:port`. */
  readonly address: string;
  /** For a network address. */
  readonly tls?: RpcTls | undefined;
}

/**
 * The typed clients of services elsewhere, each injected by its definition: `@InjectClient(AgentsServiceService)
 * agents: RpcClient<typeof AgentsServiceService>`. They connect on first use and are closed with the application.
 */
@Module({})
export class RpcClientModule {
  static register(services: readonly RemoteService[]): DynamicModule {
    const providers = services.map(clientProvider);
    return { module: RpcClientModule, providers, exports: providers };
  }
}

/** The token of a service's client; tests provide their own client for it. */
export function clientToken(definition: RpcDefinition): string {
  const [method] = Object.values(definition);
  if (!method) throw new Error('A service without methods has no client');
  return `RpcClient(${method.path.split('/')[1]})`;
}

export function InjectClient(definition: RpcDefinition): PropertyDecorator & ParameterDecorator {
  return Inject(clientToken(definition));
}

function clientProvider({ definition, address, tls }: RemoteService): Provider {
  return {
    provide: clientToken(definition),
    useFactory: () => {
      const client = createClient(definition, address, { tls });
      // Nest calls lifecycle hooks of whatever a provider returns, plain objects too.
      return Object.assign(client, { onApplicationShutdown: () => client.close() });
    },
  };
}

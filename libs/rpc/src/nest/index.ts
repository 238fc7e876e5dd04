export { DomainErrorFilter } from './domain-error.filter.js';
export type { RemoteService } from './rpc-client.module.js';
export { clientToken, InjectClient, RpcClientModule } from './rpc-client.module.js';
export { RpcController } from './rpc-controller.js';
export type { RpcStrategyOptions } from './rpc-strategy.js';
export { RpcStrategy } from './rpc-strategy.js';

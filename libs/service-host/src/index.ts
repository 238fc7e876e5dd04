export type { ContextModule, RpcPartOptions } from './rpc-part.js';
export { rpcPart } from './rpc-part.js';
export type { ProcessContext } from './run-process.js';
export { runProcess } from './run-process.js';
export type { ServiceOptions } from './run-service.js';
export { runService } from './run-service.js';
export type { ServiceConfig } from './service-config.js';
export { processConfig, serviceConfig } from './service-config.js';

export type { RpcCall, CallOptions } from './rpc-call.js';
export type { AnyRpcMethod, RequestOf, ResponseOf, RpcDefinition, RpcMethod } from './definition.js';
export type { RpcClient, RpcClientOptions, RpcConnection } from './rpc-client.js';
export { createClient } from './rpc-client.js';
export type { BoundService, Handlers, RpcServer, RpcServerOptions } from './rpc-server.js';
export { service, startRpcServer } from './rpc-server.js';
export type { SocketFolder } from './unix-socket.js';
export { createSocketFolder } from './unix-socket.js';

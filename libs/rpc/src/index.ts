export type { RpcCall, CallOptions } from './rpc-call.js';
export type { AnyRpcMethod, RequestOf, ResponseOf, RpcDefinition, RpcMethod } from './definition.js';
export type { Installer, RequestContext, WorkspaceRequestContext } from './request-context.js';
export {
  installerOf,
  requestContextOf,
  requireOrganization,
  workspaceRequestContextOf,
} from './request-context.js';
export { LostCallError } from './error-metadata.js';
export type { RpcClient, RpcClientOptions, RpcConnection } from './rpc-client.js';
export { createClient } from './rpc-client.js';
export type { BoundService, Handlers, RpcServer, RpcServerOptions } from './rpc-server.js';
export { service, startRpcServer } from './rpc-server.js';
export type { RpcPeer } from './rpc-peer.js';
export type { RpcTls } from './rpc-tls.js';
export { isConfidential } from './rpc-tls.js';
export type { RpcServerLimits } from './server-limits.js';
export type { SocketFolder } from './unix-socket.js';
export { createSocketFolder } from './unix-socket.js';

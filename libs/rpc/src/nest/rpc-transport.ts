/** Nest binds a handler only to the strategy of the same transport; events go by another. */
export const rpcTransport = Symbol('rpc');

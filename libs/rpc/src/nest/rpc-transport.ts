/** Nest binds a handler only to the strategy of the same transport; events use another. */
export const rpcTransport = Symbol('rpc');

import type { RpcCall } from '../rpc-call.js';
import type { Drain } from '../server-call.js';

/** Of the calls whose handler Nest has yet to reach. */
const drains = new WeakMap<RpcCall, Drain>();

/** Lets the method that answers this call send its stream itself. */
export function offerDrain(call: RpcCall, drain: Drain): void {
  drains.set(call, drain);
}

/** Taken once: a method that calls the one it overrides gets that one's iterable. */
function takeDrain(call: RpcCall): Drain | undefined {
  const drain = drains.get(call);
  drains.delete(call);
  return drain;
}

type StreamMethod = (request: unknown, call: RpcCall) => AsyncIterable<unknown>;

/**
 * Reached through Nest's pipeline, the method sends its stream and resolves when it has left: guards, interceptors,
 * filters and async context then surround the whole stream, not just the making of the iterable. Called by anyone else it
 * gives the iterable. (A generator in its place would not do: its `return()` waits for a pending `next()`.)
 */
export function draining(method: StreamMethod): (...args: Parameters<StreamMethod>) => unknown {
  const wrapped = function (this: unknown, request: unknown, call: RpcCall): unknown {
    const drain = takeDrain(call);
    const messages = method.call(this, request, call);
    return drain ? drain(messages) : messages;
  };
  // Guards and interceptors ask for `getHandler().name`.
  Object.defineProperty(wrapped, 'name', { value: method.name });
  // What the method's own decorators have noted (guards, interceptors, filters).
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  return wrapped;
}

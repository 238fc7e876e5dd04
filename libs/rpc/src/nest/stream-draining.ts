import type { RpcCall } from '../rpc-call.js';
import type { Drain } from '../server-call.js';

/** Of calls that Nest has not yet passed to their handler. */
const drains = new WeakMap<RpcCall, Drain>();

/** Lets the method that serves this call send its stream itself. */
export function offerDrain(call: RpcCall, drain: Drain): void {
  drains.set(call, drain);
}

/** Taken once: if a method calls the one it overrides, it gets that one's iterable. */
function takeDrain(call: RpcCall): Drain | undefined {
  const drain = drains.get(call);
  drains.delete(call);
  return drain;
}

type StreamMethod = (request: unknown, call: RpcCall) => AsyncIterable<unknown>;

/**
 * Through Nest's pipeline, the method sends its stream and resolves when all is sent. So guards, interceptors, filters
 * and async context surround the whole stream, not only the creation of the iterable. Any other caller gets the
 * iterable. (A generator would not do: its `return()` waits for a pending `next()`.)
 */
export function draining(method: StreamMethod): (...args: Parameters<StreamMethod>) => unknown {
  const wrapped = function (this: unknown, request: unknown, call: RpcCall): unknown {
    const drain = takeDrain(call);
    const messages = method.call(this, request, call);
    return drain ? drain(messages) : messages;
  };
  // Guards and interceptors read `getHandler().name`.
  Object.defineProperty(wrapped, 'name', { value: method.name });
  // Metadata of the method's own decorators (guards, interceptors, filters).
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  return wrapped;
}

import { Controller, type Type } from '@nestjs/common';
import { EXCEPTION_FILTERS_METADATA } from '@nestjs/common/constants.js';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { AnyRpcMethod, RpcDefinition } from '../definition.js';
import type { Handlers } from '../rpc-server.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { rpcTransport } from './rpc-transport.js';
import { draining } from './stream-draining.js';

/**
 * A Nest controller that serves a generated service definition: each method of the definition is answered by the method
 * of the same name, `(request, call: RpcCall) => Promise<Response>`, or `AsyncIterable<Response>` for a stream. The
 * compiler refuses a class that lacks one or whose request or response differs. DomainErrors reach the caller as they are
 * (`DomainErrorFilter` is applied to the class, after the class's own filters).
 * @throws Error when the class is declared without a method of its own for each of the definition's
 */
export function RpcController<Definition extends RpcDefinition>(definition: Definition) {
  return <Class extends Type<Handlers<Definition>>>(target: Class): void => {
    Controller()(target);
    catchLast(target);
    for (const [name, method] of Object.entries(definition)) bind(target, name, method);
  };
}

/** Nest asks the filters of a class from the last one declared to the first. */
function catchLast(target: Type): void {
  const own = (Reflect.getOwnMetadata(EXCEPTION_FILTERS_METADATA, target) ?? []) as unknown[];
  Reflect.defineMetadata(EXCEPTION_FILTERS_METADATA, [new DomainErrorFilter(), ...own], target);
}

function bind(target: Type, name: string, method: AnyRpcMethod): void {
  const prototype = target.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof descriptor?.value !== 'function') {
    throw new Error(`${target.name} has no method ${name} of its own for ${method.path}`);
  }
  if (method.responseStream) descriptor.value = draining(descriptor.value as Parameters<typeof draining>[0]);
  MessagePattern(method.path, rpcTransport)(prototype, name, descriptor);
  // A custom strategy's handlers get the request alone unless the parameters are named.
  Payload()(prototype, name, 0);
  Ctx()(prototype, name, 1);
  Object.defineProperty(prototype, name, descriptor);
}
